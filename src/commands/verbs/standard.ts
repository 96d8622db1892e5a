import type { CastContext } from '../../cast/cast'
import { outputOf } from '../../cli/answer-output'
import type { Command, CommandContext, Output } from '../../cli/command'
import { type Option, type OptionsOf, waitOption } from '../../cli/options'
import { titleOf } from '../../cli/title'
import type { Workflow } from '../../workflows/workflow'
import { examine } from '../doctor/doctor'
import { outputOfDoctor } from '../doctor/doctor-output'
import { repair } from '../doctor/repair'
import { limitOption, outputOfHistory } from '../history/history-output'
import { undo } from '../work/undo'

/** A piece of work, and the outside world. */
export interface PieceOfWork {
  readonly workflow: Workflow
  readonly ctx: CastContext
}

/** What the verbs have to know of a workflow beside the six spells. */
interface Verbs {
  /** What a piece of its work is called: `plan`. */
  readonly called: string
  /** The command that begins one. */
  readonly begin: string
  /** The option that names one, where there can be several. */
  readonly naming: readonly Option[]
  /** @throws Failure where there is no such piece of work */
  meant(cli: CommandContext): PieceOfWork
}

/** @returns the verbs that each workflow beside the six spells has */
export function standardVerbs({
  called,
  begin,
  naming,
  meant,
}: Verbs): Readonly<Record<'history' | 'undo' | 'recover', Command>> {
  const changing = [...naming, waitOption]
  return {
    history: {
      name: 'history',
      summary: `List the steps of the ${called}, the newest last`,
      options: [limitOption, ...naming],
      async run(_, cli: CommandContext<OptionsOf<[typeof limitOption]>>) {
        const { workflow, ctx } = meant(cli)
        return outputOfHistory(workflow, ctx, cli.options.limit, begin)
      },
    },
    undo: {
      name: 'undo',
      summary: `Undo the last step of the ${called} with its files`,
      options: changing,
      async run(_, cli) {
        const { workflow, ctx } = meant(cli)
        return outputOf(await undo(workflow, ctx), cli.options.for)
      },
    },
    recover: {
      name: 'recover',
      summary: `Repair the ${called} from backups or from what is there`,
      options: changing,
      run: (_, cli) => recover(meant(cli)),
    },
  }
}

/** Does for one piece of work what `spell doctor --fix` does for all. */
export async function recover({ workflow, ctx }: PieceOfWork): Promise<Output> {
  const look = () => examine({ ...ctx, workflow, titleOf })
  const found = await look()
  const isRepairable = found.some((finding) => finding.repair)
  const repairs = isRepairable ? await repair(workflow, ctx) : []
  return outputOfDoctor(workflow.definition.name, isRepairable ? await look() : found, repairs)
}
