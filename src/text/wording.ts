/** Rewrites a text in which spells are named. */
export type Wording = (text: string) => string

/** @returns a value of ours with its texts named so */
export const namedIn = <Value>(value: Value, words: Wording): Value => JSON.parse(words(JSON.stringify(value)))
