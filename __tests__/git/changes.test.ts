import { type Changes, changesBetween } from '../../src/git/changes'
import { withGit } from '../../src/git/git'
import { type Folder, makeFolder, makeRepository } from '../support/folder'
import { commitAll, git } from '../support/git'

const headOf = (folder: Folder): string => git(folder, 'rev-parse', 'HEAD').trim()
const between = ({ path }: Folder, began?: string, ended?: string) =>
  withGit(path, {}, (git) => changesBetween(git, began, ended))
const summed = (changes: Changes | undefined) =>
  changes && {
    commits: changes.commits.map(({ subject }) => subject),
    files: changes.files.map(({ path, added, removed }) => [path, added, removed].filter((each) => each !== undefined)),
  }

/** One commit, at which something begins, then another, and something that is not committed. */
function changed(): { readonly folder: Folder; readonly began: string } {
  const folder = makeRepository({ 'a b.txt': 'one\n', gone: '1\n' })
  commitAll(folder, 'first')
  const began = headOf(folder)
  folder.write({ 'a b.txt': 'two\nthree\n', '.ai/task/plan.md': 'Plan', 'image.png': '\0' })
  commitAll(folder, 'Grüße, "quoted"')
  folder.remove('gone')
  folder.write({ new: 'x\n', '.ai/new': '' })
  return { folder, began }
}
const committed = [['a b.txt', 2, 1], ['image.png']]

test('what came since a commit are commits and files, with what is not committed and without records', async () => {
  const { folder, began } = changed()
  const index = () => git(folder, 'ls-files', '--debug')
  const before = index()
  const changes = await between(folder, began)
  expect(index()).toBe(before)
  expect(changes).toMatchObject({ from: began, to: headOf(folder), isNow: true })
  commitAll(folder, 'all of it')
  expect(await between(folder, began)).toMatchObject({ from: began, to: headOf(folder), isNow: false })
  const files = [committed[0], ['gone', 0, 1], committed[1], ['new']]
  expect(summed(changes)).toEqual({ commits: ['Grüße, "quoted"'], files })
})

test('what has ended is compared with where it ended', async () => {
  const { folder, began } = changed()
  const ended = headOf(folder)
  commitAll(folder, 'later')
  const changes = await between(folder, began, ended)
  expect(changes).toMatchObject({ from: began, to: ended, isNow: false })
  expect(summed(changes)).toEqual({ commits: ['Grüße, "quoted"'], files: committed })
  expect(await between(folder, began, 'f'.repeat(40))).toBeUndefined()
})

test('without a commit to begin at everything is listed; of one that is not on the branch the last in common counts', async () => {
  const { folder, began } = changed()
  const left = headOf(folder)
  git(folder, 'commit', '-q', '--amend', '-m', 'again')
  const changes = await between(folder, left)
  expect([changes?.from, summed(changes)?.commits]).toEqual([began, ['again']])
  expect(summed(await between(folder))?.commits).toEqual(['again', 'first'])
  const none = { from: null, to: null, isNow: true, commits: [] }
  expect(await between(makeRepository({ a: '' }))).toEqual({ ...none, files: [{ path: 'a', isUntracked: true }] })
})

test('a clone that lacks the commit, and a folder without git, cannot tell', async () => {
  const { folder, began } = changed()
  const shallow = makeFolder()
  git(shallow, 'clone', '-q', '--depth=1', `file://${folder.path}`, '.')
  expect(await between(shallow, began)).toBeUndefined()
  expect(await between(makeFolder(), began)).toBeUndefined()
})
