import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { type Folder, makeRepository, wholeTree } from '../../support/folder'
import { spell } from '../../support/packed-program'
import { runAsNobody } from '../../support/packed-read-only'

const isRoot = process.getuid?.() === 0
/** Root may write everywhere. */
const run = isRoot ? runAsNobody : process.getuid && spell
const testAsUser = run ? test : test.skip

/** A repository of a user who may write everywhere in it but here. */
function make(...readOnly: string[]): Folder {
  const folder = makeRepository({
    'AGENTS.md': '# Rules\n',
    '.claude/settings.json': '{}\n',
    '.cursor/commands/a.md': '',
  })
  if (isRoot) execFileSync('chown', ['-R', '65534:65534', folder.path])
  for (const path of readOnly) chmodSync(join(folder.path, path), path.includes('.md') ? 0o444 : 0o555)
  return folder
}
const choices = ['--agents', 'claude,codex,cursor', '--guard', 'git']
const go = (folder: Folder, ...args: string[]) => {
  if (!run) throw new Error('nobody to run it as')
  return run(folder.path, args)
}

const paths = ['.', '.claude', '.cursor/commands', '.git', 'AGENTS.md']
testAsUser.each(paths)('init where %s is read-only changes nothing, and names it', (path) => {
  const folder = make(path)
  const before = wholeTree(folder.path)
  for (const how of ['--dry-run', '--yes']) {
    const { exitCode, stderr } = go(folder, 'init', how, ...choices)
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining(`Cannot write ${path}`) })
    expect(wholeTree(folder.path)).toEqual(before)
  }
})
