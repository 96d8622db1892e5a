import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { local } from '../../src/disk/local'
import { filesUnder } from '../../src/disk/read'

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

/** A copy of a folder, including `.ai/.local/`. */
export function copyOf(folder: Folder): Folder {
  const copy = makeFolder()
  cpSync(folder.path, copy.path, { recursive: true })
  return copy
}
