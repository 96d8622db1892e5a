import { castContextOf } from '../../cast/cast-context'
import { turnsFor } from '../../cast/turn'
import { type CommandContext, documentOutput, type Output } from '../../cli/command'
import type { Environment } from '../../disk/environment'
import { bullets, code, countOf, inline, paragraphs, sections } from '../../text/markdown-parts'
import { type Finished, finishedLately } from '../../work/archives'
import { type Everywhere, workEverywhere } from '../../work/everywhere'
import { overviews, type WorkflowOverview } from '../../work/overview'
import { loadSettings } from '../../work/settings/settings'
import { textsOf } from '../../work/texts'
import { boardOf, type ListedWork, placesText, workTable } from './board'

/** Lists the work under way in this folder, or in all worktrees and branches. Throws Failure if one cannot be read. */
export async function work(cli: CommandContext<{ readonly all?: true }>): Promise<Output> {
  const ctx = castContextOf(cli)
  const { root, env, now } = ctx
  const { all } = cli.options
  const { workflow } = await loadSettings(root, env)
  const workflows = await overviews(root, workflow, textsOf, turnsFor(ctx))
  const everywhere = all && (await workEverywhere(root, env, textsOf, now, turnsFor(ctx)))
  const others = everywhere ? await othersBelow(root, env) : []
  const list = everywhere ? everywhere.work : workflows.flatMap(({ work }) => work)
  const below = paragraphs(
    list.length === 0 && `Nothing is under way here.${everywhere ? '' : ` ${waysToBegin(workflows)}`}`,
    everywhere && besidesWork(everywhere),
    others.length > 0 && `Not in this list is the work in ${others.map(code).join(', ')} (\`--cwd\`).`,
    finishedText(finishedLately(root, now)),
  )
  const markdown = `${paragraphs(list.length > 0 && workTable(list, now), below)}\n`
  const warnings = everywhere?.failure ? [`The branches could not be read: ${everywhere.failure.message}`] : []
  return {
    ...documentOutput('work', true, documentOf(list, workflows, everywhere), markdown, warnings),
    ...(list.length > 0 && { board: { columns: boardOf(list, now), below } }),
  }
}

/** @returns the folders below that have an `.ai` with work in it */
async function othersBelow(root: string, env: Environment): Promise<readonly string[]> {
  const [{ rootsBelow }, { openGit }] = await Promise.all([import('../../check/roots'), import('../../git/git')])
  return rootsBelow(openGit(root, env))
}

const documentOf = (
  work: readonly ListedWork[],
  workflows: readonly WorkflowOverview[],
  everywhere: Everywhere | undefined,
): object => ({
  work: work.map(({ isStale, last, ...each }) => ({
    ...each,
    ...(last && { last }),
    ...(isStale && { staleSince: last }),
  })),
  workflows,
  ...(everywhere && { worktrees: everywhere.worktrees, branches: everywhere.branches, unread: everywhere.unread }),
})

function waysToBegin(workflows: readonly WorkflowOverview[]): string {
  const beginning = (isDefault: boolean) =>
    workflows.flatMap((each) => (each.isDefault === isDefault ? [code(each.begin)] : [])).join(', ')
  return `Begin with ${beginning(true)}. Other workflows: ${beginning(false)}.`
}

/** The most that are listed. */
const mostFinished = 10

const finishedText = (finished: readonly Finished[]): string =>
  sections(3, [['Finished', bullets(finished.slice(0, mostFinished).map(({ name, day }) => `${day} ${inline(name)}`))]])

const besidesWork = ({ unread, worktrees, branches }: Everywhere): string =>
  paragraphs(
    sections(3, [
      ['What Cannot Be Read', bullets(unread.map(({ places, why }) => `${placesText(places)}: ${inline(why)}`))],
    ]),
    `Looked at ${countOf(worktrees, 'worktree')} and ${countOf(branches, 'branch', 'branches')}.`,
  )
