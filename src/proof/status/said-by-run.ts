import { code } from '../../text/markdown/code'
import { quoted } from '../../text/quoted'
import type { PlannedCriterion } from '../../workflow/criteria/criterion'
import type { PlannedCommand } from '../../workflow/criteria/planned-command'
import { simpleCommand } from '../../workflow/criteria/simple-command'
import type { Proof } from '../../workflow/criteria/status'
import { inFolder, lines } from './said-criterion'

/** @returns what `saidOf` says, as far as a run of another version tells, in the words of this one where its arguments are the same */
export function saidByRun(
  { argv = [], shell, in: folder = '', expect = [] }: Proof,
  { text, commands }: PlannedCriterion,
): string {
  const isSame = ({ text, kind }: PlannedCommand) => {
    const line = kind === 'run' ? simpleCommand(text) : undefined
    return line && 'argv' in line && line.argv.join('\0') === argv.join('\0')
  }
  return lines([
    text,
    shell === undefined ? `run: ${code(commands.find(isSame)?.text ?? quoted(argv))}` : `shell: ${code(shell)}`,
    ...inFolder(folder),
    ...expect.map((expected) => `expect: ${expected}`),
  ])
}
