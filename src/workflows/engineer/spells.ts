import type { WordOf } from '../../workflow/event-words'

/** The six spells with the plain word for each, in the order in which answers list them. */
export const spells = {
  accio: { alias: 'next', summary: 'Go on to the next step' },
  expecto: { alias: 'enrich', summary: 'Have the agent fetch Jira and Confluence links' },
  reparo: { alias: 'review', summary: 'Begin a review: gather its comments' },
  reverto: { alias: 'leave', summary: 'Leave the review and go back' },
  finite: { alias: 'plan', summary: 'Go back to the plan' },
  lumos: { alias: 'status', summary: 'Show where you are and what you can cast' },
} as const
export type SpellName = keyof typeof spells
export const spellNames = Object.keys(spells) as SpellName[]

/** What the developer says before each spell. */
export const words: Readonly<Record<SpellName, WordOf>> = {
  accio: 'its name',
  expecto: 'its name',
  reparo: 'its name',
  reverto: 'its name',
  finite: 'its name',
  lumos: 'none',
}

export function spellNamed(word: string | undefined): SpellName | undefined {
  const wanted = word?.toLowerCase()
  return spellNames.find((name) => name === wanted || spells[name].alias === wanted)
}

/** @returns whether a word is the name of a spell, not the plain word for it */
export const isLatin = (word = ''): boolean => word.toLowerCase() in spells
