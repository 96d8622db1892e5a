import { code } from '../answer/markdown'
import { standardFlow } from '../flows/registry'
import { ignoringIn } from '../git/ignored'
import type { Environment } from '../settings/settings'
import { type Finding, finding } from './finding'

/** What a piece of work is committed with, of which a clone needs each: also what is yet to be archived. */
const recorded = ['state.json', 'history.jsonl', 'proofs.jsonl', 'plan.md', 'tasks/any/task.md']

/**
 * Asks git which of its rules keep what spell writes out of commits, so that no clone has it; `.ai/.local/` is meant to be.
 *
 * @param files what `init` has written besides
 * @returns a finding for each line of an ignore file. Throws Failure `git-failed`
 */
export async function ignoredFiles(root: string, env: Environment, files: readonly string[] = []): Promise<Finding[]> {
  const paths = [...recorded.map((name) => `${standardFlow.folder}/${name}`), ...files]
  const rules = await ignoringIn(root, paths, env)
  const lines = new Map(rules.map((rule) => [`${rule.where}:${rule.line}`, rule]))
  return [...lines.values()].map(({ where, line, pattern, path }) => {
    const what = recorded.some((name) => path.endsWith(`/${name}`)) ? 'the record of the work' : path
    const message = `git ignores ${what} by “${pattern}”: no clone has what is not committed.`
    return finding('ignored-by-git', { where, line }, message, `Take ${code(pattern)} out, or add ${code(`!${path}`)}.`)
  })
}
