import { execFileSync } from 'node:child_process'
import { type Folder, makeFolder, plainEnv } from '../../support/folder'
import { commitAll, git } from '../../support/git'
import { spellHere } from '../../support/packed-program'
import { accio, allowAll, provable, spellIn, tickOnly, works } from '../../support/packed-provable'
import { confirmAll } from '../../support/provable-work'

const report = (folder: Pick<Folder, 'path'>, ...args: string[]): string =>
  spellHere(folder.path, ['report', ...args]).stdout
const html = (folder: Folder): string => {
  report(folder, '--html', '.ai/.local/report.html')
  return folder.read('.ai/.local/report.html')
}

/** What a stranger reads in a report: a command, and the commit at which it passed, which the head says of all. */
function claims(text: string): string[][] {
  const [, ofAll] = /^.* at ([0-9a-f]{7})$/m.exec(text.split('\n')[0] ?? '') ?? []
  const lines = text.matchAll(/^ {2}- `([^`]+)`(?: \(expected: .+\))?: passed\b.*?(?: at ([0-9a-f]{7}))?$/gm)
  return [...lines].flatMap(([, command = '', at = ofAll]) => (at ? [[command, at]] : []))
}

function clonedAt(folder: Folder, commit: string): Folder {
  const clone = makeFolder()
  git(clone, 'clone', '-q', `file://${folder.path}`, '.')
  git(clone, 'checkout', '-q', commit)
  return clone
}

const passes = ({ path }: Folder, command: string): boolean => {
  try {
    execFileSync('sh', ['-c', command], { cwd: path, env: plainEnv, stdio: 'pipe' })
    return true
  } catch {
    return false
  }
}

/** The whole job, proven before anything of it is committed. */
async function proven(): Promise<Folder> {
  const folder = await provable('task')
  const results = '## Achieved\n\nBoth are written.\n'
  folder.write({ 'export.mjs': works('export'), 'import.mjs': works('import'), '.ai/task/task-results.md': results })
  expect(accio(folder)).toBe('ACHIEVE_TASK_DRAFTING')
  await allowAll(folder)
  expect(spellIn(folder, 'prove').exitCode).toBe(0)
  await confirmAll(folder)
  tickOnly(folder, 1, 2, 3)
  expect(accio(folder)).toBe('ACHIEVE_COMPLETE')
  return folder
}

test('a stranger takes commit and command from the report, and the command passes there; at the commit below it does not', async () => {
  const folder = await proven()
  const below = git(folder, 'rev-parse', '--short=7', 'HEAD').trim()
  const none = `files not committed yet, on top of ${below}`
  const before = report(folder)
  expect(before.split('\n')[0]).toBe(`Complete: 2 proven · 1 confirmed; ${none}`)
  expect(claims(before)).toEqual([])
  expect(before.split(none)).toHaveLength(2)
  expect(html(folder)).toContain(none)
  expect(spellIn(folder, 'prove', '--list').stdout.split(`s, ${none}`)).toHaveLength(3)

  commitAll(folder, 'Greet')
  const commit = git(folder, 'rev-parse', '--short=7', 'HEAD').trim()
  const named = report(folder)
  expect(named.split('\n')[0]).toBe(`Complete: 2 proven · 1 confirmed, at ${commit}`)
  expect(claims(named)).toEqual([
    ['node test.cjs export', commit],
    ['node test.cjs import', commit],
  ])
  expect(html(folder)).toContain(`at ${commit}`)
  expect(spellIn(folder, 'prove', '--list').stdout.split(`at ${commit}`)).toHaveLength(3)
  expect(JSON.parse(report(folder, '--json')).verdict.commit).toBe(git(folder, 'rev-parse', 'HEAD').trim())

  // Archived, with other work after it, and read where only git has been.
  expect(spellIn(folder, 'new', '--yes').exitCode).toBe(0)
  commitAll(folder, 'archived')
  const last = git(folder, 'rev-parse', '--short=7', 'HEAD').trim()
  folder.write({ 'export.mjs': 'broken' })
  commitAll(folder, 'later work')
  const archived = report(clonedAt(folder, 'HEAD'), '--archive', 'orders')
  expect(archived.split('\n')[0]).toBe(`Complete: 2 passed · 1 confirmed, at ${last}`)

  const began = 'All that git has: no commit is recorded where it began, to'
  expect(named).toContain(`${began} \`${commit}\`.`)
  expect(named).toContain(`- Commits\n  - \`${commit}\` Greet\n`)
  expect(named).toContain('- Files\n  - `.gitignore` (+1 −0)\n  - `export.mjs` (+1 −0)\n')
  expect(named).toContain('<details><summary><code>node test.cjs export</code>: passed</summary>')
  expect(archived).toContain(`${began} \`${commit}\`.`)

  const found = [...claims(named), ...claims(archived)]
  expect(found).toHaveLength(4)
  for (const [command = '', at = ''] of found) {
    expect([command, at, passes(clonedAt(folder, at), command)]).toEqual([command, at, true])
    expect(passes(clonedAt(folder, below), command)).toBe(false)
  }
})
