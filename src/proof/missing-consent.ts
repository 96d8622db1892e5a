import { exit, Failure } from '../failure/failure'
import { nameOf } from './chosen-items'
import { type BoundCommand, beforeText, waitingIn } from './consent'
import { shown } from './criteria/planned-command'
import type { StandingItem, WorkHere } from './work-here'

/** @returns the refusal to run what the developer has not allowed, with the reason for each command */
export function notAllowed(
  said: WorkHere['said'],
  chosen: readonly StandingItem[],
  waiting: readonly BoundCommand[],
): Failure {
  const isLapsed = waiting.some(({ before }) => before === 'changed')
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
    { details: waiting.map(waitingText) },
  )
}

/** What tells a command from another one of the same words is named, too. */
function waitingText({ command, before }: BoundCommand): string {
  const [words, ...how] = shown(command)
  const named = `${words}${how.length > 0 ? ` (${how.join(', ')})` : ''}`
  return before ? `${named}: ${beforeText(before)}` : named
}

/** @returns a sentence with the way to run those of the chosen that are allowed; empty if there are none */
export function restText({ command }: WorkHere['said'], chosen: readonly StandingItem[]): string {
  const able = chosen.filter(({ commands }) => commands.length > 0 && waitingIn({ commands }).length === 0)
  return able.length === 0 ? '' : `\`${command} ${able.map(nameOf).join(' ')}\` runs what is allowed.`
}
