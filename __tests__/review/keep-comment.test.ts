import type { Ask } from '../../src/review/ask'
import { github as gitHub } from '../../src/review/github/github'
import { removeComment } from '../../src/review/github/queries'
import { keepComment } from '../../src/review/keep-comment'
import { type GitHub, type RemarkWorld, startGitHub } from '../support/github-server'
import { allAtNight } from '../support/proving'

const mark = '<!-- spell report engineer task -->\n'
const repository = { host: 'github.com', owner: 'acme', name: 'shop' }

/** Two runs at once: a bit says whose question is answered next, and before which turn the comment that was there is deleted. */
async function twoRuns(github: GitHub, bits: number, deletedAt?: number): Promise<void> {
  const waiting: (() => void)[][] = [[], []]
  const askOf =
    (run: number): Ask =>
    async (question, variables) => {
      await new Promise<void>((go) => waiting[run]?.push(go))
      return github.ask(question, variables)
    }
  let ended = 0
  const runs = [0, 1].map((run) =>
    keepComment({ repository, number: 7, mark, text: `run ${run}` }, {}, { server: gitHub, ask: askOf(run) }).finally(
      () => ended++,
    ),
  )
  for (let turn = 0; ended < 2; turn++) {
    await new Promise((done) => setImmediate(done))
    const chosen = (bits >> turn) & 1
    const go = waiting[chosen]?.shift() ?? waiting[1 - chosen]?.shift()
    if (turn === deletedAt) await github.ask(removeComment, { comment: 'NODE_500' })
    go?.()
  }
  await Promise.all(runs)
}

const world = (...comments: readonly RemarkWorld[]) =>
  startGitHub({ 'acme/shop': { pullRequests: [{ number: 7, comments }] } })
const ours = (id: number): RemarkWorld => ({ id, body: `${mark}old`, mine: true })
const kept = expect.stringMatching(/^<!-- spell report engineer task -->\nrun [01]$/)

/** All orders of the first eight answers; neighbours differ. */
const orders = Array.from({ length: 257 }, (_, index) => (index * 37) % 257)

test('two runs at once leave one comment, in whatever order they are answered', async () => {
  for (const bits of allAtNight(orders)) {
    const github = await world()
    await twoRuns(github, bits)
    expect({ bits, texts: [...github.comments.values()] }).toEqual({ bits, texts: [kept] })
  }
})

test('of several that earlier runs have left one is kept, and those of others stay', async () => {
  const others = [
    { id: 1, body: `${mark}not ours` },
    { id: 2, body: 'ours, without the mark', mine: true as const },
  ]
  const github = await world(ours(500), ...others, ours(501), ours(502))
  await twoRuns(github, 0b0110)
  expect([...github.comments.values()]).toEqual([kept, ...others.map(({ body }) => body)])
})

test('a comment that is deleted meanwhile is passed over', async () => {
  const times = Array.from({ length: 9 }, (_, turn) => turn)
  const cases = orders.slice(0, 32).flatMap((bits) => times.map((deletedAt) => ({ bits, deletedAt })))
  for (const { bits, deletedAt } of allAtNight(cases)) {
    const github = await world(ours(500))
    await twoRuns(github, bits, deletedAt)
    const [text = `${mark}run 0`, ...more] = [...github.comments.values()]
    expect({ bits, deletedAt, text, more }).toEqual({ bits, deletedAt, text: kept, more: [] })
  }
})
