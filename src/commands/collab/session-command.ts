import type { Answer } from '../../answer/answer'
import { cast } from '../../cast/cast'
import { outputOf } from '../../cli/answer-output'
import { edgeOf } from '../../cli/cast-context'
import type { Output, Setting } from '../../cli/command'
import { type Option, type Options, waitOption } from '../../cli/options'
import { collab } from '../../workflows/collab'
import type { Brought } from '../../workflows/collab/brought'
import { sessionsFolder } from '../../workflows/collab/documents'
import { chosen, type Several } from '../../works/instances'
import type { Meant } from '../verbs/standard'

/** What the verbs take beside the options of all commands. */
export interface SessionOptions extends Options {
  session?: string
  type?: string
  import?: string
  fromBackup?: true
}

export const sessions: Several = {
  called: 'session',
  folder: sessionsFolder,
  open: collab,
  flag: '--session',
  begin: 'spell collab start',
}

export const optionsIn = ({ options }: Setting): SessionOptions => options as SessionOptions

export const sessionOption: Option<string> = {
  key: 'session',
  flag: '--session',
  value: 'NAME',
  help: 'which session; else the one that was last worked on',
}

/** Of every verb that changes something. */
export const changing: readonly Option<string>[] = [sessionOption, waitOption]

/** @returns the session that is meant. Throws Failure where there is no such session */
export function sessionOf(setting: Setting): Meant {
  const edge = edgeOf(setting, 'collab')
  return { workflow: chosen(edge.root, sessions, optionsIn(setting).session), edge }
}

/** Casts an event on a session; its time comes with it. */
export const castOn = ({ workflow, edge }: Meant, brought: Brought, note?: string): Promise<Answer> => {
  const event = ['next', 'resume'].includes(brought.verb) ? workflow.look : brought.verb
  return cast(workflow, event, edge, note, { ...brought, at: edge.now.toISOString() })
}

/** Casts an event on the session that is meant, and puts the answer into the form that was asked for. */
export const act = async (setting: Setting, brought: Brought): Promise<Output> =>
  outputOfSession(await castOn(sessionOf(setting), brought), setting)

export const outputOfSession = (answer: Answer, { options }: Setting): Output =>
  outputOf(answer, options.for ?? 'both', true)
