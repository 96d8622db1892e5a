import type { CommandContext } from './command'
import type { GlobalOptions } from './options'
import { isForEyes, print } from './print'
import { isTerminal, readStdin, write } from './streams'
import { timingOf } from './timing'

/** Builds the context of a command from the process. */
export function commandContextOf(options: GlobalOptions, env = process.env): CommandContext {
  return {
    options,
    env,
    tell: (message) => void (options.quiet || write(2, `spell: ${message}\n`)),
    canAsk: async () => !options.json && isForEyes(env) && (await isTerminal(0)) && (await isTerminal(1)),
    stdin: readStdin,
    show: (output) => print(output, options, env),
    ...(options.timing && { timing: timingOf(() => performance.now()) }),
  }
}
