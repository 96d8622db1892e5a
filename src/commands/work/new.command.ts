import { outputOf } from '../../cli/answer-output'
import { agrees } from '../../cli/ask'
import { castContextOf } from '../../cli/cast-context'
import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { engineer } from '../../workflows/engineer'
import { startNew } from './new'

/** Archives the work and starts the next piece. */
export const command = defineCommand({
  name: 'new',
  summary: 'Archive the current work and start a new one',
  argument: { name: 'name', help: 'name of the archive (default: the title of the plan)' },
  options: [{ key: 'yes', flag: '--yes', help: 'even if the work is incomplete' }, waitOption],
  async run(name, cli) {
    const agree = () => agrees(cli, 'This piece of work is not complete. Archive it anyway?', () => needsYes(name))
    return outputOf(await startNew(engineer, castContextOf(cli), name, agree), cli.options.for)
  },
})

function needsYes(name: string | undefined): Failure {
  const fix = name === undefined ? 'spell new --yes' : `spell new ${JSON.stringify(name)} --yes`
  return new Failure(exit.usage, 'needs-yes', 'This piece of work is not complete.', fix)
}
