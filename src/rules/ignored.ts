import { isAbsolute, join, relative, sep } from 'node:path'
import { code } from '../answer/markdown'
import { foldersIn } from '../disk/read'
import { workflows } from '../flows/registry'
import { ignoringIn } from '../git/ignored'
import { realPathOf } from '../install/pieces/look'
import { definitionsFolder, type Environment } from '../settings/settings'
import { type Finding, finding } from './finding'

/** What a piece of work is committed with, of which a clone needs each: also what is yet to be archived. */
const recorded = ['state.json', 'history.jsonl', 'proofs.jsonl', 'plan.md', 'workflow.json', 'tasks/any/task.md']

/** Where a piece of work of any workflow is or will be: also one that has not begun, or that is yet to be archived. */
const homesIn = (root: string): string[] =>
  workflows.flatMap(({ folder, named, archive }) => [
    ...(folder === undefined ? [] : [folder]),
    ...[named, archive].flatMap((above) =>
      above === undefined ? [] : ['any', ...foldersIn(root, above)].map((name) => `${above}/${name}`),
    ),
  ])

/**
 * Asks git which of its rules keep what spell writes out of commits, so that no clone has it; `.ai/.local/` is meant to be.
 *
 * @param files what `init` has written besides
 * @returns a finding for each line of an ignore file
 */
export async function ignoredFiles(root: string, env: Environment, files: readonly string[] = []): Promise<Finding[]> {
  const home = realPathOf(root)
  // git refuses a path beyond a link.
  const placeOf = (path: string) =>
    relative(home, realPathOf(join(root, path)))
      .split(sep)
      .join('/')
  const records = homesIn(root).flatMap((folder) => recorded.map((name) => `${folder}/${name}`))
  const all = [...records, `${definitionsFolder}/any.yaml`, ...files].map(placeOf)
  const paths = all.filter((path) => !path.startsWith('../') && !isAbsolute(path))
  // Where git does not answer, it ignores nothing.
  const rules = await ignoringIn(root, paths, env).catch(() => [])
  const lines = new Map(rules.map((rule) => [`${rule.where}:${rule.line}`, rule]))
  return [...lines.values()].map(({ where, line, pattern, path }) => {
    const isRecord = recorded.some((name) => path.endsWith(`/${name}`))
    const message = `git ignores ${isRecord ? 'the record of the work' : path.replace(/\/any\.yaml$/, '')} by “${pattern}”: no clone has what is not committed.`
    // git looks into no folder that it ignores.
    const rather =
      isRecord && !where.startsWith('.ai/') ? ', or add `!.ai/` and `!.ai/**` as the last lines of `.gitignore`' : ''
    return finding('ignored-by-git', { where, line }, message, `Take ${code(pattern)} out${rather}.`)
  })
}
