import type { Branch } from '../../../src/git/branch'
import { findRequest, placesAround, repositoriesOf } from '../../../src/review/find-request'
import { gitlab } from '../../../src/review/gitlab/gitlab'
import { type DiscussionWorld, startGitLab } from '../../support/gitlab-server'

const shop = { host: 'gitlab.com', owner: 'acme/web', name: 'shop' }

async function read(discussions: DiscussionWorld[], more?: { readonly state: string }) {
  const { ask, asked } = await startGitLab(discussions, more)
  const review = await gitlab.read(ask, shop, 7, () => {})
  if (!review) throw new Error('no merge request')
  return { ...review, asked: asked.map(({ what }) => what) }
}

test('a merge request is read with threads, their places, and general comments, without what GitLab says itself', async () => {
  const review = await read([
    {
      id: 'd1',
      path: 'src/export.ts',
      lines: [12, 15],
      notes: [
        { id: 1, body: 'Quote.\n\n```suggestion:-0+0\nq(a)\n```', author: 'kim' },
        { id: 2, body: 'Which?' },
      ],
    },
    { id: 'd2', path: 'a.ts', lines: [3, 3], head: 'c'.repeat(40), notes: [{ id: 3, body: 'Name?', author: 'kim' }] },
    { id: 'd3', resolved: true, notes: [{ id: 4, body: 'Docs?', author: 'kim' }] },
    { id: 'd4', alone: true, notes: [{ id: 5, body: 'Nice.', author: 'lee' }] },
    { id: 'd5', alone: true, notes: [{ id: 6, body: 'added 1 commit', system: true }] },
  ])
  expect(review.pullRequest).toMatchObject({ on: 'GitLab', repository: 'acme/web/shop', number: 7, state: 'open' })
  expect(review.threads).toMatchObject([
    { id: 'note_1', node: 'd1', path: 'src/export.ts', lines: '12-15', isResolved: false, isOutdated: false },
    { id: 'note_3', lines: '3', isOutdated: true },
    { id: 'note_4', isResolved: true, resolvedBy: 'lee' },
  ])
  expect(review.threads[2]).not.toHaveProperty('path')
  expect(review.threads[0]?.remarks.map(({ author, isOwn }) => [author, isOwn])).toEqual([
    ['kim', false],
    ['dev', true],
  ])
  expect(review.comments.map(({ id, text }) => [id, text])).toEqual([['note_5', 'Nice.']])
})

test('300 threads are read on four pages', async () => {
  const many = Array.from({ length: 300 }, (_, index) => ({
    id: `d${index}`,
    notes: [{ id: index + 1, body: `text ${index}` }],
  }))
  const { threads, asked } = await read(many)
  expect(threads).toHaveLength(300)
  expect(new Set(threads.map(({ id }) => id)).size).toBe(300)
  expect(asked.filter((what) => what.includes('/discussions?')).map((what) => /page=(\d)$/.exec(what)?.[1])).toEqual([
    '1',
    '2',
    '3',
    '4',
  ])
})

test.each(['merged', 'closed'])('one that is %s says so', async (state) => {
  expect((await read([], { state })).pullRequest.state).toBe(state)
})

test('one that is not there', async () => {
  const { ask } = await startGitLab()
  expect(await gitlab.read(ask, shop, 8, () => {})).toBe(undefined)
  expect(await gitlab.read(ask, { ...shop, name: 'other' }, 7, () => {})).toBe(undefined)
})

const url = 'git@gitlab.com:acme/web/shop.git'
const remotes = [{ name: 'origin', fetch: url, push: url }]
test.each<[string, Branch, number | undefined]>([
  ['of a branch', { name: 'export', remotes }, 7],
  ['of no branch', { name: 'other', remotes }, undefined],
  [
    'that glab has checked out',
    { name: 'x', remotes, upstream: { url, ref: 'refs/merge-requests/7/head', isDefault: false } },
    7,
  ],
])('the merge request %s is found', async (_, branch, number) => {
  const { ask } = await startGitLab()
  const found = await findRequest(gitlab, ask, branch, await placesAround(gitlab, ask, repositoriesOf(branch)))
  expect(found?.number).toBe(number)
})

test('a line that GitLab would carry out is sent as text', async () => {
  const { ask, discussions } = await startGitLab([{ id: 'd1', notes: [{ id: 1, body: 'Merge?', author: 'kim' }] }])
  const review = await gitlab.read(ask, shop, 7, () => {})
  const [thread] = review?.threads ?? []
  if (!review || !thread) throw new Error('no thread')
  const { reply } = gitlab.writing(ask, shop, review.pullRequest)
  expect(await reply(thread, 'No.\n/merge\n  /close')).toMatch(/#note_1001$/)
  expect(discussions[0]?.notes[1]?.body).toBe('No.\n\\/merge\n  \\/close')
})
