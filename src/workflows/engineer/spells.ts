import type { WordOf } from '../../workflow/event-words'
import type { AnswerWords } from '../../workflow/texts'

/** The six spells with the plain word for each, in the order in which answers list them. */
export const spells = {
  accio: { alias: 'next', summary: 'Go on to the next step' },
  expecto: { alias: 'enrich', summary: 'Have the agent fetch Jira and Confluence links' },
  reparo: { alias: 'review', summary: 'Begin a review: gather its comments' },
  reverto: { alias: 'leave', summary: 'Leave the review and go back' },
  finite: { alias: 'plan', summary: 'Go back to the plan' },
  lumos: { alias: 'status', summary: 'Show where you are and what you can say' },
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

/** The wording that all answers share; `commandWords` has that of the other workflows. */
export const spellWords: AnswerWords = {
  name: '**{{spell}}** ({{plain}})',
  short: '{{spell}} ({{plain}})',
  closed: '**{{spell}}** ({{because}})',
  available: 'Available Spells',
  unavailable: 'Unavailable Spells',
  choices: 'Available Choices',
  list: 'Links to Fetch',
  refused: '**{{spell}}** cannot be used right now: {{because}}.',
  idle: '**{{spell}}** had no effect: {{because}}.',
}
