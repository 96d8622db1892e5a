import { rmSync } from 'node:fs'
import { engineer } from '../../../src/flows/engineer'
import { namedTips } from '../../../src/rules/check/named-tips'
import { undo } from '../../../src/steps/undo'
import { parseLine } from '../../../src/work/history/history-line'
import { workIn } from '../../../src/work/work'
import { castIn, edgeAt } from '../../support/casting'
import { copyOf, copyTree, type Folder } from '../../support/folder'
import { failing } from '../../support/posix'
import { settleAs } from '../../support/settled'
import { cloneOf, commitAll, git, shop, linesOf as textsOf } from '../../support/team-repository'

jest.setTimeout(60_000)

const linesOf = (folder: Folder) => textsOf(folder).map((text) => parseLine(text))
const path = '.ai/task/history.jsonl'
const place = { where: path, line: 9, index: 8 }
const read = (folder: Folder, tip: string, id = linesOf(folder)[0]?.work) =>
  namedTips(folder.path, process.env, [{ place, tip, id, path }])

interface Settled {
  readonly folder: Folder
  readonly tip: string
  readonly left: string | undefined
}

let made: Settled
beforeAll(async () => {
  const { folder, ...rest } = await makeSettled()
  made = { folder: { ...folder, path: `${folder.path} kept` }, ...rest }
  copyTree(folder.path, made.folder.path)
})
afterAll(() => rmSync(made.folder.path, { recursive: true }))

/** A copy of it, which is created once. */
const settled = (): Settled => ({ ...made, folder: copyOf(made.folder) })

/** A merge that was settled: the other branch has gone on with the same work. */
async function makeSettled(): Promise<Settled> {
  const folder = await shop('main')
  git(folder, 'checkout', '-qb', 'other')
  await castIn(folder, 'accio')
  const left = linesOf(folder).at(-1)?.digest
  commitAll(folder)
  git(folder, 'checkout', '-qb', 'mine', 'main')
  folder.remove('.ai/.local')
  await castIn(folder, 'finite')
  commitAll(folder)
  expect(() => git(folder, 'merge', 'other')).toThrow()
  expect(await settleAs(folder)).toBe(true)
  const { tip = '' } = linesOf(folder).at(-1) ?? {}
  commitAll(folder)
  return { folder, tip, left }
}

test('the commit that a settled merge names has the history that was not taken', async () => {
  const { folder, tip, left } = settled()
  expect(tip).toBe(git(folder, 'rev-parse', 'other').trim())
  const tips = await read(folder, tip)
  expect(tips).toMatchObject({ noted: [], findings: [] })
  expect(tips.has(left)).toBe(true)
  expect(tips.has('0'.repeat(64))).toBe(false)
})

test('an undo of it takes nothing back, and says how to take the other side', async () => {
  const { folder } = settled()
  const { message, fix } = await failing(() => undo(workIn(folder.path, engineer), edgeAt(folder)))
  expect(message).toBe('The last step settled a merge; git keeps both sides of it.')
  expect(fix).toContain('merge again from the commit before')
})

test('a clone that does not have that commit notes it', async () => {
  const { folder, tip } = settled()
  const { noted, findings, has } = await read(cloneOf(folder, '--depth=1'), tip)
  expect(noted).toMatchObject([{ code: 'merged', message: expect.stringContaining('this clone does not have it') }])
  expect(findings).toEqual([])
  expect(has(linesOf(folder)[0]?.digest)).toBe(false)
})

test('a commit that has never had such a work is found', async () => {
  const { folder } = settled()
  git(folder, 'checkout', '-q', '--orphan', 'empty')
  git(folder, 'rm', '-rqf', '.')
  commitAll(folder)
  const { findings } = await read(folder, git(folder, 'rev-parse', 'HEAD').trim(), '12345678')
  expect(findings).toMatchObject([{ code: 'merged', where: path, line: 9 }])
})
