/** The six spells with the plain word for each. */
export const spells = {
  accio: { alias: 'next', summary: 'goes on to the next step' },
  expecto: { alias: 'enrich', summary: 'fetches what Jira and Confluence links say' },
  reparo: { alias: 'review', summary: 'starts handling the review of a pull request' },
  reverto: { alias: 'leave', summary: 'leaves the review and goes back' },
  finite: { alias: 'plan', summary: 'goes back to the plan' },
  lumos: { alias: 'status', summary: 'shows where you are and what can be cast' },
} as const
export type SpellName = keyof typeof spells
export const spellNames = Object.keys(spells) as SpellName[]

/** @returns the spell of that name or plain word, if it is one */
export const spellNamed = (word: string | undefined): SpellName | undefined =>
  spellNames.find((name) => name === word || spells[name].alias === word)
