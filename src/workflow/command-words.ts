import type { Words } from './texts'

/** @returns the wording that all answers share of a workflow whose events are said as its commands */
export const commandWords = (workflow: string): Words => ({
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
