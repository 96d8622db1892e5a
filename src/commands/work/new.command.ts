import { outputOf } from '../../cli/answer-output'
import { answerTo } from '../../cli/ask'
import { castContextOf } from '../../cli/cast-context'
import { type CommandContext, defineCommand } from '../../cli/command'
import { type Option, type OptionsOf, waitOption } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { engineer } from '../../workflows/engineer'
import { startNew } from './new'

const options = [
  { key: 'yes', flag: '--yes', help: 'also where the work is not complete' },
  waitOption,
] as const satisfies readonly Option[]
type NewContext = CommandContext<OptionsOf<typeof options>>

/** Puts the work away and starts the next. */
export const command = defineCommand({
  name: 'new',
  summary: 'puts this piece of work away whole and starts the next',
  argument: { name: 'name', help: "the archive's name; else the plan's first heading" },
  options,
  async run(name, cli) {
    const answer = await startNew(engineer, castContextOf(cli), name, () => agree(name, cli))
    return outputOf(answer, cli.options.for)
  },
})

async function agree(name: string | undefined, cli: NewContext): Promise<boolean> {
  if (cli.options.yes) return true
  if (!(await cli.canAsk())) {
    const fix = name === undefined ? 'spell new --yes' : `spell new ${JSON.stringify(name)} --yes`
    throw new Failure(exit.usage, 'needs-yes', 'This piece of work is not complete.', fix)
  }
  const { default: inquirer } = await import('inquirer')
  const answer = await answerTo(
    inquirer.prompt([
      {
        type: 'confirm',
        name: 'sure',
        message: 'This piece of work is not complete. Put it away all the same?',
        default: false,
      },
    ]),
  )
  return answer?.sure === true
}
