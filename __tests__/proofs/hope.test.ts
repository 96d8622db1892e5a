import { local } from '../../src/disk/local'
import type { Session } from '../../src/workflows/hope/session'
import { type Act, everyCrashPoint } from '../support/crash-points'
import { type Folder, makeFolder } from '../support/folder'
import { hoped, hopingAt, items, review, savedHope, shape, type Typed, task, unhoped } from '../support/hope-session'

/** Steps of every kind: the first one, one with routers, one that raises what another region takes, one that ends it. */
const cases: readonly (readonly [
  name: string,
  from: string | undefined,
  brought: Typed,
  of?: Partial<Session>,
  service?: string,
])[] = [
  ['the start', undefined, { verb: 'start', text: 'Add CSV export', engagement: 'Guided' }],
  ['a score', 'intent.clarify', { verb: 'score', total: 6, echo: 'A CSV file' }],
  ['a shape', 'shape.synthesize', { verb: 'submit', artifact: shape.replace('a header row', 'a header with names') }],
  [
    'an outside view',
    'consult',
    { verb: 'consult done', artifact: review(['BLOCKER', 'no zone']) },
    { purpose: 'validate', consult: { mode: 'review', query: 'q', stage: 'consult: validate' } },
    'consult.review',
  ],
  ['the items', 'loop.decompose', { verb: 'submit', artifact: items }],
  [
    'a wave',
    'loop.wave_execution',
    { verb: 'wave', done: [{ id: 'a' }], carry: [] },
    { items: [task('a'), task('b', { dependsOn: ['a'] })] },
  ],
  ['a review', 'loop.expert_review', { verb: 'submit', artifact: review(['BLOCKER', 'no zone']) }],
  ['the end', 'loop.review_feedback', { verb: 'answer', word: 'satisfied' }],
  ['a new round', 'ended', { verb: 'start', text: 'Fix the export' }],
]

const work = (folder: Folder) =>
  Object.fromEntries(Object.entries(folder.contents()).filter(([path]) => !path.startsWith(`${local}/`)))
/** Whatever comes next ends what was begun. */
const next: Act = (folder) => hoped(folder, { verb: 'intent', text: 'Another' })
const standing = (folder: Folder) => {
  try {
    return savedHope(folder)
  } catch {
    return undefined
  }
}

test.each(cases.map((one) => [one[0], one] as const))(
  'wherever its process dies, %s happens as a whole or not at all',
  async (_, [, from, brought, of, service = 'idle']) => {
    const begin = () => makeFolder(from === undefined ? {} : hopingAt(from, of, { service }))
    const act: Act = (folder) => hoped(folder, brought)
    const done = begin()
    await act(done)
    const end = savedHope(done)
    await next(done)

    const points = await everyCrashPoint(begin, act, async (folder) => {
      await hoped(folder, { verb: 'status' })
      if (JSON.stringify(standing(folder)) !== JSON.stringify(end)) await act(folder)
      await next(folder)
      expect(work(folder)).toEqual(work(done))
    })
    expect(points).toBeGreaterThan(5)
  },
)

test('what is taken back is back as a whole, wherever the process dies', async () => {
  const begin = async () => {
    const folder = makeFolder(hopingAt('loop.decompose'))
    await hoped(folder, { verb: 'submit', artifact: items })
    return folder
  }
  const back: Act = (folder) => unhoped(folder)
  const done = await begin()
  await back(done)
  await next(done)
  await everyCrashPoint(begin, back, async (folder) => {
    if (savedHope(folder).session.main !== 'loop.decompose') await back(folder)
    await next(folder)
    expect(work(folder)).toEqual(work(done))
  })
})
