export const types = ['Build', 'Debug', 'Plan', 'Reflect'] as const
export type SessionType = (typeof types)[number]

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

/**
 * Detects the type of session that a request starts, and the words of the table that indicate one: what Reflect is known
 * by, otherwise the first of them; `guessed` without any. One that the user has chosen wins.
 */
export function sessionType(text: string, named?: SessionType) {
  const found = types
    .flatMap((type) =>
      Object.entries(signals[type]).map(([word, forms]) => ({ type, word, at: text.search(whole(forms)) })),
    )
    .filter(({ at }) => at >= 0)
  const first = [...found].sort((one, other) => one.at - other.at)[0]
  const isReflect = found.some(({ type }) => type === 'Reflect')
  const spoken = named ?? (isReflect ? 'Reflect' : first?.type)
  return { type: spoken ?? ('Build' as const), guessed: spoken === undefined, signals: found.map(({ word }) => word) }
}
