import { agentIn } from '../agents/detect'
import { beginningOf, inline, paragraphs } from '../answer/markdown'
import { documentOutput } from '../cli/answer-output'
import { picked } from '../cli/ask'
import type { CommandContext } from '../cli/command'
import { exit, Failure } from '../failure/failure'
import { shownCommand } from '../markdown/shown-command'
import { type BoundCommand, type Consents, keepConsent, type Reach } from './consent'
import { beforeText } from './consent-before'
import type { BoundScript } from './consent-binding'
import { shown } from './criteria/planned-command'

/**
 * Shows commands as they will run, asks the developer whether they may, and keeps the answer.
 *
 * @param waiting some of the commands that are not allowed yet
 * @param now the time
 * @returns how far they are allowed; undefined if they are not
 * @throws Failure (notPossible) `asks-in-terminal` if there is no developer to ask, or if the answer cannot be kept
 */
export async function askConsent(
  cli: CommandContext,
  consents: Consents,
  waiting: readonly BoundCommand[],
  now: Date,
): Promise<Reach | undefined> {
  await refuseWithoutDeveloper(cli)
  const items = waiting.map((each, index) => describeCommand(index + 1, each))
  await cli.show(documentOutput('allow', true, {}, `${paragraphs('### Not Allowed Yet', ...items)}\n`))
  const [these, them] = waiting.length === 1 ? ['this command', 'it'] : [`these ${waiting.length} commands`, 'them']
  // Enter by mistake allows nothing.
  const choice = await picked(`May ${these} run on your machine?`, [
    { value: 'no', name: `No, do not run ${them}` },
    ...(waiting.some(({ work }) => work === undefined)
      ? []
      : [{ value: 'work', name: 'Yes, for this piece of work' } as const]),
    { value: 'always', name: 'Yes, always in this clone' },
  ])
  if (choice === undefined || choice === 'no') return undefined
  await keepConsent(consents, waiting, choice, now)
  return choice
}

/** An agent that has a terminal is still no developer. */
async function refuseWithoutDeveloper(cli: CommandContext): Promise<void> {
  const agent = await agentIn(cli.env)
  const fix = 'spell allow   # in a terminal of your own'
  if (agent !== undefined && (await cli.canAsk())) {
    const message = `\`spell allow\` asks the developer, and ${agent} has started this terminal.`
    throw new Failure(exit.notPossible, 'asks-in-terminal', message, fix)
  }
  if (!(await cli.canAsk()))
    throw new Failure(exit.notPossible, 'asks-in-terminal', '`spell allow` asks in a terminal.', fix)
}

/** From so many characters on it is said how many a command has. */
const longCharacters = 500
const criterionCharacters = 100

/** @returns a command as it will run with what is to be known of it, as a numbered item */
export function describeCommand(
  number: number,
  { command, criterion, binding: { boundTo, scripts }, before }: BoundCommand,
  ...more: readonly string[]
): string {
  const { text } = command
  const [words, ...how] = shown(command)
  const lines = [
    criterion === undefined
      ? 'for completing the work (`proof.always`)'
      : `for “${beginningOf(inline(criterion), criterionCharacters)}”`,
    ...how,
    ...scripts.map(scriptText),
    boundTo.length === 0 ? 'bound to its words alone' : `bound to ${boundTo.map(shownCommand).join(', ')}`,
    text.length > longCharacters && `${text.length.toLocaleString('en')} characters long`,
    before && beforeText(before),
    ...more,
  ].filter(Boolean)
  return [`${number}. ${words}`, ...lines.map((line) => `   - ${line}`)].join('\n')
}

const scriptText = ({ from, text, isSure }: BoundScript): string =>
  `${isSure ? 'runs' : 'may run'} ${shownCommand(text)}, from ${shownCommand(from)}`
