import { begin, choice, end } from './bounds'

/** Takes the place of a word that counts anywhere. */
export const saidMark = '\uFFFD'

/** What asks to wait, and what denies it or only tells of it, in languages whose words stand apart. */
const spaced = {
  en: {
    waits: [
      'wait|stop|pause|halt|hold\\s+(?:on|off|it)|hang\\s+on|not\\s+(?:yet|now|so\\s+fast)',
      `(?:not|don['’]?t|never)\\s+(?:${saidMark}|cast|continue|proceed|carry\\s+on|go\\s+(?:on|ahead|any\\s+further)|do\\s+anything)`,
      '(?:just|one|give\\s+me)\\s+a?\\s*(?:minute|moment|second)',
    ],
    not: [
      "(?:n['’]t|\\b(?:dont|cant|do\\s+not|never|no\\s+need\\s+to|not\\s+have\\s+to))\\s+(?:wait|stop|pause|halt|hold)\\b",
      '\\b(?:it|this|that|they|which)\\s+(?:has|have|had|needs?)\\s+to\\s+(?:wait|stop|pause|halt)\\b',
      '\\b(?:the|an?|each|every)\\s+(?:wait|stop|pause|halt)\\b',
    ],
  },
  de: {
    waits: [
      '(?:ab)?warten?|wartet|stopp|pausieren?|hör\\s+auf|noch\\s+nicht|nicht\\s+(?:weiter|fortfahren|so\\s+schnell|jetzt)',
      'halt(?:\\s+an|(?=\\s*(?:[,.!]|$)))|moment\\s+(?:mal|bitte)|einen\\s+moment',
    ],
    not: ['\\bwarte[nt]?\\s+nicht\\b', '\\bnicht\\s+(?:ab)?(?:warten|pausieren)\\b'],
  },
  fr: {
    waits: [
      'attend(?:s|ez|re)|arr[êe]te[zr]?|stoppe[zr]?|patiente[zr]?|un\\s+instant|une\\s+(?:minute|seconde)',
      'pas\\s+(?:encore|maintenant|si\\s+vite|tout\\s+de\\s+suite)|ne\\s+(?:continue[sz]?|poursui[st]|poursuivez)\\s+pas',
    ],
    not: ["\\bn(?:['’]|e\\s+(?:t['’]|vous\\s+|pas\\s+)?)(?:attend(?:s|ez|re)|arr[êe]te[zr]?|stoppe[zr]?)"],
  },
  es: {
    waits: [
      '(?<!\\bde\\s)espera|esper(?:e|en|ad)|aguarda|det[ée]n(?:te|gase)?|pausa|un\\s+momento|para(?=\\s*!)|alto(?=\\s*!)',
      '(?:todav[íi]a|a[úu]n|ahora)\\s+no|no\\s+(?:sigas|siga|sigan|contin[úu]es?|avances?)',
    ],
    not: ['\\bno\\s+esperen?\\b'],
  },
} as const

/** The same where nothing stands between words. */
const unspaced = {
  zh: {
    waits:
      '等(?:等|一下|一等|一会|会儿|下)|稍等|且慢|慢着|别急|停(?:下|止|一下|一停|住|吧|(?=[\\s,.!。]|$))|暂停|先(?:别|不要)|(?:别|不要|不能)(?:继续|往下)|还(?:没|不行|不要|不能)|(?<=^|[\\s,.!。])等(?=[\\s,.!。]|$)',
    not: '(?:别|不要|不用|不必|不能)(?:等|暂?停)(?:等|一下|一等|下|止)?',
  },
  ja: {
    waits:
      '待って(?![いる])|待て(?![ばる])|待った|お待ち|ストップ|停止|中断|止ま(?:って(?![いる])|れ)|(?:止|や)めて(?![いる])|まだ(?:です|だめ|ダメ|早|[\\s,.!。、]|$)|(?:続け|進め|進ま)ないで',
    not: '(?:待た|止め|止ま|やめ)ないで',
  },
} as const

const ofAll = (key: 'waits' | 'not'): readonly [spaced: string, unspaced: string] => [
  Object.values(spaced)
    .flatMap((language) => language[key])
    .join('|'),
  Object.values(unspaced)
    .map((language) => language[key])
    .join('|'),
]
const [waits, waitsUnspaced] = ofAll('waits')
const denied = new RegExp(ofAll('not').join('|'), 'giu')
/** A question about waiting asks for none; “can you wait?” does. */
const asksWhy =
  /^\P{L}*(?:what|why|how|when|where|which|who|do|does|did|is|are|was|should|warum|wieso|wann|wie|pourquoi|quand|por\s+qu[ée]|cu[áa]ndo|为什么|なぜ|どうして)(?!\p{L}).*\?/iu

/**
 * @param own the developer's own words for it
 * @returns whether a sentence of any length asks to wait: nothing of a message that does is cast
 */
export function waitingBy(own: readonly string[]): (sentence: string) => boolean {
  const waiting = new RegExp(`${begin}(?:${waits}|${choice(own)})${end}|${waitsUnspaced}`, 'iu')
  return (sentence) => !asksWhy.test(sentence) && waiting.test(sentence.replace(denied, ' '))
}
