import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  type Dirent,
  existsSync,
  lstatSync,
  lutimesSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { local } from '../../src/disk/local'
import { filesUnder } from '../../src/disk/read'
import { isProving } from './proving'

/** A temporary folder for one test, removed after it. */
export interface Folder {
  readonly path: string
  /** Writes files, by their path from the folder. */
  write(files: Readonly<Record<string, string>>): void
  remove(...paths: string[]): void
  rename(from: string, to: string): void
  read(path: string): string
  /**
   * Every file in `.ai/` (or another folder) with its text, except the lock, the backups and other files of
   * `.ai/.local/`.
   */
  contents(under?: string): Record<string, string>
}

const made: string[] = []
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings) await end()
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
})

/** Runs after each test, before its folders are removed: ends processes that may write into them. */
export const beforeFoldersGo = (end: () => unknown): void => void endings.push(end)

/** @param files its initial files */
export function makeFolder(files: Readonly<Record<string, string>> = {}): Folder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'spell test ')))
  made.push(path)
  const folder: Folder = {
    path,
    write: (texts) => {
      for (const [name, text] of Object.entries(texts)) {
        mkdirSync(dirname(join(path, name)), { recursive: true })
        writeFileSync(join(path, name), text)
      }
    },
    remove: (...paths) => {
      for (const name of paths) rmSync(join(path, name), { recursive: true, force: true })
    },
    rename: (from, to) => renameSync(join(path, from), join(path, to)),
    read: (name) => readFileSync(join(path, name), 'utf8'),
    contents: (under = '.ai') =>
      Object.fromEntries(
        filesUnder(path, under)
          .filter((name) => !name.includes(`${local}/`))
          .map((name) => [name, folder.read(name)]),
      ),
  }
  folder.write(files)
  return folder
}

/** @param scripts by their names, which may have folders. @returns a folder in which they are programs */
export function makePrograms(scripts: Readonly<Record<string, string>>): Folder {
  const folder = makeFolder(scripts)
  for (const name of Object.keys(scripts)) chmodSync(join(folder.path, name), 0o755)
  return folder
}

/** @returns a folder in another one */
export function folderBelow(folder: Folder, name: string): Folder {
  const at = (path: string) => join(name, path)
  return {
    path: join(folder.path, name),
    write: (texts) => folder.write(Object.fromEntries(Object.entries(texts).map(([path, text]) => [at(path), text]))),
    remove: (...paths) => folder.remove(...paths.map(at)),
    rename: (from, to) => folder.rename(at(from), at(to)),
    read: (path) => folder.read(at(path)),
    contents: (under = '.ai') =>
      Object.fromEntries(
        Object.entries(folder.contents(at(under))).map(([path, text]) => [relative(name, path), text]),
      ),
  }
}

/**
 * Copies a folder and everything in it; links as they are. `cpSync` takes three times as long: it looks at every folder
 * above each file.
 */
export function copyTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [path, copy] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyTree(path, copy)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(path), copy)
    else copyFileSync(path, copy)
  }
}

/** A copy of a folder, including `.ai/.local/`. */
export function copyOf(folder: Pick<Folder, 'path'>): Folder {
  const copy = makeFolder()
  copyTree(folder.path, copy.path)
  return copy
}

let count = 0
/** What is made when it is first asked for, once for the same arguments and all tests of a file. @returns a copy of it */
export function madeOnce<Asked extends readonly unknown[], Made extends Folder>(
  make: (...asked: Asked) => Made | Promise<Made>,
): (...asked: Asked) => Promise<Made> {
  const all = new Map<string, Made>()
  afterAll(() => {
    for (const { path } of all.values()) rmSync(path, { recursive: true, force: true })
    all.clear()
  })
  return async (...asked) => {
    const key = JSON.stringify(asked)
    const known = all.get(key)
    if (known) return { ...known, ...copyOf(known) }
    const made = await make(...asked)
    const kept = { ...made, path: `${made.path} kept ${++count}` }
    copyTree(made.path, kept.path)
    all.set(key, kept)
    return made
  }
}

/** Everything in a folder and its subfolders; links are not followed, as newer versions of Node would. */
export const entriesIn = (folder: string): Dirent[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry, ...entriesIn(join(folder, entry.name))] : [entry],
  )

const contentOf = (path: string, entry: Dirent): string =>
  entry.isFile() ? readFileSync(path, 'latin1') : entry.isDirectory() ? 'a folder' : 'something else'

const entriesSaid = (folder: string, said: typeof contentOf) =>
  entriesIn(folder).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return [relative(folder, path), said(path, entry)] as const
  })

/** Everything in a folder except `.git`, with empty folders; a file with its bytes. For comparison. */
export const snapshot = (folder: string): Record<string, string> =>
  Object.fromEntries(entriesSaid(folder, contentOf).filter(([path]) => !/^\.git\b/.test(path)))

/**
 * Everything in a folder, with git's own files: a file with its mode and bytes, a link with its target. For comparison.
 */
export function wholeTree(folder: string): Record<string, string> {
  const all = entriesSaid(folder, (path, entry) => {
    if (entry.isSymbolicLink()) return `→ ${readlinkSync(path)}`
    const rights = entry.isFile() ? `${(lstatSync(path).mode & 0o777).toString(8)} ` : ''
    return rights + contentOf(path, entry)
  })
  return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** Long ago, so that a write is noticed, however coarse the file system's clock is. */
const longAgo = new Date('2001-01-01T00:00:00Z')

/** A folder and everything in it, with what a write would change. */
const entries = ({ path }: Folder) =>
  ['', ...entriesIn(path).map((entry) => relative(path, join(entry.parentPath, entry.name)))].sort().map((name) => {
    const { mtimeMs, size, mode, ino } = lstatSync(join(path, name))
    return { name, mtimeMs, size, mode, ino }
  })

/** Runs a function that must not write, create or remove anything in a folder, not even temporarily. */
export async function untouched<T>(folder: Folder, act: () => Promise<T>): Promise<T> {
  for (const { name } of entries(folder)) lutimesSync(join(folder.path, name), longAgo, longAgo)
  const before = entries(folder)
  const result = await act()
  expect(entries(folder)).toEqual(before)
  return result
}

// git is a real process, and machines can be slow; jest.proofs.config.js gives the proofs more.
if (!isProving) jest.setTimeout(60_000)

/** The user's folders in the tests, so that nothing goes into the real ones. */
const userFolder = join(__dirname, '..', '..', 'node_modules', '.cache', 'spell', 'user')

/** The environment without variables that would change an answer. */
export const plainEnv: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(SPELL_|GIT_|GITHUB_|GH_|NO_COLOR|FORCE_COLOR|CI$|TERM$|CLAUDECODE$|CODEX_|CURSOR_AGENT$|COPILOT_CLI$|GEMINI_CLI$|OPENCODE$|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)/i.test(
          name,
        ),
    ),
  ),
  // The cache of compiled code.
  XDG_CACHE_HOME: join(userFolder, 'cache'),
  LOCALAPPDATA: join(userFolder, 'cache'),
  // The tests do not read the user's settings.
  XDG_CONFIG_HOME: join(userFolder, 'config'),
  XDG_STATE_HOME: join(userFolder, 'state'),
  APPDATA: join(userFolder, 'config'),
}

/** Who commits, where neither a repository nor a test says it: the machine may have no identity. */
const gitConfig = join(userFolder, 'config', 'git', 'config')
if (!existsSync(gitConfig)) {
  mkdirSync(dirname(gitConfig), { recursive: true })
  const part = `${gitConfig}.${process.pid}`
  writeFileSync(part, '[user]\n\tname = Robin\n\temail = robin@shop.example\n')
  renameSync(part, gitConfig)
}

let emptyOne: string | undefined
afterAll(() => {
  if (emptyOne !== undefined) rmSync(emptyOne, { recursive: true, force: true })
  emptyOne = undefined
})

/** An empty git repository, created once per test file: copying is faster. */
export function emptyRepository(): string {
  if (emptyOne === undefined) {
    emptyOne = mkdtempSync(join(tmpdir(), 'spell repository '))
    execFileSync('git', ['init', '--quiet', '--template=', emptyOne], { env: plainEnv })
  }
  return emptyOne
}

/** A new git repository. */
export function makeRepository(files: Readonly<Record<string, string>> = {}) {
  const folder = makeFolder(files)
  copyTree(emptyRepository(), folder.path)
  return folder
}
