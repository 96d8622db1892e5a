import { statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { ignoredOf } from '../git/ignored'
import type { Environment } from '../settings/settings'
import { historyPath, statePath } from '../work/history/paths'
import { proofsPath } from '../work/proof-log'
import type { Work } from '../work/work'
import { reportsIn } from './criteria/expectation'
import type { PlannedCommand } from './criteria/planned-command'
import { simpleCommand } from './criteria/simple-command'

/**
 * @returns the files in the repository that a command names, relative to the root; not those that it writes anew, nor those that
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
export async function unknownToGit(
  root: string,
  files: readonly string[],
  hasTree: boolean,
  env: Environment,
): Promise<readonly string[]> {
  if (!hasTree) return files
  const ours = files.filter((file) => file.startsWith('.ai/'))
  const others = files.filter((file) => !ours.includes(file))
  return [...ours, ...((await ignoredOf(root, others, env)) ?? others)]
}

function wordsIn({ kind, text }: PlannedCommand): string[] {
  const line = kind === 'run' ? simpleCommand(text) : undefined
  if (line && 'argv' in line) {
    const [program, ...args] = line.argv
    return (program.includes('/') ? line.argv : args).flatMap((word) => [word, ...splitAtSigns(word)])
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
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() || stat?.isDirectory() ? [{ path, isFolder: stat.isDirectory() }] : []
  } catch {
    // The text can be no path.
    return []
  }
}
