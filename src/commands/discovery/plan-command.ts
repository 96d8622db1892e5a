import type { Answer } from '../../answer/answer'
import { cast, type Edge } from '../../cast/cast'
import { outputOf } from '../../cli/answer-output'
import { edgeOf } from '../../cli/cast-context'
import type { Output, Setting } from '../../cli/command'
import { type Option, type Options, waitOption } from '../../cli/options'
import { discovery } from '../../workflows/discovery'
import type { Brought } from '../../workflows/discovery/plan'
import type { Workflow } from '../../workflows/workflow'
import { chosen, type Several } from '../../works/instances'
import type { Meant } from '../verbs/standard'

/** What the verbs take beside the options of all commands. */
export interface PlanOptions extends Options {
  task?: string
  title?: string
  goal?: string
  ac?: readonly string[]
  autonomous?: true
  as?: 'ai' | 'human'
  feedback?: string
  feedbackFile?: string
  from?: string
  trigger?: string
  changes?: string
  preserve?: string
  invalidate?: readonly string[]
  force?: true
}

export const plans: Several = {
  called: 'plan',
  folder: '.ai/discovery',
  open: discovery,
  flag: '--task',
  begin: 'spell discovery start "…"',
}

export const optionsIn = ({ options }: Setting): PlanOptions => options as PlanOptions

export const taskOption: Option<string> = {
  key: 'task',
  flag: '--task',
  value: 'ID',
  help: 'which plan; else the one that was last worked on',
}

export const asOption: Option<string> = {
  key: 'as',
  flag: '--as',
  value: 'WHO',
  help: 'who has reviewed',
  choices: ['ai', 'human'],
}

/** Of every verb that changes something. */
export const changing: readonly Option<string>[] = [taskOption, waitOption]

/** @returns the plan that is meant, and the outside world. Throws Failure where there is no such plan */
export function planOf(setting: Setting): Meant {
  const edge = edgeOf(setting, 'discovery')
  return { workflow: chosen(edge.root, plans, optionsIn(setting).task), edge }
}

/** Casts an event on the plan that is meant. */
export async function act(setting: Setting, event: string, brought: Brought): Promise<Output> {
  const { workflow, edge } = planOf(setting)
  return outputOfPlan(await castWith(workflow, event, edge, brought), setting)
}

export const castWith = (workflow: Workflow, event: string, edge: Edge, brought: Brought): Promise<Answer> =>
  cast(workflow, event, edge, undefined, { ...brought, at: edge.now.toISOString() })

export const outputOfPlan = (answer: Answer, { options }: Setting): Output =>
  outputOf(answer, options.for ?? 'both', true)
