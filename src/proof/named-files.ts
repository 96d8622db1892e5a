import { existsSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Environment } from '../disk/environment'
import { type Git, openGit } from '../git/git'
import { ignoredOf } from '../git/ignored'
import { attemptOr } from '../text/failure'
import { historyPath, statePath } from '../work/history/history-line'
import { proofsPath } from '../work/proof-log'
import type { Work } from '../work/work'
import { reportsIn } from '../workflow/criteria/expectation'
import type { PlannedCommand } from '../workflow/criteria/planned-command'
import { argvOf } from '../workflow/criteria/simple-command'

/**
 * @returns the files in the repository that a command names, relative to the root; not those that it newly writes, nor those that
 *   every step changes
 */
export function filesNamed({ root, flow }: Pick<Work, 'root' | 'flow'>, command: PlannedCommand): string[] {
  const words = wordsIn(command)
  const near = placesIn(words, join(root, command.folder))
  // A command may go there first: `cd api && ./test`, `make -C api`.
  const far = near.filter(({ isFolder }) => isFolder).flatMap(({ path }) => placesIn(words, path))
  const files = [...near, ...far]
    .filter(({ isFolder }) => !isFolder)
    .map(({ path }) => relative(root, path).split(sep).join('/'))
    .filter((name) => name !== '..' && !name.startsWith('../') && !isAbsolute(name))
  const records = [flow.plan?.file, ...[statePath, historyPath, proofsPath].map((path) => path(flow))]
  const left = [...records, ...reportsIn(command.expect)]
  return [...new Set(files)].filter((file) => !left.includes(file)).sort()
}

/**
 * @param hasTree whether git knows a tree there; without one it knows no file
 * @returns those that no tree has: under `.ai/`, or ignored
 */
export async function unknownToGit(git: Git, files: readonly string[], hasTree: boolean): Promise<readonly string[]> {
  if (!hasTree) return files
  const ours = files.filter((file) => file.startsWith('.ai/'))
  const others = files.filter((file) => !ours.includes(file))
  return [...ours, ...((await ignoredOf(git, others)) ?? others)]
}

/**
 * @returns the files of code that a command names and that are nowhere here, not even by a longer name: then it could not run.
 *   None of a command that asks whether they are there, or that writes them
 */
export async function filesMissing(
  root: string,
  command: PlannedCommand,
  env: Environment,
): Promise<readonly string[]> {
  const { text } = command
  const words = argvOf(command) ?? splitAtSigns(text.replace(/'[^']*'|"[^"]*"/g, ' '))
  const names = words.flatMap((word, at) => (writes.test(words[at - 1] ?? '') ? [] : (ofCode.exec(word)?.[1] ?? [])))
  const at = join(root, command.folder)
  const folders = [at, ...placesIn(words, at).flatMap(({ path, isFolder }) => (isFolder ? [path] : []))]
  const lacking = names.filter((name) => !folders.some((folder) => existsSync(resolve(folder, name))))
  if (lacking.length === 0 || asks.test(text)) return []
  // A runner may take a part of a name.
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { ask } = openGit(root, env)
  const paths = (await ask(listed).catch(() => '')).split('\0')
  const isPart = (name: string) => paths.some((path) => path.endsWith(name) && existsSync(join(root, path)))
  return lacking.filter((name) => !isPart(name.replace(/^(?:\.{1,2}\/)+/, '')))
}

const ofCode =
  /^(?!-)([\w@./+~-]+\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kts?|php|sh|cc?|cpp|cs|swift|exs?|lua|pl|t|bats))(?::.*)?$/
const writes = /^(?:>+|-o|--?out.*|--.*(?:file|dest|destination))$/
const asks = /(?:^|[;&|(!])\s*(?:test|\[+|ls|stat|cat|grep|rg|head|tail|wc|diff|cmp)\s/

function wordsIn(command: PlannedCommand): string[] {
  const { text } = command
  const argv = argvOf(command)
  if (argv) {
    const words = argv[0]?.includes('/') ? argv : argv.slice(1)
    return words.flatMap((word) => [word, ...splitAtSigns(word)])
  }
  const quoted = [...text.matchAll(/'([^']*)'|"([^"]*)"/g)].map(([, one, other]) => one ?? other ?? '')
  return [...quoted, ...splitAtSigns(text)]
}

const splitAtSigns = (text: string): string[] => text.split(/[\s'"`;|&()<>{}]+/)

/** No system takes a longer one. */
const maxPathLength = 4096

interface Place {
  readonly path: string
  readonly isFolder: boolean
}

/** The files and folders that words name: as a whole, after `=`, `@` or a short option, and before the name of a test or a line. */
function placesIn(words: readonly string[], folder: string): Place[] {
  const parts = words.flatMap((word) => [word, ...[...word.matchAll(/=/g)].map(({ index }) => word.slice(index + 1))])
  const names = parts
    .filter(({ length }) => length <= maxPathLength)
    .flatMap((part) => [
      part,
      part.replace(/^(?:@|-\w)/, ''),
      part.replace(/::.*$/s, ''),
      part.replace(/(?::\d+)+$/, ''),
    ])
  return [...new Set(names)].filter((name) => name !== '').flatMap((name) => placeAt(resolve(folder, name)))
}

function placeAt(path: string): Place[] {
  // The text can be no path.
  const stat = attemptOr(undefined, () => statSync(path, { throwIfNoEntry: false }))
  return stat?.isFile() || stat?.isDirectory() ? [{ path, isFolder: stat.isDirectory() }] : []
}
