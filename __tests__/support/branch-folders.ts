import { compileTexts } from '../../scripts/compile-texts'
import type { Texts } from '../../src/answer/texts'
import { kept } from '../../src/engine/records'
import type { Folder } from './folder'
import { gitIn } from './provable-work'

const compiled = new Map<string, Texts>()
/** The texts of each workflow, from its templates. */
export const textsOf = (workflow: string): Texts =>
  kept(compiled, workflow, () => compileTexts(`templates/${workflow}`))

/** Commits what lies in a folder as the tip of a branch that is not checked out. @returns its commit */
export function makeBranch(folder: Folder, ref: string, when = '2026-08-20T15:30:00Z'): string {
  gitIn(folder, 'add', '--all', '--force')
  return commitIndex(folder, ref, when)
}

/** The same for what is in the index. */
export function commitIndex(folder: Folder, ref: string, when: string): string {
  const tree = gitIn(folder, 'write-tree')
  const dated = `Ada <ada@shop.example> ${Date.parse(when) / 1000} +0000`
  const text = `tree ${tree}\nauthor ${dated}\ncommitter ${dated}\n\nwork\n`
  folder.write({ '.git/new-commit': text })
  const commit = gitIn(folder, 'hash-object', '-t', 'commit', '-w', '.git/new-commit')
  gitIn(folder, 'update-ref', ref, commit)
  return commit
}
