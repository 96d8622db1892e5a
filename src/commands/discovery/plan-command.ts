import type { Answer } from '../../answer/answer'
import { type CastContext, cast } from '../../cast/cast'
import { outputOf } from '../../cli/answer-output'
import { castContextOf } from '../../cli/cast-context'
import type { CommandContext, Output } from '../../cli/command'
import { type Option, type Options, waitOption } from '../../cli/options'
import { discovery } from '../../workflows/discovery'
import type { EventPayload } from '../../workflows/discovery/plan'
import type { Workflow } from '../../workflows/workflow'
import { type InstanceKind, resolveInstance } from '../../works/instances'
import type { PieceOfWork } from '../verbs/standard'

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

export const plans: InstanceKind = {
  called: 'plan',
  folder: '.ai/discovery',
  open: discovery,
  flag: '--task',
  begin: 'spell discovery start "…"',
}

export const optionsIn = ({ options }: CommandContext): PlanOptions => options as PlanOptions

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
export function planOf(cli: CommandContext): PieceOfWork {
  const ctx = castContextOf(cli, 'discovery')
  return { workflow: resolveInstance(ctx.root, plans, optionsIn(cli).task), ctx }
}

/** Casts an event on the plan that is meant. */
export async function act(cli: CommandContext, event: string, brought: EventPayload): Promise<Output> {
  const { workflow, ctx } = planOf(cli)
  return outputOfPlan(await castWith(workflow, event, ctx, brought), cli)
}

export const castWith = (workflow: Workflow, event: string, ctx: CastContext, brought: EventPayload): Promise<Answer> =>
  cast(workflow, event, ctx, undefined, { ...brought, at: ctx.now.toISOString() })

export const outputOfPlan = (answer: Answer, { options }: CommandContext): Output =>
  outputOf(answer, options.for ?? 'both', true)
