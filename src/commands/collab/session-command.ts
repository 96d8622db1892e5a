import type { Answer } from '../../answer/answer'
import { cast } from '../../cast/cast'
import { outputOf } from '../../cli/answer-output'
import { castContextOf } from '../../cli/cast-context'
import type { CommandContext, Output } from '../../cli/command'
import { type Option, type OptionsOf, waitOption } from '../../cli/options'
import { collab } from '../../workflows/collab'
import { sessionsFolder } from '../../workflows/collab/documents'
import type { EventPayload } from '../../workflows/collab/payload'
import { type InstanceKind, resolveInstance } from '../../works/instances'
import type { PieceOfWork } from '../verbs/standard'

export const sessions: InstanceKind = {
  called: 'session',
  folder: sessionsFolder,
  open: collab,
  flag: '--session',
  begin: 'spell collab start',
}

export const sessionOption = {
  key: 'session',
  flag: '--session',
  value: 'NAME',
  help: 'which session; else the one that was last worked on',
} as const satisfies Option

/** What the verbs may know of the process. */
export type SessionContext = CommandContext<OptionsOf<typeof changing>>

/** Of every verb that changes something. */
export const changing = [sessionOption, waitOption] as const

/** @returns the session that is meant. Throws Failure where there is no such session */
export function sessionOf(cli: SessionContext): PieceOfWork {
  const ctx = castContextOf(cli, 'collab')
  return { workflow: resolveInstance(ctx.root, sessions, cli.options.session), ctx }
}

/** Casts an event on a session; its time comes with it. */
export const castOn = ({ workflow, ctx }: PieceOfWork, brought: EventPayload, note?: string): Promise<Answer> => {
  const event = ['next', 'resume'].includes(brought.verb) ? workflow.look : brought.verb
  return cast(workflow, event, ctx, note, { ...brought, at: ctx.now.toISOString() })
}

/** Casts an event on the session that is meant, and puts the answer into the form that was asked for. */
export const act = async (cli: SessionContext, brought: EventPayload): Promise<Output> =>
  outputOfSession(await castOn(sessionOf(cli), brought), cli)

export const outputOfSession = (answer: Answer, { options }: CommandContext): Output =>
  outputOf(answer, options.for ?? 'both', true)
