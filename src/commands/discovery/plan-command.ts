import type { CommandContext, Output } from '../../cli/command'
import { type Option, type OptionsOf, waitOption } from '../../cli/options'
import { type PieceOfWork, workMeant } from '../../cli/work-meant'
import { discovery } from '../../workflows/discovery'
import type { EventPayload } from '../../workflows/discovery/plan'
import type { InstanceKind } from '../../works/instances'
import { castOn, outputOfWork } from '../verbs/instances'

export const plans: InstanceKind = {
  workflow: 'discovery',
  folder: '.ai/discovery',
  open: discovery,
  flag: '--task',
}

export const taskOption = {
  key: 'task',
  flag: '--task',
  value: 'ID',
  help: 'which plan',
  fallback: 'the one in use',
} as const satisfies Option

export const asOption = {
  key: 'as',
  flag: '--as',
  value: 'WHO',
  help: 'who has reviewed',
  choices: ['ai', 'human'],
} as const satisfies Option

/** The command context with the options of these commands. */
export type PlanContext = CommandContext<OptionsOf<typeof changing>>

/** The options of every command that changes something. */
export const changing = [taskOption, waitOption] as const

/** @returns the plan that is meant, and the context of a cast. Throws Failure as `workMeant` does */
export const planOf = (cli: PlanContext): Promise<PieceOfWork> => workMeant(cli, 'discovery', cli.options.task)

/** Casts an event on the plan that is meant. */
export const act = async (cli: PlanContext, event: string, brought: EventPayload): Promise<Output> =>
  outputOfWork(await castOn(await planOf(cli), event, brought), cli)
