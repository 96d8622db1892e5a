import type { Answer } from '../../answer/answer'
import { type CastContext, cast } from '../../cast/cast'
import { outputOf } from '../../cli/answer-output'
import { castContextOf } from '../../cli/cast-context'
import type { CommandContext, Output } from '../../cli/command'
import { type Option, type OptionsOf, waitOption } from '../../cli/options'
import { discovery } from '../../workflows/discovery'
import type { EventPayload } from '../../workflows/discovery/plan'
import type { Workflow } from '../../workflows/workflow'
import { type InstanceKind, resolveInstance } from '../../works/instances'
import type { PieceOfWork } from '../verbs/standard'

export const plans: InstanceKind = {
  called: 'plan',
  folder: '.ai/discovery',
  open: discovery,
  flag: '--task',
  begin: 'spell discovery start "…"',
}

export const taskOption = {
  key: 'task',
  flag: '--task',
  value: 'ID',
  help: 'which plan; else the one that was last worked on',
} as const satisfies Option

export const asOption = {
  key: 'as',
  flag: '--as',
  value: 'WHO',
  help: 'who has reviewed',
  choices: ['ai', 'human'],
} as const satisfies Option

/** What the verbs may know of the process. */
export type PlanContext = CommandContext<OptionsOf<typeof changing>>

/** Of every verb that changes something. */
export const changing = [taskOption, waitOption] as const

/** @returns the plan that is meant, and the outside world. Throws Failure where there is no such plan */
export function planOf(cli: PlanContext): PieceOfWork {
  const ctx = castContextOf(cli, 'discovery')
  return { workflow: resolveInstance(ctx.root, plans, cli.options.task), ctx }
}

/** Casts an event on the plan that is meant. */
export async function act(cli: PlanContext, event: string, brought: EventPayload): Promise<Output> {
  const { workflow, ctx } = planOf(cli)
  return outputOfPlan(await castWith(workflow, event, ctx, brought), cli)
}

export const castWith = (workflow: Workflow, event: string, ctx: CastContext, brought: EventPayload): Promise<Answer> =>
  cast(workflow, event, ctx, undefined, { ...brought, at: ctx.now.toISOString() })

export const outputOfPlan = (answer: Answer, { options }: CommandContext): Output =>
  outputOf(answer, options.for ?? 'both', true)
