import { check } from '../../src/rules/check/check'
import { castIn } from '../support/casting'
import type { Folder } from '../support/folder'
import { settleAs } from '../support/settled'
import { cloneOf, commitAll, doneTask, forge, git, shop } from '../support/team-repository'

// Real repositories on slow machines.
jest.setTimeout(60_000)

const request = { requirement: 'any', noOverrides: false } as const
const findingsIn = async ({ path }: Folder) =>
  (await check(path, {}, new Date('2026-08-21'), request, (_, state) => state)).findings
const rulesIn = async (folder: Folder) => (await findingsIn(folder)).map(({ rule }) => rule)

/** Two branches have gone on with the same work: `other` with a task that has met a criterion, `mine` with a step. */
async function parted(): Promise<Folder> {
  const folder = await shop('main')
  git(folder, 'checkout', '-qb', 'other')
  await doneTask(folder, 'header-row')
  await castIn(folder, 'accio')
  commitAll(folder)
  git(folder, 'checkout', '-qb', 'mine', 'main')
  folder.remove('.ai/.local')
  await castIn(folder, 'finite')
  commitAll(folder)
  return folder
}

/** Has git meet a conflict, and settles it with the history of `mine`; then the plan of the other is taken, with its ticks. */
async function settled(folder: Folder, ...args: string[]): Promise<void> {
  expect(() => git(folder, ...args)).toThrow()
  await settleAs(folder)
  git(folder, 'checkout', 'other', '--', '.ai/task/plan.md')
}

test('a branch that was merged brings its ticks, before and after the merge is committed', async () => {
  const folder = await parted()
  await settled(folder, 'merge', 'other')
  expect(folder.read('.ai/task/plan.md')).toContain('- [x]')
  expect(await rulesIn(folder)).toEqual([])
  commitAll(folder)
  expect(await rulesIn(folder)).toEqual([])
  expect(await rulesIn(cloneOf(folder))).toEqual([])
})

test('what neither of the two plans says is found, also after the merge', async () => {
  for (const [change, rule] of [
    [(plan: string) => plan.replaceAll('[ ]', '[x]'), 'criteria-ticked'],
    [(plan: string) => plan.replace(/- \[ \] .*/, '- [ ] something else'), 'criteria-reworded'],
    [(plan: string) => plan.replace(/- \[ \] .*\n/, ''), 'criteria-dropped'],
  ] as const) {
    const folder = await parted()
    await castIn(folder, 'accio')
    commitAll(folder)
    await settled(folder, 'merge', 'other')
    commitAll(folder)
    expect(await rulesIn(folder)).toEqual([])
    folder.write({ '.ai/task/plan.md': change(folder.read('.ai/task/plan.md')) })
    commitAll(folder)
    await castIn(folder, 'accio')
    expect(await rulesIn(folder)).toContain(rule)
  }
})

test('a line that names another side than the one that was kept is found', async () => {
  const folder = await parted()
  expect(() => git(folder, 'merge', 'other')).toThrow()
  await settleAs(folder)
  commitAll(folder)
  expect(await rulesIn(folder)).toEqual([])
  await forge(folder, (lines) =>
    lines.map((line) => (line.row === 'merged' ? { ...line, other: '0'.repeat(64) } : line)),
  )
  expect(await rulesIn(folder)).toContain('merged')
})

test('so does one whose own end is a settled conflict', async () => {
  const folder = await parted()
  git(folder, 'checkout', '-qb', 'third', 'other')
  folder.remove('.ai/.local')
  await settled(folder, 'merge', 'mine')
  commitAll(folder)
  git(folder, 'checkout', '-q', 'mine')
  folder.remove('.ai/.local')
  await castIn(folder, 'accio')
  await castIn(folder, 'finite')
  commitAll(folder)
  await settled(folder, 'merge', 'third')
  commitAll(folder)
  expect(await rulesIn(folder)).toEqual([])
})

test.each([
  [
    'that was squashed, as no commit of it is there',
    async (folder: Folder) => settled(folder, 'merge', '--squash', 'other'),
  ],
  ['that was picked', async (folder: Folder) => settled(folder, 'cherry-pick', 'other')],
])('a branch does not %s', async (_, join) => {
  const folder = await parted()
  await join(folder)
  commitAll(folder)
  git(folder, 'branch', '-qD', 'other')
  expect(await rulesIn(cloneOf(folder))).toEqual(['criteria-ticked'])
})

test('in a shallow clone the branch is not there: its ticks are found, with the way to get it', async () => {
  const folder = await parted()
  await settled(folder, 'merge', 'other')
  commitAll(folder)
  expect(await findingsIn(cloneOf(folder, '--depth=1'))).toMatchObject([
    { rule: 'criteria-ticked', fix: expect.stringMatching(/^git fetch --unshallow origin /) },
  ])
  expect(await rulesIn(cloneOf(folder, '--depth=2'))).toEqual([])
})
