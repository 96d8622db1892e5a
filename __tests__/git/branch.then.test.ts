import { branchThen } from '../../src/git/branch'
import { makeFolder } from '../support/folder'

const at = '2026-08-20T15:30:00Z'
const [before, same, after, later] = [-5, 0, 5, 50].map((minutes) => Date.parse(at) / 1000 + minutes * 60)
const moved = (time: number | undefined, from: string, to: string) =>
  `${'0'.repeat(40)} ${'1'.repeat(40)} Ann <a@b.example> ${time} +0200\tcheckout: moving from ${from} to ${to}\n`
const commit = `${'1'.repeat(40)} ${'2'.repeat(40)} Ann <a@b.example> ${after} +0200\tcommit: checkout: moving from x to y\n`
const detached = 'a'.repeat(40)

// biome-ignore format: a case is a line
test.each<[what: string, branch: string | undefined, log: string]>([
  ['the one that was left first since', 'export', moved(after, 'export', 'fix') + moved(later, 'fix', 'hotfix')],
  ['not one that was left before', undefined, moved(before, 'export', 'hotfix')],
  ['not one that was left in the same second, which may have been before', undefined, moved(same, 'export', 'hotfix')],
  ['the same as now is none to name', undefined, moved(after, 'hotfix', 'fix') + moved(later, 'fix', 'hotfix')],
  ['a commit is no branch', undefined, moved(after, detached, 'hotfix')],
  ['a message of a commit is no move', undefined, commit],
  ['nothing without a move', undefined, ''],
])('the branch at a time: %s', (_, branch, log) => {
  const folder = makeFolder({ '.git/HEAD': 'ref: refs/heads/hotfix\n', '.git/logs/HEAD': log })
  expect(branchThen(folder.path, at)).toBe(branch)
})

test('without git there is none', () => expect(branchThen(makeFolder().path, at)).toBeUndefined())
