import type { Answer } from '../../answer/answer'
import type { CommandContext, Output } from '../../cli/command'
import { type Option, type OptionsOf, waitOption } from '../../cli/options'
import { type PieceOfWork, workMeant } from '../../cli/work-meant'
import { collab } from '../../workflows/collab'
import { sessionsFolder } from '../../workflows/collab/documents'
import type { EventPayload } from '../../workflows/collab/payload'
import type { InstanceKind } from '../../works/instances'
import { castOn, outputOfWork } from '../verbs/instances'

export const sessions: InstanceKind = {
  workflow: 'collab',
  folder: sessionsFolder,
  open: collab,
  flag: '--session',
}

export const sessionOption = {
  key: 'session',
  flag: '--session',
  value: 'NAME',
  help: 'which session',
  fallback: 'the one in use',
} as const satisfies Option

/** The command context with the options of these commands. */
export type SessionContext = CommandContext<OptionsOf<typeof changing>>

/** The options of every command that changes something. */
export const changing = [sessionOption, waitOption] as const

/** @returns the session that is meant. Throws Failure as `workMeant` does */
export const sessionOf = (cli: SessionContext): Promise<PieceOfWork> => workMeant(cli, 'collab', cli.options.session)

/** Casts an event on a session. Two of the events only look. */
export const castOnSession = (meant: PieceOfWork, brought: EventPayload): Promise<Answer> =>
  castOn(meant, ['next', 'resume'].includes(brought.verb) ? meant.workflow.look : brought.verb, brought)

/** Casts an event on the session that is meant, and formats the answer. */
export const act = async (cli: SessionContext, brought: EventPayload): Promise<Output> =>
  outputOfWork(await castOnSession(await sessionOf(cli), brought), cli)
