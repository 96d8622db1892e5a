import { boardOf, type ListedWork } from '../../../src/show/board/board'

const now = new Date('2026-08-20T15:30:00Z')

const orders: ListedWork = {
  name: 'orders',
  workflow: 'engineer',
  state: 'GATHER_EDITING',
  phase: 'planning',
  where: 'Planning',
  turn: { who: 'agent', does: 'writing the plan' },
}

const columns = (...work: ListedWork[]) =>
  boardOf(work, now).map(({ heading, cards }) => [heading, ...cards.map(({ title }) => title)])

test('a board has a column for who is to act, the developer first, and none that is empty', () => {
  const waiting: ListedWork = { ...orders, name: 'csv', turn: { who: 'you', does: 'say **Accio**' } }
  const done: ListedWork = { ...orders, name: 'old', turn: { who: 'nobody', does: '' } }
  expect(columns(done, orders, waiting)).toEqual([
    ['Waits for you 1', 'csv'],
    ['The agent works 1', 'orders'],
    ['Complete 1', 'old'],
  ])
  expect(columns(orders)).toEqual([['The agent works 1', 'orders']])
})

test('a card says what tells it from the others: no workflow that all have, no name beside a title', () => {
  const titled = { ...orders, name: 'task', title: 'CSV export' }
  const [card] = boardOf([titled], now)[0]?.cards ?? []
  expect(card).toMatchObject({ title: 'CSV export', dimmed: [] })
  const [other] = boardOf([titled, { ...orders, workflow: 'hope' }], now)[0]?.cards ?? []
  expect(other?.dimmed).toEqual(['engineer'])
})

test('what cannot be read waits for the developer, and of a branch that is not checked out nobody knows', () => {
  const { state: _, phase: __, turn: ___, ...broken } = orders
  const { turn: ____, ...elsewhere } = orders
  expect(columns(broken, { ...elsewhere, places: [{ kind: 'branch', branch: 'far' }] })).toEqual([
    ['Waits for you 1', 'orders'],
    ['On other branches 1', 'orders'],
  ])
  expect(boardOf([broken], now)[0]?.cards[0]?.lines).toEqual([
    '✗ Planning',
    expect.stringMatching(/^You: run .*spell doctor$/),
  ])
})

test('a card says since when, as the reader shows times, and of another day which', () => {
  const lines = (time: Date, more: Partial<ListedWork> = {}) =>
    boardOf([{ ...orders, ...more, time: time.toISOString() }], now)[0]?.cards[0]?.lines
  const minute = new Date(now.getTime() - 60_000)
  const clock = [minute.getHours(), minute.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':')
  expect(lines(minute)?.[0]).toBe(`Planning · since ${clock}`)
  const old = new Date('2026-08-01T12:00:00Z')
  expect(lines(old, { isStale: true, last: old.toISOString() })).toEqual([
    'Planning · since 2026-08-01',
    'The agent is writing the plan',
    '! stale since 2026-08-01',
  ])
})
