/** An option of a command, as data for the fast path, for commander and for completion. */
export interface Option {
  /** The name of its value in a command's options. */
  readonly key: string
  readonly flag: string
  /** Its name in the help; absent for a switch. Completion knows `DIR`, `FILE`, and `LIST`, with commas. */
  readonly value?: string
  readonly help: string
  readonly fallback?: string
  readonly choices?: readonly string[]
  /** Can be repeated; all values are kept. */
  readonly many?: true
  /** Values to offer if not all valid ones can be listed. */
  readonly known?: readonly string[]
}

type ValueOf<O extends Option> = O extends { readonly many: true }
  ? readonly string[]
  : O extends { readonly choices: readonly (infer Choice)[] }
    ? Choice
    : O extends { readonly value: string }
      ? string
      : true

/** The options of a command line: a value under each key, absent if it was not given. */
export type OptionsOf<List extends readonly Option[]> = {
  readonly [O in List[number] as O['key']]?: ValueOf<O>
}

export const globalOptions = [
  { key: 'cwd', flag: '--cwd', value: 'DIR', help: 'work as if started in this folder' },
  { key: 'work', flag: '--work', value: 'NAME', help: 'which piece of work', fallback: 'the one in use' },
  { key: 'json', flag: '--json', help: 'print one JSON document' },
  {
    key: 'for',
    flag: '--for',
    value: 'WHO',
    help: 'print one part only',
    fallback: 'both, in a terminal developer',
    choices: ['ai', 'developer', 'both'],
  },
  { key: 'quiet', flag: '--quiet', help: 'no warnings or progress on stderr' },
  { key: 'noColor', flag: '--no-color', help: 'no color' },
  { key: 'debug', flag: '--debug', help: 'print details and stack traces on stderr' },
] as const satisfies readonly Option[]

/** For every command that changes files. */
export const waitOption = {
  key: 'wait',
  flag: '--wait',
  value: 'SECONDS',
  help: 'seconds to wait for the lock',
  fallback: '5',
} as const satisfies Option

/** The options of every command; `--wait` only for those that declare it. */
export type GlobalOptions = OptionsOf<[...typeof globalOptions, typeof waitOption]>

/** Parses plain options (`--flag` or `--flag VALUE`); undefined for anything else, which the full parser must handle. */
export function readOptions(argv: readonly string[], allowed: readonly Option[]): GlobalOptions | undefined {
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

/** The options of every command that proves. */
export const proveOptions = [
  { key: 'list', flag: '--list', help: 'show each with its commands, and run nothing' },
  { key: 'all', flag: '--all', help: 'run again what has passed, too' },
  waitOption,
] as const satisfies readonly Option[]
