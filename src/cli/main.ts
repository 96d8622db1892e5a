import { globalOptions, readOptions } from './options'
import { print, printFailure } from './print'
import { settingOf } from './setting'
import { castSpell, optionsOf, spellNamed } from './spell'

/**
 * Runs the command line. A spell with plain options takes the fast path; everything else, and everything unusual,
 * goes through commander, which is loaded only then.
 *
 * @param argv the arguments after the program's name
 * @returns the exit code
 */
export async function main(argv: readonly string[]): Promise<number> {
  if (argv[0] === 'completion' && argv[1] === '--words') {
    const { complete } = await import('./complete')
    return complete(argv.slice(2))
  }
  // A host asks often, and whatever goes wrong must not stop anybody.
  if (argv[0] === 'hope' && argv[1] === 'hook' && !argv.includes('--help') && !argv.includes('-h')) {
    const { answerHost } = await import('./hope/answer-host')
    return answerHost(argv.slice(2))
  }
  const spell = spellNamed(argv[0])
  const options = spell && readOptions(argv.slice(1), [...globalOptions, ...optionsOf(spell)])
  if (!spell || !options) {
    const { runProgram } = await import('./program')
    return runProgram(argv)
  }
  try {
    const setting = settingOf(options)
    const output = await castSpell(spell, setting)
    await print(output, options, process.env)
    if (setting.timing) {
      setting.timing.mark('print')
      setting.tell(setting.timing.report())
    }
    return output.exitCode
  } catch (error) {
    return printFailure(error, options)
  }
}
