import { picked } from '../../cli/ask'
import { type CommandContext, documentOutput } from '../../cli/command'
import { type BoundCommand, describeCommand, type Reach, waitingText } from '../../proof/consent/bound-command'
import { type Consents, keepConsent } from '../../proof/consent/consent'
import { allowCommand, faultLine } from '../../proof/consent/current-commands'
import type { StandingItem } from '../../proof/work-here'
import { exit, Failure } from '../../text/failure'
import { paragraphs } from '../../text/markdown-parts'
import { refuseWithoutDeveloper } from '../../word/developer'
import type { Work } from '../../work/work'
import { shown } from '../../workflow/criteria/planned-command'

/**
 * Shows commands as they will run, asks the developer whether they may, and keeps the answer.
 *
 * @returns how far they are allowed; undefined if they are not. A no is kept, too: no later word allows them
 * @throws Failure (notPossible) `asks-in-terminal` if there is no developer to ask, or if the answer cannot be kept
 */
export async function askConsent(
  cli: CommandContext,
  consents: Consents,
  waiting: readonly BoundCommand[],
  now: Date,
  command = 'spell allow',
): Promise<Reach | undefined> {
  await refuseWithoutDeveloper(cli, command, ['asks the developer', 'asks in a terminal'])
  const items = waiting.map((each, index) => describeCommand(index + 1, each))
  await cli.show(documentOutput('allow', true, {}, `${paragraphs('### Not Allowed Yet', ...items)}\n`))
  const [these, them] = waiting.length === 1 ? ['this command', 'it'] : [`these ${waiting.length} commands`, 'them']
  // Enter by mistake allows nothing.
  const choice = await (cli.pick ?? picked)(`May ${these} run on your machine?`, [
    { value: 'no', name: `No, do not run ${them}` },
    ...(waiting.some(({ work }) => work === undefined)
      ? []
      : [{ value: 'work', name: 'Yes, for this piece of work' } as const]),
    { value: 'always', name: 'Yes, always in this clone' },
  ])
  if (choice === undefined) return undefined
  await keepConsent(consents, waiting, choice, now)
  return choice === 'no' ? undefined : choice
}

/**
 * @param words of the developer, of which the next would allow them
 * @returns the refusal to run what the developer has not allowed, with the reason for each command, and what cannot be run at all
 */
export function notAllowed(
  work: Pick<Work, 'isArchived' | 'name'>,
  chosen: readonly StandingItem[],
  waiting: readonly BoundCommand[],
  words: readonly string[],
): Failure {
  const isLapsed = waiting.every(({ before }) => before === 'changed')
  const [are, them] = waiting.length === 1 ? ['One command is', 'it'] : [`${waiting.length} commands are`, 'them']
  const message = [
    `${are} not allowed ${isLapsed ? 'any more' : 'yet in this clone'}, so nothing was run.`,
    `Only the developer can allow ${them}${words.length > 0 ? `: their next ${words.join(' or ')} does, or they do it in a terminal` : ''}.`,
  ]
  const fix = `${allowCommand(work)}   # the developer, in a terminal`
  const details = [...waiting.map(described), ...chosen.flatMap(({ faults }) => faults.map(faultLine))]
  return new Failure(exit.notPossible, 'not-allowed', message.join(' '), fix, { details })
}

/** What tells a command from another one of the same words is named, too. */
function described(bound: BoundCommand): string {
  const [words, ...how] = shown(bound.command)
  const named = `${words}${how.length > 0 ? ` (${how.join(', ')})` : ''}`
  return bound.before ? `${named}: ${waitingText(bound)}` : named
}
