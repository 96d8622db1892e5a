import type { Folder } from '../../support/folder'
import { commitAll, git } from '../../support/git'
import {
  accio,
  allowAll,
  checked,
  edit,
  proofsFile,
  provable,
  spellIn,
  tickOnly,
  works,
} from '../../support/packed-provable'
import { confirmAll } from '../../support/provable-work'
import { cloneOf, planFile } from '../../support/team-repository'

const prove = async (folder: Folder, ...args: string[]): Promise<number | null> => {
  await allowAll(folder)
  return spellIn(folder, 'prove', ...args).exitCode
}

/** Nothing is found in a fresh clone, compared with the base or not, nor if the commands run again. */
function expectGreen(folder: Folder, noted: readonly string[] = [], args: readonly string[] = []): void {
  commitAll(folder)
  const clone = cloneOf(folder)
  expect(checked(clone)).toMatchObject({ exitCode: 0, rules: [] })
  expect(checked(clone, ['--base', 'base', ...args])).toMatchObject({ exitCode: 0, rules: [], noted })
  const again = ['--base', 'base', '--rerun', '--allow-commands', ...args]
  expect(checked(clone, again, { CI: 'true' })).toMatchObject({ exitCode: 0, rules: [], noted })
  expect(spellIn(folder, 'doctor').exitCode).toBe(0)
}
const asProven = ['--require', 'proven'] as const

async function finish(folder: Folder): Promise<void> {
  expect(await prove(folder)).toBe(0)
  await confirmAll(folder)
  tickOnly(folder, 1, 2, 3)
  expect(accio(folder)).toBe('ACHIEVE_COMPLETE')
}

test('commands that are changed while planning, and proven again', async () => {
  const folder = await provable('done')
  expect(await prove(folder)).toBe(0)
  expect(spellIn(folder, 'finite').exitCode).toBe(0)
  edit(folder, planFile, 'node test.cjs import', 'node test.cjs import --twice')
  edit(
    folder,
    planFile,
    '- [ ] The page',
    '- [ ] Orders can be counted\n  - run: `node test.cjs export`\n- [ ] The page',
  )
  expect(accio(folder)).toBe('ACHIEVE_TASK_DRAFTING')
  expect(await prove(folder)).toBe(0)
  await confirmAll(folder)
  tickOnly(folder, 1, 2, 3, 4)
  expect(accio(folder)).toBe('ACHIEVE_COMPLETE')
  // What has passed says something else now, which a reviewer sees.
  expectGreen(folder, ['criteria-changed'], asProven)
})

test('a review between, after which what was proven is proven again', async () => {
  const folder = await provable('done')
  await finish(folder)
  commitAll(folder)
  expect(accio(folder)).toBe('ACHIEVE_COMPLETE')
  expect(spellIn(folder, 'reparo').exitCode).toBe(0)
  folder.write({ '.ai/task/comments.md': '# Comments\n\nQuote the fields.\n' })
  accio(folder)
  folder.write({ '.ai/task/review-task.md': '# Review\n\nQuote.\n' })
  accio(folder)
  folder.write({
    '.ai/task/review-task-results.md': '## Achieved\n\nQuoted.\n',
    'export.mjs': `${works('export')}// quoted\n`,
  })
  expect(accio(folder)).toBe('ACHIEVE_TASK_DRAFTING')
  expect(spellIn(folder, 'accio').exitCode).toBe(3)
  await finish(folder)
  expectGreen(folder, [], asProven)
})

describe('two branches that both proved something', () => {
  /** The main branch proves the first criterion and goes on; another one proves the second. */
  async function conflict(): Promise<Folder> {
    const folder = await provable('done')
    git(folder, 'checkout', '--quiet', '-b', 'other')
    folder.write({ 'import.mjs': `${works('import')}// of the other branch\n` })
    expect(await prove(folder, '2')).toBe(0)
    folder.write({ '.ai/task/task.md': '# Task\n\nMore.\n' })
    expect(accio(folder)).toBe('ACHIEVE_TASK_EXECUTED')
    commitAll(folder)
    git(folder, 'checkout', '--quiet', 'main')
    expect(await prove(folder, '1')).toBe(0)
    expect(spellIn(folder, 'finite').exitCode).toBe(0)
    commitAll(folder)
    expect(() => git(folder, 'merge', '--quiet', 'other')).toThrow()
    expect(git(folder, 'diff', '--name-only', '--diff-filter=U')).toContain(proofsFile)
    return folder
  }

  test.each(['mine', 'theirs'])('are settled by the doctor: %s goes on, and is proven again', async (side) => {
    const folder = await conflict()
    const { exitCode, stdout } = spellIn(folder, 'doctor', '--fix', '--side', side)
    expect({ exitCode, stdout }).toMatchObject({ exitCode: 0 })
    expect(folder.read(proofsFile)).not.toContain('<<<<<<<')
    // What was proven before the merge is now of other files, which is noted.
    expectGreen(folder, expect.arrayContaining(['merged']))
    if (side === 'theirs') folder.write({ '.ai/task/task-results.md': '## Achieved\n\nMore.\n' })
    expect(accio(folder)).toBe('ACHIEVE_TASK_DRAFTING')
    await finish(folder)
    expectGreen(folder, ['merged'], asProven)
  })
})
