import { github } from '../../../src/review/github/github'
import { type PullRequestWorld, type RemarkWorld, startGitHub } from '../../support/github-server'

const shop = { host: 'github.com', owner: 'acme', name: 'shop' }
const many = (count: number, from = 0): RemarkWorld[] =>
  Array.from({ length: count }, (_, index) => ({ id: from + index + 1, body: `text ${from + index + 1}` }))

async function read(pull: Partial<PullRequestWorld>) {
  const { ask, asked } = await startGitHub({ 'acme/shop': { pullRequests: [{ number: 7, ...pull }] } })
  const review = await github.read(ask, shop, 7, () => {})
  if (!review) throw new Error('no pull request')
  return { ...review, asked: asked.map(({ name }) => name) }
}

describe('everything is read, however much it is:', () => {
  test('a pull request without a remark', async () => {
    const about = { title: 'Export orders', state: 'open', head: 'export', base: 'main' }
    expect(await read({})).toMatchObject({
      pullRequest: { repository: 'acme/shop', number: 7, ...about },
      threads: [],
      summaries: [],
      comments: [],
      asked: ['pullRequest'],
    })
  })

  test('threads on several pages, and 300 comments in one', async () => {
    const threads = Array.from({ length: 120 }, (_, index) => ({
      comments: many(index === 60 ? 300 : 1, index * 1000),
    }))
    const review = await read({ threads })
    expect(review.threads.map(({ remarks }) => remarks.length)).toEqual(threads.map(({ comments }) => comments.length))
    expect(review.threads[60]?.remarks.map(({ text }) => text)).toEqual(threads[60]?.comments.map(({ body }) => body))
    expect(review.asked).toEqual([...Array(3).fill('pullRequest'), ...Array(3).fill('moreOfThread')])
  })

  test('300 threads, 120 reviews and 300 comments, page by page', async () => {
    const threads = many(300).map((comment) => ({ comments: [comment] }))
    const review = await read({ threads, reviews: many(120), comments: many(300) })
    expect(review.threads.map(({ id }) => id)).toEqual(many(300).map(({ id }) => `r${id}`))
    expect(review.asked).toEqual(Array(6).fill('pullRequest'))
    expect(review.summaries.map(({ id }) => id)).toEqual(many(120).map(({ id }) => `review-${id}`))
    expect(review.comments.map(({ id }) => id)).toEqual(many(300).map(({ id }) => `comment-${id}`))
  })
})

describe('a thread', () => {
  test.each([
    [{ line: 12 }, '12'],
    [{ line: 15, startLine: 12 }, '12-15'],
    [{ line: 12, startLine: 12 }, '12'],
    [{ line: null, originalLine: 30 }, '30'],
    // A whole file, one that is not text, or one that is gone.
    [{ line: null, originalLine: null }, undefined],
  ])('of %j is about the lines %s', async (thread, lines) => {
    const { threads } = await read({ threads: [{ ...thread, comments: many(1) }] })
    expect(threads[0]?.lines).toBe(lines)
  })

  test('has the id that people see in its address', async () => {
    const { threads } = await read({ threads: [{ comments: many(2, 40) }] })
    expect(threads[0]).toMatchObject({ id: 'r41', url: 'https://github.com/acme/shop/pull/7#discussion_r41' })
  })

  test('whose comments are all gone is none', async () => {
    expect((await read({ threads: [{ comments: [] }] })).threads).toEqual([])
  })
})

describe('a remark', () => {
  const said = async (remark: Partial<RemarkWorld>) =>
    (await read({ comments: [{ id: 1, body: 'a', ...remark }] })).comments[0]

  test.each([
    [{ author: null }, 'ghost'],
    [{ author: 'dependabot', bot: true as const }, 'dependabot[bot]'],
    [{ author: 'kim' }, 'kim'],
  ])('of %j is by %s', async (remark, author) => {
    expect(await said(remark)).toMatchObject({ author })
  })

  test('may be folded away', async () => {
    expect(await said({ minimized: 'OFF_TOPIC' })).toMatchObject({ hidden: 'OFF_TOPIC' })
  })

  test('may be the verdict of a review, or not sent yet', async () => {
    const { summaries } = await read({
      reviews: [
        { id: 1, body: 'a', state: 'CHANGES_REQUESTED' },
        { id: 2, body: 'b', state: 'PENDING' },
        { id: 3, body: ' ', state: 'APPROVED' },
      ],
    })
    expect(summaries).toMatchObject([
      { verdict: 'changes requested', isDraft: false },
      { text: 'b', isDraft: true },
    ])
  })
})

test('one that is not there', async () => {
  const { ask } = await startGitHub({ 'acme/shop': {} })
  expect(await github.read(ask, shop, 8, () => {})).toBe(undefined)
})
