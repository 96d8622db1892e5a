import type { CommandContext, Timing } from '../cli/command'
import type { GlobalOptions } from '../cli/options'
import { isForEyes, isTerminal, readStdin, write } from '../cli/streams'
import { print } from './print'

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

/** @param now milliseconds since the process was started */
export function timingOf(now: () => number): Timing {
  const parts = new Map<string, number>()
  let last = 0
  return {
    mark(part) {
      const time = now()
      parts.set(part, (parts.get(part) ?? 0) + time - last)
      last = time
    },
    report: () =>
      [...parts].map(([part, time], index) => `${part} ${time.toFixed(1)}${index === 0 ? ' ms' : ''}`).join(', '),
  }
}
