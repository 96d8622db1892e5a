import type { Setting } from './command'
import { globalOptions, type Options, readOptions, spellOptions } from './options'
import { print, printFailure } from './print'
import { castSpell, spellNamed } from './spell'
import { isTerminal, write } from './streams'

/** What commands may know of the process. */
export function settingOf(options: Options, env = process.env): Setting {
  return {
    options,
    env,
    tell: (message) => void (options.quiet || write(2, `spell: ${message}\n`)),
    canAsk: async () => !options.json && (await isTerminal(0)) && (await isTerminal(1)),
    show: (output) => print(output, options, env),
  }
}

/**
 * Runs the command line. A spell with plain options takes the fast path; everything else, and everything unusual,
 * goes through commander, which is loaded only then.
 *
 * @param argv the arguments after the program's name
 * @returns the exit code
 */
export async function main(argv: readonly string[]): Promise<number> {
  const spell = spellNamed(argv[0])
  const options = spell && readOptions(argv.slice(1), [...globalOptions, ...spellOptions])
  if (!spell || !options) {
    const { runProgram } = await import('./program')
    return runProgram(argv)
  }
  try {
    const output = await castSpell(spell, settingOf(options))
    await print(output, options, process.env)
    return output.exitCode
  } catch (error) {
    return printFailure(error, options)
  }
}
