import { execFileSync } from 'node:child_process'
import { compileTexts } from '../../scripts/compile-texts'
import { getOrInsert } from '../../src/engine/records'
import type { Workflow } from '../../src/workflow/flow'
import type { Texts } from '../../src/workflow/texts'
import { work } from './casting'
import { type Folder, makeRepository, plainEnv } from './folder'
import { gitIn } from './git'

const compiled = new Map<string, Texts>()
export const textsOf = ({ definition: { name } }: Workflow): Texts =>
  getOrInsert(compiled, name, () => compileTexts(`templates/${name}`))

/** Commits what lies in a folder as the tip of a branch that is not checked out. @returns its commit */
export function makeBranch(folder: Folder, ref: string, when = '2026-08-20T15:30:00Z'): string {
  gitIn(folder, 'add', '--all', '--force')
  return commitIndex(folder, ref, when)
}

export function commitIndex(folder: Folder, ref: string, when: string): string {
  const tree = gitIn(folder, 'write-tree')
  const dated = `Ada <ada@shop.example> ${Date.parse(when) / 1000} +0000`
  const text = `tree ${tree}\nauthor ${dated}\ncommitter ${dated}\n\nwork\n`
  folder.write({ '.git/new-commit': text })
  const commit = gitIn(folder, 'hash-object', '-t', 'commit', '-w', '.git/new-commit')
  gitIn(folder, 'update-ref', ref, commit)
  return commit
}

/** A file of a branch, given the number of the branch and what the file usually has. */
type FileOf = (number: number, usual: string) => string

/**
 * A repository with many branches, each with a piece of work in its first task that no other has.
 * @param more files that are different, or that come to it
 */
export async function manyBranches(
  count: number,
  more: Readonly<Record<string, FileOf>> = {},
  refOf: (number: number) => string = (number) => `refs/heads/topic/${number}`,
): Promise<Folder> {
  const made = (await work()).contents()
  const usualOf = (path: string, number: number) =>
    (made[path] ?? '').replaceAll('00000000', number.toString(16).padStart(8, '0'))
  const paths = [...new Set([...Object.keys(made), ...Object.keys(more)])]
  const folder = makeRepository()
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`
  const commits = Array.from({ length: count }, (_, number) =>
    [
      `commit ${refOf(number)}\ncommitter Ada <ada@shop.example> ${1_787_000_000 + number} +0000\n${data('work')}`,
      ...paths.map((path) => {
        const usual = usualOf(path, number)
        return `M 100644 inline ${path}\n${data(more[path]?.(number, usual) ?? usual)}`
      }),
    ].join(''),
  )
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder.path, env: plainEnv, input: commits.join('') })
  return folder
}
