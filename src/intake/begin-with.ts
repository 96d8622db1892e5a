import type { Answer } from '../cast/answer/answer'
import { type CastContext, cast } from '../cast/cast'
import type { Environment } from '../disk/environment'
import { leadsOutside } from '../disk/links'
import { filesUnder, foldersIn, inUtf8, isThere, namesIn, readBytes, readShort } from '../disk/read'
import { fromRoot } from '../disk/root'
import { oneLine, shown } from '../review/quote'
import { exit, Failure } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import { fencedLines } from '../text/markdown/fenced-lines'
import { code, inline } from '../text/markdown-parts'
import type { Work } from '../work/work'
import { nearest } from '../workflow/nearest'
import { standard } from '../workflows/registry'
import { documentsOf, type Imported, type Taken } from './imported'
import { type Files, fromOpenSpec } from './openspec'
import { fromSpecKit } from './spec-kit'
import { fromMarkdownFile } from './task-list'
import { fromTaskMaster, tagsIn } from './task-master'

/** Where a piece of work is, and the environment of the process. */
interface Place {
  readonly root: string
  readonly env: Environment
  /** The folder that the command was given in. */
  readonly cwd?: string | undefined
}

/** What can stand before the colon of `--from`, and how it is read. */
const kinds: Readonly<Record<string, (place: Place, name: string) => Taken | Promise<Taken>>> = {
  gh: async ({ root, env }, name) => (await import('./issue')).fromServer('gh', root, env, name),
  gl: async ({ root, env }, name) => (await import('./issue')).fromServer('gl', root, env, name),
  openspec: ({ root }, name) =>
    fromFolder(root, 'openspec', name, ['openspec/changes'], 'change of OpenSpec', fromOpenSpec),
  speckit: ({ root }, name) =>
    fromFolder(root, 'speckit', name, ['specs', '.specify/specs'], 'feature of Spec Kit', fromSpecKit),
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
  const { definition, entry } = work.flow
  if (work.saved.current !== definition.initial) {
    const [what, fix] =
      definition.name !== standard
        ? ['Begin another', entry.begin]
        : ['Archive it first, or begin another beside it: `spell new NAME --from …`', 'spell new']
    throw new Failure(exit.notPossible, 'work-begun', `This piece of work has begun already. ${what}.`, fix)
  }
  const { documents, warnings } = await takenFrom(from, { root: work.root, env: ctx.env, cwd: ctx.cwd })
  return cast(work, word, { ...ctx, warnings }, note, documents)
}

async function takenFrom(from: string, place: Place): Promise<Taken> {
  const [, kind = '', name = ''] = /^([a-z]+):(.*)$/s.exec(from) ?? (from === 'taskmaster' ? ['', from, ''] : [])
  const read = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (read) return read(place, name.trim())
  if (/\.(?:md|markdown)$/i.test(from)) return fromFile(place, from)
  if ([place.cwd ?? place.root, place.root].some((folder) => isThere(folder, from)))
    throw new Failure(exit.usage, 'unknown-source', `${shown(from)} is no Markdown file.`, 'spell accio --from NAME.md')
  return { documents: await (await import('../work/handed-over')).handedOver(place.root, from), warnings: [] }
}

/** A path counts from the folder one is in, and then from the root; nothing outside is read. */
function fromFile({ root, cwd = root }: Place, asked: string): Taken {
  const path = asked.replaceAll('\\', '/')
  const [found] = [cwd, root].flatMap((folder) => {
    const plain = fromRoot(root, folder, path)
    const text = plain === undefined ? undefined : textOf(root, plain)
    return plain === undefined || text === undefined ? [] : [{ plain, text }]
  })
  if (!found) {
    const message = `There is no file ${shown(asked)} in this folder, nor from the root of the repository.`
    throw new Failure(exit.usage, 'unknown-source', message, 'git ls-files "*.md"')
  }
  const { plain, text } = found
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

/** Reads a folder in one of `above`, or in a folder there that groups some; it can be named without these and its number. */
function fromFolder(
  root: string,
  kind: string,
  name: string,
  above: readonly string[],
  what: string,
  read: (name: string, files: Files) => Imported,
): Taken {
  const isOne = (folder: string) => namesIn(root, folder).some((each) => each.endsWith('.md'))
  const inside = (folder: string) =>
    foldersIn(root, folder).flatMap((each) => (each === 'archive' ? [] : [`${folder}/${each}`]))
  const all = above.flatMap((home) =>
    inside(home).flatMap((folder) => {
      const grouped = isOne(folder) ? [] : inside(folder).filter(isOne)
      return (grouped.length > 0 ? grouped : [folder]).map((each) => ({
        folder: each,
        called: each.slice(home.length + 1),
      }))
    }),
  )
  const withoutGroup = (called: string) => called.replace(/^.*\//, '')
  const found =
    all.find(({ called }) => called === name) ??
    all.find(({ called }) => withoutGroup(called) === name) ??
    all.find(({ called }) => withoutGroup(called).replace(/^\d+-/, '') === name)
  const names = all.map(({ called }) => called)
  if (found === undefined) throw unknown(`${what} “${inline(name)}”`, name, names, kind)
  const { folder, called } = found
  return documentsOf(read(called, filesIn(root, folder)), `the ${what} in ${code(oneLine(folder))}`, [kind, called])
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

/** @throws Failure (unreadable) `source-unreadable` if it is too large, in conflict, or a link leads out of the repository */
function textOf(root: string, path: string): string | undefined {
  const text = readShort(root, path, most.bytes)
  if (text === true) throw unreadable(path, 'is larger than 4 MiB', `ls -l ${path}`)
  if (text !== undefined && leadsOutside(root, path))
    throw unreadable(path, 'is a link that leads out of the repository', `ls -l ${path}`)
  const bytes = text?.includes('\uFFFD') ? readBytes(root, path) : undefined
  const marked = { fffe: 'utf-16le', feff: 'utf-16be' }[bytes?.toString('hex', 0, 2) ?? '']
  const decoded = marked ? new TextDecoder(marked).decode(bytes) : text
  if (decoded?.includes('\0')) throw unreadable(path, 'has NUL characters, as no UTF-8 text has', 'Save it as UTF-8.')
  if (!marked) inUtf8(root, path, text)
  const marker = fencedLines(decoded ?? '').find(({ text, block }) => !block && /^(?:<{7}|>{7}) /.test(text))
  if (marker)
    throw unreadable(path, `has a conflict marker of git in line ${marker.number}`, 'Choose between the two sides.')
  return decoded
}

const unreadable = (path: string, why: string, fix: string): Failure =>
  new Failure(exit.unreadable, 'source-unreadable', `${path} ${why}.`, fix)
