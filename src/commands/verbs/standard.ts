import { outputOf } from '../../cli/answer-output'
import type { Command, CommandContext, Output } from '../../cli/command'
import { type Option, type OptionsOf, waitOption } from '../../cli/options'
import { titleOf } from '../../cli/title'
import type { PieceOfWork } from '../../cli/work-meant'
import { examine } from '../doctor/doctor'
import { outputOfDoctor } from '../doctor/doctor-output'
import { seeMerge } from '../doctor/merge/see-merge'
import { repair } from '../doctor/repair'
import { limitOption, outputOfHistory } from '../history/history-output'
import { undo } from '../work/undo'
import { workToUndo } from '../work/work-to-undo'

/** What the shared commands need to know about a workflow. */
interface Verbs {
  readonly workflow: string
  /** The noun for its pieces of work: `plan`. */
  readonly called: string
  /** The command that starts one. */
  readonly begin: string
  /** The option that selects one, if there can be several. */
  readonly naming: readonly Option[]
  /** @throws Failure if the piece of work does not exist */
  meant(cli: CommandContext): Promise<PieceOfWork>
}

/** @returns the commands that all workflows besides the six spells share */
export function standardVerbs({
  workflow: name,
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
        const { workflow, ctx } = await meant(cli)
        return outputOfHistory(workflow, ctx, cli.options.limit, begin)
      },
    },
    undo: {
      name: 'undo',
      summary: `Undo the last step of the ${called} with its files`,
      options: changing,
      async run(_, cli) {
        const asked = naming.flatMap(
          ({ key }) => (cli.options as Readonly<Record<string, string | undefined>>)[key] ?? [],
        )[0]
        const { workflow, ctx } = await workToUndo(cli, name, asked, () => meant(cli))
        return outputOf(await undo(workflow, ctx), cli.options.for)
      },
    },
    recover: {
      name: 'recover',
      summary: `Repair the ${called} from backups or from what is there`,
      options: changing,
      run: async (_, cli) => recover(await meant(cli)),
    },
  }
}

/** Repairs one piece of work as `spell doctor --fix` does for all. */
export async function recover({ workflow, ctx }: PieceOfWork): Promise<Output> {
  const { findings, isMixed } = await seeMerge(ctx.root, ctx.env, titleOf)
  if (isMixed) return outputOfDoctor(workflow.definition.name, findings, [])
  const look = () => examine({ ...ctx, workflow })
  const found = await look()
  const isRepairable = found.some((finding) => finding.repair)
  const repairs = isRepairable ? await repair(workflow, ctx) : []
  return outputOfDoctor(workflow.definition.name, isRepairable ? await look() : found, repairs)
}
