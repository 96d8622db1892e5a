import { outputOf } from '../cli/answer-output'
import { type Command, type CommandContext, defineCommand, type Output } from '../cli/command'
import { givenWords } from '../cli/given-words'
import { type Option, type OptionsOf, waitOption } from '../cli/options'
import { titleOf } from '../cli/title'
import type { WorkMeant } from '../cli/work-meant'
import type { WorkflowEntry } from '../flows/registry'
import { withGit } from '../git/git'
import { proveOptions } from '../proof/prove-options'
import { limitOption, outputOfHistory } from '../report/history/history-output'
import { outputOfDoctor } from '../rules/doctor/doctor-output'
import { seeMerge } from '../rules/doctor/merge/see-merge'
import { repair } from '../rules/doctor/repair'
import { examine, settingsRight } from '../rules/examine'
import { undo } from '../steps/undo'
import { workToUndo } from '../steps/work-to-undo'
import { withWord } from '../word/pass'

/**
 * The commands that all workflows besides the six spells share.
 *
 * @param meant returns the piece of work of a command line. Throws Failure if it does not exist
 * @param naming the option that selects one, if there can be several
 */
export function standardVerbs(
  { name: workflow, called, begin }: WorkflowEntry,
  meant: (cli: CommandContext) => Promise<WorkMeant>,
  ...naming: readonly Option[]
): Readonly<Record<'history' | 'prove' | 'undo' | 'recover', Command>> {
  const changing = [...naming, waitOption]
  return {
    history: {
      name: 'history',
      summary: `List the steps of the ${called}, the newest last`,
      options: [limitOption, ...naming],
      async run(_, cli: CommandContext<OptionsOf<[typeof limitOption]>>) {
        const { work, ctx } = await meant(cli)
        return outputOfHistory(work, ctx, cli.options.limit, begin)
      },
    },
    prove: defineCommand({
      name: 'prove',
      summary: 'Run the commands of what is to be shown, and keep what came of them',
      argument: { name: 'id', help: 'which, by their names (default: all at hand that are not proven)', many: true },
      options: [...proveOptions, ...naming],
      run: async (first, cli, further) =>
        (await import('../proof/prove')).prove(cli, givenWords(first, further), await meant(cli)),
    }),
    undo: {
      name: 'undo',
      isDestructive: true,
      summary: `Undo the last step of the ${called} with its files`,
      options: changing,
      async run(_, cli) {
        const options: Readonly<Record<string, unknown>> = cli.options
        const [asked] = naming.map(({ key }) => options[key] as string | undefined)
        const { work, ctx } = await workToUndo(cli, workflow, asked, () => meant(cli))
        return outputOf(await undo(work, ctx), cli.options.for)
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
export async function recover({ work, ctx }: WorkMeant): Promise<Output> {
  const { findings, isMixed } = await withGit(ctx.root, ctx.env, (git) => seeMerge(git, titleOf))
  if (isMixed) return outputOfDoctor([work], findings, [])
  const look = async (seen = work) => [
    ...(await examine(seen, { env: ctx.env, now: ctx.now, title: (state) => titleOf(work.flow, state) })),
    ...(await settingsRight(ctx.root, ctx.env)),
  ]
  const found = await look()
  const isRepairable = found.some((finding) => finding.repair)
  const repairs = isRepairable ? await withWord({ word: 'recover', work }, ctx, (passing) => repair(work, passing)) : []
  return outputOfDoctor([work], isRepairable ? await look(work.reread()) : found, repairs)
}
