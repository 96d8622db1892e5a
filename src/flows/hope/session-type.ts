export const types = ['Build', 'Debug', 'Plan', 'Reflect'] as const
export type SessionType = (typeof types)[number]

/** The words of each type, with their inflections. */
const signals: Readonly<Record<SessionType, string>> = {
  Build: 'buil(?:d|ds|ding|t)|implement(?:s|ed|ing)?|creat(?:e|es|ed|ing)|add(?:s|ed|ing)?',
  Debug: 'fix(?:es|ed|ing)?|bugs?|errors?|broken',
  Plan: 'plan(?:s|ned|ning)?|design(?:s|ed|ing)?|architect(?:s|ed|ing)?|explor(?:e|es|ed|ing)',
  Reflect: 'post[\\s-]?mortems?|review(?:s|ed|ing)?\\s+sessions?|what\\s+went\\s+wrong',
}

/** Whole words: no letter, digit or underscore on either side. */
const whole = (forms: string) => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${forms})(?![\\p{L}\\p{N}_])`, 'iu')

/** @returns the type of session that a request starts: Reflect by any phrase of it, otherwise by its first word of a type */
export function typeOf(text: string): SessionType {
  const found = types.map((type) => ({ type, at: text.search(whole(signals[type])) })).filter(({ at }) => at >= 0)
  const reflecting = found.find(({ type }) => type === 'Reflect')
  return (reflecting ?? found.sort((one, other) => one.at - other.at)[0])?.type ?? 'Build'
}
