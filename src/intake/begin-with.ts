import type { Answer } from '../answer/answer'
import { code, inline } from '../answer/markdown'
import { cast } from '../cast/cast'
import type { CastContext } from '../cast/context'
import { leadsOutside } from '../disk/links'
import { filesUnder, foldersIn, readShort } from '../disk/read'
import { exit, Failure } from '../failure/failure'
import { fromJson, isRecord } from '../failure/json'
import { nearest } from '../flows/nearest'
import { oneLine } from '../review/quote'
import type { Environment } from '../settings/settings'
import type { Work } from '../work/work'
import { documentsOf, type Imported, shown, type Taken } from './imported'
import { type Files, fromOpenSpec } from './openspec'
import { fromSpecKit } from './spec-kit'
import { fromMarkdownFile } from './task-list'
import { fromTaskMaster, tagsIn } from './task-master'

/** Where a piece of work is, and the environment of the process. */
interface Place {
  readonly root: string
  readonly env: Environment
}

/** What can stand before the colon of `--from`, and how it is read. */
const kinds: Readonly<Record<string, (place: Place, name: string) => Taken | Promise<Taken>>> = {
  gh: async ({ root, env }, name) => (await import('./issue-named')).fromServer('gh', root, env, name),
  gl: async ({ root, env }, name) => (await import('./issue-named')).fromServer('gl', root, env, name),
  openspec: ({ root }, name) =>
    fromFolder(root, 'openspec', name, 'openspec/changes', 'change of OpenSpec', fromOpenSpec),
  speckit: ({ root }, name) => fromFolder(root, 'speckit', name, 'specs', 'feature of Spec Kit', fromSpecKit),
  taskmaster: ({ root }, name) => fromTasks(root, name),
}

/**
 * Casts Accio on a piece of work that begins with what another tool has planned, an issue, a file, or else a plan or a
 * session of ours.
 *
 * @param work must be new
 * @param from `KIND:NAME`, the path of a Markdown file from the root, or the name of a plan or a session
 * @param word what the work begins with, in a workflow of the repository
 * @throws Failure (notPossible) `work-begun`; (usage) `unknown-source`; (unreadable) `source-unreadable`; as `cast`,
 *   `handedOver` and `fromServer` do
 */
export async function beginWith(
  work: Work,
  from: string,
  ctx: CastContext,
  note?: string,
  word = 'accio',
): Promise<Answer> {
  const { definition, own } = work.flow
  if (work.saved.current !== definition.initial) {
    const [what, fix] = own
      ? ['Begin another', own.entry.begin]
      : ['Archive it first, or begin another beside it: `spell new NAME --from …`', 'spell new']
    throw new Failure(exit.notPossible, 'work-begun', `This piece of work has begun already. ${what}.`, fix)
  }
  const { documents, warnings } = await takenFrom(from, { root: work.root, env: ctx.env })
  return cast(work, word, { ...ctx, warnings }, note, documents)
}

async function takenFrom(from: string, place: Place): Promise<Taken> {
  const [, kind = '', name = ''] = /^([a-z]+):(.*)$/s.exec(from) ?? (from === 'taskmaster' ? ['', from, ''] : [])
  const read = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (read) return read(place, name.trim())
  if (/\.(?:md|markdown)$/i.test(from)) return fromFile(place.root, from)
  return { documents: await (await import('../work/handed-over')).handedOver(place.root, from), warnings: [] }
}

function fromFile(root: string, path: string): Taken {
  const plain = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
  const text = /^(?:\/|[a-z]:)|(?:^|\/)\.\.(?:\/|$)/i.test(plain) ? undefined : textOf(root, plain)
  if (text === undefined) {
    const message = `There is no file ${shown(path)}: its path counts from the root of the repository.`
    throw new Failure(exit.usage, 'unknown-source', message, 'git ls-files "*.md"')
  }
  return documentsOf(fromMarkdownFile(text, plain), `the file ${code(oneLine(plain))}`, ['file', plain])
}

function fromTasks(root: string, asked: string): Taken {
  const paths = ['.taskmaster/tasks/tasks.json', 'tasks/tasks.json']
  const [found] = paths.flatMap((path) => ({ path, text: textOf(root, path) ?? '' })).filter(({ text }) => text !== '')
  if (!found) {
    const message = `There is no list of Task Master here: ${paths.join(' and ')} are missing.`
    throw new Failure(exit.usage, 'unknown-source', message, 'ls .taskmaster/tasks')
  }
  const { path, text } = found
  const tags = tagsIn(fromJson(text))
  const state = fromJson(textOf(root, '.taskmaster/state.json') ?? '')
  const current = isRecord(state) && typeof state.currentTag === 'string' ? state.currentTag : 'master'
  const tag = asked || current
  const list = Object.hasOwn(tags, tag) ? tags[tag] : undefined
  if (!list) {
    const names = Object.keys(tags)
    if (names.length === 0) throw unreadable(path, 'has no list of tasks', 'task-master list')
    throw unknown(`tag “${inline(tag)}” in ${path}`, tag, names, 'taskmaster')
  }
  return documentsOf(fromTaskMaster(list, tag), `the tag ${shown(tag)} of ${code(path)}`, [
    'taskmaster',
    encodeURI(tag),
  ])
}

/** Reads a folder in `above`, which can be named without its number. */
function fromFolder(
  root: string,
  kind: string,
  name: string,
  above: string,
  what: string,
  read: (name: string, files: Files) => Imported,
): Taken {
  const names = foldersIn(root, above).filter((one) => one !== 'archive')
  const found = names.find((one) => one === name) ?? names.find((one) => one.replace(/^\d+-/, '') === name)
  if (found === undefined) throw unknown(`${what} “${inline(name)}”`, name, names, kind)
  const folder = `${above}/${found}`
  return documentsOf(read(found, filesIn(root, folder)), `the ${what} in ${code(oneLine(folder))}`, [kind, found])
}

function unknown(what: string, asked: string, names: readonly string[], kind: string): Failure {
  const [near] = nearest(asked, names)
  const message = `There is no ${what} here${near === undefined ? '' : `; the nearest is “${inline(near)}”`}.`
  const fix = near === undefined ? 'spell accio' : `spell accio --from ${kind}:${near}`
  return new Failure(exit.usage, 'unknown-source', message, fix, { details: [...names] })
}

/** No document that people write is larger, in bytes; nor has a folder more documents. */
const most = { bytes: 4 * 2 ** 20, files: 200 }

const filesIn = (root: string, folder: string): Files => {
  if (leadsOutside(root, folder))
    throw unreadable(folder, 'is a link that leads out of the repository', `ls -l ${folder}`)
  const paths = filesUnder(root, folder)
  if (paths.filter((path) => path.endsWith('.md')).length > most.files)
    throw unreadable(folder, `has more than ${most.files} Markdown files`, `ls -R ${folder}`)
  return Object.fromEntries(
    paths.map((path) => [path.slice(folder.length + 1), path.endsWith('.md') ? (textOf(root, path) ?? '') : '']),
  )
}

/** @throws Failure (unreadable) `source-unreadable` if it is too large, or a link leads out of the repository */
function textOf(root: string, path: string): string | undefined {
  const text = readShort(root, path, most.bytes)
  if (text === true) throw unreadable(path, 'is larger than 4 MiB', `ls -l ${path}`)
  if (text !== undefined && leadsOutside(root, path))
    throw unreadable(path, 'is a link that leads out of the repository', `ls -l ${path}`)
  return text
}

const unreadable = (path: string, why: string, fix: string): Failure =>
  new Failure(exit.unreadable, 'source-unreadable', `${path} ${why}.`, fix)
