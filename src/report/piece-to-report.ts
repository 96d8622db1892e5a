import { inline } from '../answer/markdown'
import { castContextOf, loadTexts } from '../cli/cast-context'
import type { CommandContext } from '../cli/command'
import { type WorkMeant, workMeant } from '../cli/work-meant'
import { exit, Failure } from '../failure/failure'
import { nearest } from '../flows/nearest'
import { slug } from '../flows/slug'
import { type Piece, piecesIn } from '../rules/check/pieces'
import { loadSettings } from '../settings/settings'
import { withoutId } from '../work/in-use'
import { allNames } from '../work/names'
import { overviews } from '../work/overview'

/** The piece of work that is reported, with the context of a look at it. */
export interface PieceToReport extends Pick<WorkMeant, 'ctx'> {
  readonly piece: Piece
  readonly warnings: readonly string[]
}

/**
 * Finds the piece of work that is meant, of whichever workflow.
 *
 * @param archive the name of an archive; absent for work that is under way
 * @param command the one that asks, for what would help
 * @throws Failure (usage) `unknown-archive`, `unknown-work`, `which-work`; (notPossible) `no-work`, `no-archive`
 */
export async function pieceToReport(
  cli: CommandContext,
  archive: string | undefined,
  command: 'report' | 'map' = 'report',
): Promise<PieceToReport> {
  const ctx = castContextOf(cli)
  const pieces = await piecesIn(ctx.root)
  if (archive !== undefined) return archiveNamed(cli, archive, pieces)
  const { workflow: name, work } = await workflowMeant(cli, ctx.root, command)
  const meant = await workMeant(cli, { workflow: name, asked: work, isLook: true })
  const piece = pieces.find(({ isArchived, workflow }) => !isArchived && workflow.folder === meant.work.folder)
  if (!piece) throw noWork(pieces)
  return { piece, ctx: meant.ctx, warnings: [] }
}

/** Names are unique over all workflows, so a name says which one is meant. */
async function workflowMeant(
  cli: CommandContext,
  root: string,
  command: string,
): Promise<{ readonly workflow: string; readonly work: string | undefined }> {
  const asked = cli.options.work ?? (cli.env.SPELL_WORK || undefined)
  const { workflow } = await loadSettings(root, cli.env)
  if (asked !== undefined) {
    const known = allNames(root)
    const found = known.find(({ name }) => name === asked.trim()) ?? known.find(({ name }) => name === slug(asked))
    if (found) return { workflow: found.entry.name, work: found.name }
    const names = known.map(({ name }) => name)
    if (names.length === 0) throw noWork(await piecesIn(root))
    throw unknown('piece of work', asked, names, (name) => `spell ${command} --work ${name}`)
  }
  const used = (await overviews(root, workflow, loadTexts)).filter(({ work }) => work.length > 0)
  const [only, ...others] = used
  if (!only) throw noWork(await piecesIn(root))
  const chosen = used.find(({ isDefault }) => isDefault) ?? (others.length === 0 ? only : undefined)
  if (chosen) return { workflow: chosen.name, work: undefined }
  const names = used.flatMap(({ work }) => work.map(({ name }) => name))
  const message = `There are ${names.length} that could be meant; say which with \`--work NAME\`.`
  throw new Failure(exit.usage, 'which-work', message, `spell ${command} --work ${names[0]}`, { details: names })
}

function noWork(pieces: readonly Piece[]): Failure {
  const last = pieces.findLast(({ isArchived }) => isArchived)
  return last
    ? new Failure(exit.notPossible, 'no-work', 'Nothing is under way here.', `spell report --archive ${last.name}`)
    : new Failure(exit.notPossible, 'no-work', 'Nothing has begun here yet.', 'spell accio')
}

function archiveNamed(cli: CommandContext, asked: string, pieces: readonly Piece[]): PieceToReport {
  if (cli.options.work !== undefined) {
    const message = '`--archive` names a finished piece of work, and `--work` one that is under way; give one of them.'
    throw new Failure(exit.usage, 'usage', message, `spell report --archive ${asked}`)
  }
  const archived = pieces.filter(({ isArchived }) => isArchived)
  if (archived.length === 0) {
    throw new Failure(exit.notPossible, 'no-archive', 'No piece of work is archived here yet.', 'spell report')
  }
  const wanted = asked.trim().replace(/^.*[/\\](?=.)/, '')
  const found = archived.filter(({ name }) => namesOf(name).includes(wanted) || namesOf(name).includes(slug(wanted)))
  const piece = found.find(({ name }) => name === wanted) ?? found.at(-1)
  if (!piece) {
    throw unknown(
      'archive',
      asked,
      archived.map(({ name }) => name).reverse(),
      (name) => `spell report --archive ${name}`,
    )
  }
  const others = found.length - 1
  const warnings =
    others > 0 && piece.name !== wanted
      ? [`${others} more ${others === 1 ? 'archive is' : 'archives are'} called so; this is the newest, ${piece.name}.`]
      : []
  return { piece, ctx: castContextOf(cli, piece.workflow.definition.name), warnings }
}

/** An archive is meant by its folder, or by what is before its time and its id. */
const namesOf = (folder: string): string[] => [
  folder,
  withoutId(folder),
  withoutId(folder).replace(/-\d{4}-\d\d-\d\d-\d{4}$/, ''),
]

function unknown(what: string, asked: string, names: readonly string[], fix: (name: string) => string): Failure {
  const near = nearest(asked, names)
  const are = near.length === 1 ? 'there is' : 'the nearest are'
  const message = `There is no ${what} “${inline(asked)}” here; ${are} ${near.join(', ')}.`
  return new Failure(exit.usage, what === 'archive' ? 'unknown-archive' : 'unknown-work', message, fix(near[0] ?? ''))
}
