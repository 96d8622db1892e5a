import { shownCommand } from '../answer/shown-command'
import { exit, Failure } from '../failure/failure'
import { nameOf } from './chosen-items'
import { type BoundCommand, waitingIn } from './consent'
import { beforeText, changesSince, sinceText } from './consent-before'
import { bindingOf } from './consent-binding'
import type { StandingItem, WorkHere } from './work-here'

/** @returns the refusal to run what the developer has not allowed, with the reason for each command */
export function notAllowed(
  said: WorkHere['said'],
  chosen: readonly StandingItem[],
  waiting: readonly BoundCommand[],
): Failure {
  const isLapsed = waiting.some(({ before }) => before && !before.isOfOtherWork)
  const [are, now, them] =
    waiting.length === 1
      ? ['One command is', 'as it is now', 'it']
      : [`${waiting.length} commands are`, 'as they are now', 'them']
  const message = [
    `${are} not allowed ${isLapsed ? now : 'yet on this machine'}, so nothing was run.`,
    `Only the developer can allow ${them}.`,
    restText(said, chosen),
  ]
  return new Failure(
    exit.notPossible,
    'not-allowed',
    message.filter(Boolean).join(' '),
    'spell allow   # the developer, in a terminal',
    { details: waiting.map(inWords) },
  )
}

/** What tells a command from another one of the same words is named, too. */
function inWords({ command: { kind, text, folder }, binding: { writes }, before }: BoundCommand): string {
  const how = [
    kind === 'shell' && 'by `sh -c`',
    folder !== '' && `in ${shownCommand(folder)}`,
    writes.length > 0 && `writes ${writes.map(shownCommand).join(', ')}`,
  ].filter((part) => part !== false)
  const command = `${shownCommand(text)}${how.length > 0 ? ` (${how.join(', ')})` : ''}`
  return before ? `${command}: ${beforeText(before)}` : command
}

/** @returns a sentence with the way to run those of the chosen that are allowed; empty if there are none */
export function restText({ command }: WorkHere['said'], chosen: readonly StandingItem[]): string {
  const able = chosen.filter(({ commands }) => commands.length > 0 && waitingIn({ commands }).length === 0)
  return able.length === 0 ? '' : `\`${command} ${able.map(nameOf).join(' ')}\` runs what is allowed.`
}

/** @returns why a command must not be started any more, as a clause; undefined if it may */
export function lapsed(root: string, { command, binding, allowed }: BoundCommand): string | undefined {
  const now = bindingOf(root, command)
  if (allowed !== undefined && now.digest === binding.digest) return undefined
  const since = sinceText(changesSince(binding.terms, now.terms))
  return `something that it is bound to has changed${since && ` (${since})`}, so it has to be allowed again`
}
