import { type Option, waitOption } from '../../cli/options'

/** The options of every command that proves. */
export const proveOptions = [
  { key: 'list', flag: '--list', help: 'show what is to be proven with its commands, and run nothing' },
  { key: 'all', flag: '--all', help: 'run the commands of what is proven again, too' },
  waitOption,
] as const satisfies readonly Option[]
