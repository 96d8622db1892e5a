/** How much the developer takes part. */
export const engagements = ['Autonomous', 'Collaborative', 'Guided'] as const
export type Engagement = (typeof engagements)[number]

export const oneOf = <const Words extends readonly string[]>(words: Words, said: string): Words[number] | undefined =>
  words.find((word) => word.toLowerCase() === said.trim().toLowerCase())
