import type { Words } from '../../workflow/texts'

/** The wording that all answers share; `commandWords` has that of the other workflows. */
export const spellWords: Words = {
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
