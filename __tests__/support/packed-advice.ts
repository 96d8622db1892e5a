import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pageMark } from '../../src/show/report-page'
import { copyOf, entriesIn, type Folder, plainEnv } from './folder'
import { tries } from './git'
import { type Run, shell, spellHere, typedHere } from './packed-program'
import { programs } from './printed-commands'

/**
 * What answers tell to do, and what comes of it for someone who has gone on writing: wherever a command points is a text
 * that is nowhere else. It is lost if it is in no file any more, and in nothing that git reaches.
 */

/** A finding or a failure. */
export interface Told {
  readonly code: string
  readonly where: string
  readonly fix: string
  /** Those in it; a sentence can have some, too. */
  readonly commands: readonly string[]
}

const command = new RegExp(`^(?:${programs}) `)
const inSentence = new RegExp(`\`((?:${programs}) [^\`]+)\`|: ((?:mkdir|test|git rm|git merge|git am) [^;]+)`, 'g')

/** @returns what an answer tells to do */
export function toldBy({ path }: Folder, line: string): Told[] {
  const { stdout, stderr } = spellHere(path, [...line.split(' '), '--json'])
  const document = JSON.parse(stdout || stderr || '{}')
  const all: readonly Record<string, string>[] = document.findings ?? (document.fix ? [document] : [])
  return all.map(({ code, rule, where = '', message = '', fix: own, advice, repair }) => {
    const fix = own ?? advice ?? (repair ? 'spell doctor --fix' : '')
    const isCommand = command.test(fix)
    const sentences = isCommand ? message : `${message} ${fix}`
    const others = [...sentences.matchAll(inSentence)].map(([, quoted, named = '']) => quoted ?? named)
    return { code: code ?? rule ?? '', where, fix, commands: [...(isCommand ? [fix] : []), ...others] }
  })
}

/** Someone's repository, and what they have written since the answer. */
interface Desk {
  readonly folder: Folder
  readonly texts: string[]
  /** Paths that git has staged as they wrote them, or asks about. */
  readonly staged: Set<string>
}

/** What spell may write, whichever of its commands it is. */
const ofSpell = [
  ...['context.md', 'plan.md', 'task.md', 'task-results.md', 'comments.md'].map((name) => `.ai/task/${name}`),
  ...['AGENTS.md', '.gitignore', '.ai/.local/report.html', '.ai/workflows/two-approvals.yaml'],
]

/** The paths in the root that a command names; for one of spell what it may write. */
function pathsIn(line: string): string[] {
  const words = line.split(/[\s'"]+/).map((word) => word.replace(/^\w+:\.\//, '').replace(/\/$/, ''))
  const named = words.filter((word) => /^(?!\.git\/)\.?\w[\w./-]*$/.test(word) && /[./]|-was/.test(word))
  return [...new Set([...named, ...(line.startsWith('spell ') ? ofSpell : [])])]
}

const statOf = (folder: Folder, path: string) => lstatSync(join(folder.path, path), { throwIfNoEntry: false })

/** Whether something else than folders leads there. */
const isOutOfReach = (folder: Folder, path: string) =>
  path.split('/').some((_, index, names) => {
    const stat = index === 0 ? undefined : statOf(folder, names.slice(0, index).join('/'))
    return stat !== undefined && !stat.isDirectory()
  })

/** The files at a path: those below a folder, and one more; where nothing is, one that could be there. */
function filesAt(folder: Folder, path: string): string[] {
  if (isOutOfReach(folder, path)) return []
  const stat = statOf(folder, path)
  if (stat?.isFile()) return [path]
  if (stat && !stat.isDirectory()) return []
  if (!stat) return [/\.\w+$/.test(path) ? path : `${path}/plan.md`]
  const below = entriesIn(join(folder.path, path)).filter((entry) => entry.isFile())
  return [...below.map((entry) => relative(folder.path, join(entry.parentPath, entry.name))), `${path}/notes.md`]
}

let written = 0
type Where = 'where something is' | 'everywhere'

/**
 * Adds to each file that a command points to a text, another one than the text that git has staged of it.
 *
 * @param where whether also where nothing is
 */
function goOnWriting({ folder, texts, staged }: Desk, line: string, where: Where): void {
  const named = pathsIn(line).filter((path) => where === 'everywhere' || existsSync(join(folder.path, path)))
  const paths = [...new Set(named.flatMap((path) => filesAt(folder, path)))]
  // Nobody writes on a page of the program; it can be another text.
  const read = (path: string) => {
    const text = statOf(folder, path) ? folder.read(path) : ''
    return text.startsWith(pageMark) ? '' : text
  }
  // Who has written there goes on only where that has gone.
  const before = new Map(paths.map((path) => [path, read(path)]))
  const add = (path: string) => {
    const text = `text ${++written} of the user`
    texts.push(text)
    folder.write({ [path]: `${before.get(path)}${text}\n` })
  }
  const free = paths.filter((path) => !texts.some((text) => before.get(path)?.includes(`${text}\n`)))
  // Some are there to replace what is staged: git keeps that for a time, though nothing reaches it.
  const replaces = /^git add |--(?:cached|staged) /.test(line)
  // Nor can git have a file and what is below it.
  const isStaged = (path: string) => [...staged].some((one) => `${path}/`.startsWith(`${one}/`))
  const unstaged = replaces ? [] : free.filter((path) => !isStaged(path))
  for (const path of unstaged) add(path)
  if (unstaged.length > 0) tries(folder, 'add', '--force', '--ignore-errors', '--', ...unstaged)
  for (const path of unstaged) staged.add(path)
  for (const path of free) add(path)
}

/** Everything that git reaches: from its refs, what they were, and the index. */
const reachable =
  'git rev-list --objects --all --reflog --indexed-objects | cut -d" " -f1 | git cat-file --batch --buffer'

/** @returns the texts that are neither in a file nor in what git reaches */
function lostAt({ folder: { path: cwd }, texts }: Desk): string[] {
  const files = entriesIn(cwd)
    .filter((entry) => entry.isFile() && !/\/\.git(?:\/|$)/.test(entry.parentPath))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
  const said = spawnSync('sh', ['-c', reachable], { cwd, env: plainEnv, encoding: 'latin1', maxBuffer: 2 ** 28 })
  const all = [...files, said.stdout].join('\n')
  return texts.filter((text) => !all.includes(`${text}\n`))
}

const env = { HOME: join(__dirname, 'nowhere'), GIT_EDITOR: 'true', GIT_PAGER: 'cat' }

/** Follows a command, without the note behind it. */
export function follow({ path }: Folder, line: string): Run {
  const typed = line.replace(/\s# .*$/, '')
  return /^spell [^|>&;$`]*$/.test(typed) ? typedHere(path, typed, env) : shell(path, typed, env)
}

/**
 * Follows a command, and then each of the others: in copies, each with other texts in its place.
 * @returns which of them lose a text
 */
export function lostBy(world: Folder, line: string, others: readonly string[]): string[] {
  if (others.length === 0) return []
  const asked = tries(world, 'diff', '--name-only', '--diff-filter=U').stdout.split('\n')
  const desk = { folder: copyOf(world), texts: [], staged: new Set(asked) }
  const go = (at: Desk, typed: string, where: Where) => {
    const here = typed.replaceAll(world.path, at.folder.path)
    goOnWriting(at, here, where)
    follow(at.folder, here)
  }
  go(desk, line, 'where something is')
  return others.flatMap((other) => {
    const next = { folder: copyOf(desk.folder), texts: [...desk.texts], staged: new Set(desk.staged) }
    go(next, other, 'everywhere')
    const lost = lostAt(next)
    next.folder.remove('.')
    return lost.length === 0 ? [] : [`${line}  THEN  ${other}  loses ${lost.join(', ')}`]
  })
}
