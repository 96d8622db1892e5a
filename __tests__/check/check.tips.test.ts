import { namedTips } from '../../src/check/check'
import { undo } from '../../src/commands/undo'
import { withGit } from '../../src/git/git'
import { parseLine } from '../../src/work/history/history-line'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { addProof, sampleProof } from '../support/add-proof'
import { castIn, edgeAt } from '../support/casting'
import { type Folder, madeOnce } from '../support/folder'
import { commitAll, git } from '../support/git'
import { failing } from '../support/posix'
import { settleAs } from '../support/settled'
import { cloneOf, shop, linesOf as textsOf } from '../support/team-repository'

jest.setTimeout(60_000)

const linesOf = (folder: Folder) => textsOf(folder).map((text) => parseLine(text))
const path = '.ai/task/history.jsonl'
const place = { where: path, line: 9, index: 8 }
const read = (folder: Folder, tip: string, id = linesOf(folder)[0]?.work) =>
  withGit(folder.path, process.env, (git) => namedTips(git, [{ place, tip, id, path }]))

/** A merge that was settled: the other branch has gone on with the same work. */
const settled = madeOnce(async () => {
  const folder = await shop('main')
  git(folder, 'checkout', '-qb', 'other')
  folder.write({ '.ai/task/task.md': '# Task\n\nA header row.\n' })
  await castIn(folder, 'accio')
  const left = linesOf(folder).at(-1)?.digest
  const { digest: proof } = addProof(folder.path, engineer, { ...sampleProof, work: linesOf(folder)[0]?.work ?? '' })
  commitAll(folder)
  git(folder, 'checkout', '-qb', 'mine', 'main')
  folder.remove('.ai/.local')
  await castIn(folder, 'finite')
  commitAll(folder)
  expect(() => git(folder, 'merge', 'other')).toThrow()
  expect((await settleAs(folder)).open).toBeDefined()
  const { tip = '' } = linesOf(folder).at(-1) ?? {}
  commitAll(folder)
  return { ...folder, tip, left, proof }
})

test('the commit that a settled merge names has the history and the proofs that were not taken', async () => {
  const { tip, left, proof, ...folder } = await settled()
  expect(tip).toBe(git(folder, 'rev-parse', 'other').trim())
  const tips = await read(folder, tip)
  expect(tips).toMatchObject({ noted: [], findings: [] })
  expect([tips.has(left), tips.has(proof)]).toEqual([true, true])
  expect(tips.has('0'.repeat(64))).toBe(false)
})

test('an undo of it takes nothing back, and says how to take the other side', async () => {
  const folder = await settled()
  const { message, fix } = await failing(() => undo(workIn(folder.path, engineer), edgeAt(folder)))
  expect(message).toBe('The last step settled a merge; git keeps both sides of it.')
  expect(fix).toContain('merge again from the commit before')
})

test('a clone that does not have that commit notes it', async () => {
  const { tip, ...folder } = await settled()
  const { noted, findings, has } = await read(cloneOf(folder, '--depth=1'), tip)
  expect(noted).toMatchObject([{ code: 'merged', message: expect.stringContaining('this clone does not have it') }])
  expect(findings).toEqual([])
  expect(has(linesOf(folder)[0]?.digest)).toBe(false)
})

test('a commit that has never had such a work is found', async () => {
  const folder = await settled()
  git(folder, 'checkout', '-q', '--orphan', 'empty')
  git(folder, 'rm', '-rqf', '.')
  commitAll(folder)
  const { findings } = await read(folder, git(folder, 'rev-parse', 'HEAD').trim(), '12345678')
  expect(findings).toMatchObject([{ code: 'merged', where: path, line: 9 }])
})
