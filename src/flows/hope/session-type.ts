export const types = ['Build', 'Debug', 'Plan', 'Reflect'] as const
export type SessionType = (typeof types)[number]

export const pipelines: Readonly<Record<SessionType, readonly string[]>> = {
  Build: ['intent', 'shape', 'consult', 'loop'],
  Debug: ['intent', 'shape', 'consult', 'loop'],
  Plan: ['intent', 'shape', 'consult', 'output'],
  Reflect: ['intent', 'consult', 'output'],
}

/** The words of each type, with their inflections. */
// biome-ignore format: one type a line
const signals: Readonly<Record<SessionType, Readonly<Record<string, string>>>> = {
  Build: { build: 'buil(?:d|ds|ding|t)', implement: 'implement(?:s|ed|ing)?', create: 'creat(?:e|es|ed|ing)', add: 'add(?:s|ed|ing)?' },
  Debug: { fix: 'fix(?:es|ed|ing)?', bug: 'bugs?', error: 'errors?', broken: 'broken' },
  Plan: { plan: 'plan(?:s|ned|ning)?', design: 'design(?:s|ed|ing)?', architect: 'architect(?:s|ed|ing)?', explore: 'explor(?:e|es|ed|ing)' },
  Reflect: { postmortem: 'post[\\s-]?mortems?', 'review session': 'review(?:s|ed|ing)?\\s+sessions?', 'what went wrong': 'what\\s+went\\s+wrong' },
}

/** Whole words: no letter, digit or underscore on either side. */
const whole = (forms: string) => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${forms})(?![\\p{L}\\p{N}_])`, 'iu')

const opener =
  /^(?:[\s,.!:;-]+|(?:please|kindly|hey|hi|hello|ok(?:ay)?|so|now|also|just|then|first|let['’]?s|let\s+us|help\s+(?:me|us)(?:\s+to)?|(?:can|could|would|will)\s+(?:you|we|i)|(?:i|we)(?:['’]d|\s+would)\s+like\s+(?:you\s+)?to|(?:i|we)\s+(?:want|need|have)(?:\s+you)?\s+to|(?:i|we|you)\s+(?:should|must))(?![\p{L}\p{N}_]))/iu

/** The order of precedence for a tie. */
const ties: readonly SessionType[] = ['Debug', 'Plan', 'Build']

/**
 * Detects the type of session that a request starts, and the words of the table that indicate one; `guessed` without any.
 * One that the user has chosen wins.
 */
export function sessionType(text: string, named?: SessionType) {
  const wordsIn = (type: SessionType) =>
    Object.entries(signals[type]).flatMap(([word, forms]) => (whole(forms).test(text) ? [word] : []))
  const highest = Math.max(...ties.map((type) => wordsIn(type).length))
  const spoken =
    named ??
    (wordsIn('Reflect').length > 0 ? 'Reflect' : undefined) ??
    firstWordOf(text) ??
    ties.find((type) => highest > 0 && wordsIn(type).length === highest)
  return { type: spoken ?? ('Build' as const), guessed: spoken === undefined, signals: types.flatMap(wordsIn) }
}

function firstWordOf(text: string): SessionType | undefined {
  let rest = text.slice(0, 1000)
  for (let before = ''; before !== rest; ) {
    before = rest
    rest = rest.replace(opener, '')
  }
  return types.find((type) => whole(`^(?:${Object.values(signals[type]).join('|')})`).test(rest))
}
