import type { AnswerWords, RowText } from './texts'

/** @returns the wording that all answers share of a workflow whose events are said as its commands */
export const commandWords = (workflow: string): AnswerWords => ({
  name: `\`spell ${workflow} {{event}}\``,
  short: '`{{event}}`',
  closed: '`{{event}}` ({{because}})',
  available: 'What Can Be Done Now',
  unavailable: 'What Cannot Be Done Now',
  choices: 'What Can Be Chosen',
  list: 'Links',
  refused: `\`spell ${workflow} {{event}}\` cannot be used right now: {{because}}.`,
  idle: `\`spell ${workflow} {{event}}\` had no effect: {{because}}.`,
})

/** @returns what is said there when a step was taken back */
export const undoText = (workflow: string): RowText => ({
  summary: 'takes back the last step',
  happened: `The last step, \`spell ${workflow} {{verb}}\`, was taken back.`,
  ai: `1. The last step was taken back: forget what it asked of you.\n2. Run \`spell ${workflow} status --for ai\`, and build only on what it shows. Touch nothing that was set aside.`,
})
