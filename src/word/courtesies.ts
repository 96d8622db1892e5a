/**
 * What may stand around a word that a message says, without saying more: a closed list, in English, German, Spanish,
 * French, Chinese and Japanese. In lower case, without punctuation.
 */
export const courtesies: readonly string[] = [
  ...['yes', 'ok', 'okay', 'good', 'looks good', 'great', 'perfect', 'lgtm', 'thanks', 'thank you', 'please'],
  ...['now', 'then', 'go ahead'],
  ...['ja', 'gut', 'sieht gut aus', 'super', 'perfekt', 'danke', 'bitte', 'jetzt', 'dann', 'los'],
  ...['sí', 'si', 'vale', 'bien', 'se ve bien', 'genial', 'perfecto', 'gracias', 'por favor', 'ahora', 'entonces'],
  ...['adelante', 'oui', "d'accord", 'bon', "c'est bon", 'parfait', 'merci', "s'il te plaît", "s'il vous plaît"],
  ...['maintenant', 'alors', 'vas-y', 'allez-y'],
  ...['是', '是的', '好', '好的', '很好', '不错', '看起来不错', '太好了', '完美', '谢谢', '请', '现在', '然后'],
  ...['はい', 'オーケー', 'いいですね', '良さそうです', '素晴らしい', '完璧', 'ありがとう', 'ありがとうございます'],
  ...['お願いします', '今', 'では', '次へ', 'どうぞ'],
]
