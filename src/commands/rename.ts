import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CastContext } from '../cast/cast'
import { castContextOf } from '../cast/cast-context'
import { refuseMerging } from '../cast/merging'
import { type CommandContext, documentOutput, type Output } from '../cli/command'
import { disk } from '../disk/disk'
import { onDisk } from '../disk/disk-failure'
import { refuseLinks } from '../disk/links'
import { backupsPath, joinPosix } from '../disk/local'
import { isThere } from '../disk/read'
import { attempt, exit, Failure } from '../text/failure'
import { inline } from '../text/markdown-parts'
import { renaming } from '../work/history/effective-steps'
import { idOf } from '../work/history/work-id'
import { openWork } from '../work/open'
import { takeBack } from '../work/state/commit'
import { allNames, changeUse, keepUse, type NamedWork, refuseTaken, unknownName } from '../work/use-file'
import type { Work } from '../work/work'
import { change, write } from '../work/writing'
import { slug } from '../workflow/slug'

interface Renamed {
  readonly workflow: string
  readonly name: string
  readonly folder: string
}

/**
 * Gives a named piece of work another name: its folder moves, and its history says so. If it is stopped in between, the
 * folder has the new name already, and the next step says so.
 *
 * @param to the new name, or the words that one is made of
 * @throws Failure (usage) `unknown-work`, `name-taken`, `usage`; (notPossible) `cannot-rename`; (unreadable)
 *   `merge-conflict`; as `change` and `commit` do
 */
export async function rename(ctx: CastContext, from: string, to: string): Promise<Renamed> {
  const { root } = ctx
  const { entry } = await known(root, from)
  const name = slug(to)
  if (name === '') {
    const message = `A piece of work needs a name with letters or digits, not “${inline(to)}”.`
    throw new Failure(exit.usage, 'usage', message, `spell work rename ${from} csv-export`)
  }
  const { open } = await entry.load()
  const named = (each: string) => openWork(root, { flow: open(each, from), isOneOfSeveral: true })
  const [work, next] = [await named(from), await named(name)]
  await refuseTaken(root, entry.name, name, (other) => `spell work rename ${from} ${other}`)
  if (isThere(root, next.folder))
    throw new Failure(exit.usage, 'name-taken', `“${name}” is here already; each name is taken once.`, 'spell work')
  return change(work, 'rename', ctx, async (now) => {
    await refuseMerging(now, ctx)
    const back = moveWork(now, next)
    try {
      const about = { name, row: 'rename', note: `${from} → ${name}` }
      await write(next, { to: next.saved.current, trigger: renaming, about, changes: [] }, ctx)
    } catch (error) {
      takeBack(back)
      throw error
    }
    // If this fails, the next command asks.
    attempt(() => changeUse(root, entry.name, from, name))
    return { workflow: entry.name, name, folder: next.folder }
  })
}

async function known(root: string, name: string): Promise<NamedWork> {
  const named = (await allNames(root)).filter(({ entry }) => entry.named !== undefined)
  const found = named.find((one) => one.name === name)
  if (found?.entry.isPlan) {
    const message = `“${name}” cannot be renamed: the state and the files of a ${found.entry.called} carry its name.`
    throw new Failure(exit.notPossible, 'cannot-rename', message, found.entry.look(name))
  }
  if (found && found.name !== found.entry.folder?.split('/').at(-1)) return found
  const names = named.map((one) => one.name)
  throw unknownName('named work', name, names, () => 'spell work --all')
}

/** Says which piece of work is meant here, on this branch. Throws Failure (usage) without its name, or for one that is unknown. */
export async function use(asked: string | undefined, cli: CommandContext): Promise<Output> {
  const ctx = castContextOf(cli)
  const known = await allNames(ctx.root)
  const names = known.map(({ name }) => name)
  if (asked === undefined)
    throw new Failure(exit.usage, 'usage', 'Which piece of work? Its name is needed.', 'spell work', { details: names })
  const found = known.find(({ name }) => name === asked) ?? known.find(({ name }) => name === slug(asked))
  if (!found) throw unknownName('work', asked, names, () => 'spell work --all')
  const { name, entry } = found
  await keepUse(ctx, entry.name, name)
  const said = `From now on, \`${name}\` is meant here on this branch. \`${entry.look(name)}\` shows it.`
  return documentOutput('use', true, { workflow: entry.name, work: name }, `${said}\n`)
}

/** Gives a named piece of work another name. Throws Failure as `rename` does. */
export async function renamed(from: string, to: string, cli: CommandContext): Promise<Output> {
  const { workflow, name, folder } = await rename(castContextOf(cli), from, to)
  const document = { workflow, work: name, from, folder }
  return documentOutput('rename', true, document, `\`${from}\` is called \`${name}\` now, in \`${folder}/\`.\n`)
}

/**
 * Moves the folder of a piece of work, and its backups. Needs the lock.
 *
 * @param next the same piece of work under its new name; its folder does not exist
 * @returns functions that move them back, in order
 * @throws Failure if the disk refuses; everything is then as before
 */
function moveWork(work: Work, next: Work): (() => void)[] {
  const { root } = work
  const id = idOf(work)
  const [backups, to] = [`${backupsPath(work.flow)}/${id}`, `${backupsPath(next.flow)}/${id}`]
  const hasBackups = id !== undefined && isThere(root, backups) && !isThere(root, to)
  const moves = [...(hasBackups ? [[backups, to]] : []), [work.folder, next.folder]] as [string, string][]
  refuseLinks(root, moves.flat())
  const back: (() => void)[] = []
  try {
    for (const [path, place] of moves) back.push(move(root, path, place))
  } catch (error) {
    takeBack(back)
    throw error
  }
  return back
}

function move(root: string, path: string, place: string): () => void {
  const [from, to] = [joinPosix(root, path), joinPosix(root, place)]
  onDisk('move', path, () => {
    if (!existsSync(dirname(to))) disk.makeFolder(dirname(to))
    disk.move(from, to)
  })
  return () => disk.move(to, from)
}
