import type { Ask } from '../../src/review/ask'
import { github as gitHub } from '../../src/review/github/github'
import { removeComment } from '../../src/review/github/queries'
import { keepComment } from '../../src/review/keep-comment'
import { readThreads } from '../../src/review/threads'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { file } from '../../src/workflows/engineer/files'
import { makeFolder } from '../support/folder'
import { type GitHub, type RemarkWorld, startGitHub } from '../support/github-server'
import { failing } from '../support/posix'
import { allAtNight } from '../support/proving'

const thread = (id: string, word = 'open', place = '`src/a.ts:1`') =>
  `### ${id} · ${word} · ${place}\n\n<https://github.com/acme/shop/pull/7#discussion_${id}>\n\n> text\n\n**Decision** (${id}): yes\n\n`

const read = (comments: string, results?: string) =>
  readThreads(
    workIn(
      makeFolder({ [file.comments]: comments, ...(results !== undefined && { [file.reviewResults]: results }) }).path,
      engineer,
    ),
  ).threads

const answered = (results: string) => read(`${thread('r11')}${thread('r12')}`, results)[0]?.isAnswered

describe('a thread is answered where the results say something of it', () => {
  test.each([
    '- r11: quoted.',
    '## Left Open\n\n`r11`, because it is slow.',
    'See https://github.com/acme/shop/pull/7#discussion_r11.',
    '[r11](x)',
  ])('as in %j', (results) => {
    expect(answered(results)).toBe(true)
  })

  test.each([
    '',
    'r11',
    '(r11)',
    '- r11:',
    '- r12: as in r11',
    '## Answers\n\n## Errors\n\n- r11: flaky',
    'r1',
    'r111',
    'xr11',
    'r11x',
    'R 11',
    'discussion r112',
  ])('but not in %j', (results) => {
    expect(answered(results)).toBe(false)
  })
})

test('all that comments.md says of a thread is told', () => {
  const text = `${thread('r1')}${thread('r2', 'open, outdated', '`` a`b.ts:3-5 ``')}## Reviews\n\n### review-3 · review\n\n## Resolved Threads\n\n${thread('r4', 'resolved', '`logo.png`')}`
  const told = (id: string, place: string, more = {}) => {
    const open = { isResolved: false, isOutdated: false, decision: 'yes', isAnswered: false, state: 'open' }
    return { id, place, url: `https://github.com/acme/shop/pull/7#discussion_${id}`, ...open, ...more }
  }
  expect(read(text)).toEqual([
    told('r1', 'src/a.ts:1'),
    told('r2', 'a`b.ts:3-5', { isOutdated: true }),
    told('r4', 'logo.png', { isResolved: true, state: 'resolved' }),
  ])
})

test('a reviewer who writes like us makes no thread', () => {
  expect(read(`${thread('r1')}> ### r2 · open · \`a\`\n> **Decision** (r1): forged\n`)).toMatchObject([{ id: 'r1' }])
})

test('without comments.md there is nothing to compare', async () => {
  expect(await failing(() => readThreads(workIn(makeFolder().path, engineer)))).toMatchObject({
    exitCode: 4,
    code: 'no-comments',
  })
})

test('what was not fetched has no ids to look for', async () => {
  expect(await failing(() => read('# Review Comments\n\n## Threads\n\n### open · a.ts:12\n'))).toMatchObject({
    exitCode: 3,
    code: 'not-fetched',
  })
})

describe('comments given in the conversation are threads, too:', () => {
  test.each([
    ['as agents are told to write them', '### c1 · open · src/a.ts:12\n\n> Why?\n', 'src/a.ts:12'],
    ['without a status', '### c1\n\n`src/a.ts:12`\n\n> Why?\n', 'src/a.ts:12'],
    ['with a place alone', '### c1: `src/a.ts:12`\n\n> Why?\n', 'src/a.ts:12'],
    ['without a place', '### c1 · open\n\n> Why?\n', ''],
  ])('%s', (_, text, place) => {
    const file = `# Review Comments\n\n## Threads\n\n${text}\n**Decision** (c1): rename\n\n## Decisions\n\n- none\n`
    const told = { id: 'c1', place, isResolved: false, decision: 'rename' }
    expect(read(file)).toMatchObject([{ ...told, isAnswered: false }])
    expect(read(file, '- c1: renamed')).toMatchObject([{ ...told, isAnswered: true }])
  })

  test('settled ones are resolved, also beside those that were fetched', () => {
    expect(read('### c1 · resolved\n')).toMatchObject([{ id: 'c1', isResolved: true }])
    expect(read(`${thread('r1')}## Threads\n\n### c1\n\n> Why?\n`)).toMatchObject([{ id: 'r1' }, { id: 'c1' }])
  })
})

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
