import { castContextOf } from '../cast/cast-context'
import { type ChosenWork, chosenWork } from '../cast/chosen-work'
import { currentWork } from '../cast/current-work'
import type { CommandContext } from '../cli/command'
import { exit, Failure } from '../text/failure'
import { hasHistory, hasRecord } from '../work/history/history-file'
import { withoutId } from '../work/in-use'
import { allWork } from '../work/open'
import { overviews } from '../work/overview'
import { loadSettings } from '../work/settings/settings'
import { textsOf } from '../work/texts'
import { allNames, unknownName } from '../work/use-file'
import type { Work } from '../work/work'
import { slug } from '../workflow/slug'
import { standard, standardFlow } from '../workflows/registry'

interface WorkToReport extends ChosenWork {
  readonly warnings: readonly string[]
}

/**
 * Finds the piece of work that is meant, of whichever workflow, or the `archive` of that name.
 *
 * @throws Failure (usage) `unknown-archive`, `unknown-work`, `which-work`; (notPossible) `no-work`, `no-archive`
 */
export async function workToReport(
  cli: CommandContext,
  archive: string | undefined,
  command: 'report' | 'map' = 'report',
): Promise<WorkToReport> {
  const { root } = castContextOf(cli)
  if (archive !== undefined) return archiveNamed(cli, archive, await archivesOf(root))
  const meant = await workNamed(cli, root, command)
  if (meant.work.flow !== standardFlow && !hasRecord(meant.work)) throw await noWork(root)
  return { ...meant, warnings: [] }
}

/** Names are unique over all workflows, so a name says which one is meant. */
async function workNamed(cli: CommandContext, root: string, command: string): Promise<ChosenWork> {
  const asked = cli.options.work ?? (cli.env.SPELL_WORK || undefined)
  const { workflow } = await loadSettings(root, cli.env)
  if (asked !== undefined) {
    const known = await allNames(root)
    const found = known.find(({ name }) => name === asked.trim()) ?? known.find(({ name }) => name === slug(asked))
    if (found) return chosenWork(cli, { workflow: found.entry.name, asked: found.name, isLook: true })
    const names = known.map(({ name }) => name)
    if (names.length === 0) throw await noWork(root)
    throw unknownName('piece of work', asked, names, (name) => `spell ${command} --work ${name}`)
  }
  const used = (await overviews(root, workflow, textsOf)).filter(({ work }) => work.length > 0)
  const [only, ...others] = used
  if (!only) throw await noWork(root)
  if (used.some(({ isDefault, name }) => isDefault || name === standard)) {
    return currentWork(await chosenWork(cli, { isLook: true }), workflow)
  }
  if (others.length === 0) return chosenWork(cli, { workflow: only.name, isLook: true })
  const names = used.flatMap(({ work }) => work.map(({ name }) => name))
  const message = `There are ${names.length} that could be meant; say which with \`--work NAME\`.`
  throw new Failure(exit.usage, 'which-work', message, `spell ${command} --work ${names[0]}`, { details: names })
}

/** Archives without a history are those of others. */
const archivesOf = async (root: string): Promise<readonly Work[]> =>
  (await allWork(root, 'archives')).filter(hasHistory)

async function noWork(root: string): Promise<Failure> {
  const last = (await archivesOf(root)).at(-1)
  const fix = last ? `spell report --archive ${last.name}` : 'spell accio'
  return new Failure(exit.notPossible, 'no-work', 'Nothing is under way here.', fix)
}

function archiveNamed(cli: CommandContext, asked: string, archived: readonly Work[]): WorkToReport {
  if (cli.options.work !== undefined) {
    const message = '`--archive` names a finished piece of work, and `--work` one that is under way; give one of them.'
    throw new Failure(exit.usage, 'usage', message, `spell report --archive ${asked}`)
  }
  if (archived.length === 0)
    throw new Failure(exit.notPossible, 'no-archive', 'No piece of work is archived here yet.', 'spell report')
  const wanted = asked.trim().replace(/^.*[/\\](?=.)/, '')
  const found = archived.filter(({ name }) => namesOf(name).includes(wanted) || namesOf(name).includes(slug(wanted)))
  const work = found.find(({ name }) => name === wanted) ?? found.at(-1)
  const names = archived.map(({ name }) => name).reverse()
  if (!work) throw unknownName('archive', asked, names, (name) => `spell report --archive ${name}`, 'unknown-archive')
  const others = found.length - 1
  const warnings =
    others > 0 && work.name !== wanted
      ? [`${others} more ${others === 1 ? 'archive is' : 'archives are'} called so; this is the newest, ${work.name}.`]
      : []
  return { work, ctx: { ...castContextOf(cli), texts: textsOf(work.flow) }, warnings }
}

/** An archive is meant by its folder, or by what is before its time and its id. */
const namesOf = (folder: string): string[] => [
  folder,
  withoutId(folder),
  withoutId(folder).replace(/-\d{4}-\d\d-\d\d-\d{4}$/, ''),
]
