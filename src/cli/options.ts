import type { Audience } from '../answer/render'

/** Every option that more than one command takes, as data for the fast path and for commander. */
export interface Option<Key extends string = keyof Options> {
  /** As in `Options`, or in what a workflow's own verbs take. */
  readonly key: Key
  readonly flag: string
  /** The name of its value in the help; absent for a switch. Completion knows `DIR`, `FILE`, and `LIST`, with commas. */
  readonly value?: string
  readonly help: string
  /** The only values that are right. */
  readonly choices?: readonly string[]
  /** Can be given again and again; all values are kept. */
  readonly many?: true
  /** Values to offer where not all that are right can be listed. */
  readonly known?: readonly string[]
}

/** What was asked for, each absent where it was not. */
export interface Options {
  cwd?: string
  json?: true
  for?: Audience
  quiet?: true
  noColor?: true
  debug?: true
  timing?: true
  brief?: true
  hook?: string
  agent?: string
  wait?: string
  reason?: string
  fix?: true
  dryRun?: true
  note?: string
  noteFile?: string
  yes?: true
  limit?: string
  agents?: string
  guard?: string
  trailer?: string
  prepare?: string
  hooks?: true
  fetch?: true
  pr?: string
  base?: string
  requirement?: string
  format?: string
  noOverrides?: true
  messageFile?: string
}

export const globalOptions: readonly Option[] = [
  { key: 'cwd', flag: '--cwd', value: 'DIR', help: 'work as if started in this folder' },
  { key: 'json', flag: '--json', help: 'print one JSON document' },
  { key: 'for', flag: '--for', value: 'WHO', help: 'print one part only', choices: ['ai', 'developer', 'both'] },
  { key: 'quiet', flag: '--quiet', help: 'no warnings or progress on stderr' },
  { key: 'noColor', flag: '--no-color', help: 'no color' },
  { key: 'timing', flag: '--timing', help: 'say on stderr how long the parts of a spell took' },
  { key: 'debug', flag: '--debug', help: 'say on stderr what is being done, with traces of errors' },
]

/** Of everything that changes files. */
export const waitOption: Option = {
  key: 'wait',
  flag: '--wait',
  value: 'SECONDS',
  help: 'how long to wait while somebody else is at work here, 5 unless told',
}

export const spellOptions: readonly Option[] = [
  { key: 'note', flag: '--note', value: 'TEXT', help: 'a note for the history, at most 2,000 characters' },
  { key: 'noteFile', flag: '--note-file', value: 'FILE', help: 'the same from a file, or from - (stdin)' },
  waitOption,
]

/** Of Reparo alone. */
export const reparoOptions: readonly Option[] = [
  { key: 'fetch', flag: '--fetch', help: 'fetch the comments of the pull request from GitHub' },
  { key: 'pr', flag: '--pr', value: 'PR', help: 'the same for this pull request: its number or its address' },
]

/** Only of Lumos. */
export const lookOptions: readonly Option[] = [
  { key: 'brief', flag: '--brief', help: 'only what an agent has to know to go on, in 1,200 bytes at most' },
  {
    key: 'hook',
    flag: '--hook',
    value: 'AGENT',
    help: 'with --brief: in the form that hooks of this agent answer in',
    choices: ['cursor', 'copilot', 'gemini'],
  },
]

/**
 * Reads options of the plain kind (`--flag` or `--flag VALUE`).
 *
 * @returns undefined for anything that is not plain, so that the full parser can have a look
 */
export function readOptions(argv: readonly string[], allowed: readonly Option<string>[]): Options | undefined {
  const options: Record<string, string | true> = {}
  for (let index = 0; index < argv.length; index++) {
    const option = allowed.find(({ flag }) => flag === argv[index])
    if (!option) return undefined
    const value = option.value === undefined ? true : argv[++index]
    if (value === undefined || (value !== true && value.startsWith('-') && value !== '-')) return undefined
    if (option.choices && !option.choices.includes(String(value))) return undefined
    options[option.key] = value
  }
  return options
}
