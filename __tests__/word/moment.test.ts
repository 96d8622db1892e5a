import { isStillAt, momentIn } from '../../src/word/moment'
import { freshSession } from '../../src/word/sessions'
import type { HistoryLine } from '../../src/work/history/history-line'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { work } from '../support/casting'
import { makeFolder } from '../support/folder'

const line = (number: number, more: Partial<HistoryLine> = {}): HistoryLine => ({
  timestamp: '2026-08-20T15:30:00Z',
  transition: 'A → B',
  trigger: 'Accio',
  work: '0000000a',
  number,
  digest: `${number}`.repeat(64),
  ...more,
})
const settled = { trigger: 'Doctor', row: 'merged', tip: 'a'.repeat(40) }
const before = '2026-08-20T15:00:00Z'

// biome-ignore format: a case is a line
test.each<[what: string, isGood: boolean, at: number | undefined, lines: readonly HistoryLine[]]>([
  ['where it was said', true, 2, [line(1, { word: 'said' }), line(2, { word: 'said' })]],
  ['after steps of its own message', true, 1, [line(1), line(2, { word: 'said', said: 'ab.accio.1' }), line(3, { word: 'granted', said: 'ab.granted.1' })]],
  ['after steps without a word', true, 1, [line(1), line(2), line(3)]],
  ['after a step on another word', false, 1, [line(1), line(2, { word: 'said', said: 'cd.accio.1' })]],
  ['after a step that was typed', false, 1, [line(1), line(2, { word: 'typed' })]],
  ['after a step that no word was seen for', false, 1, [line(1), line(2, { word: 'unseen' })]],
  ['after a merge', false, 1, [line(1), line(2, settled)]],
  ['where its place is gone', false, 3, [line(1), line(2)]],
  ['before the first step', true, undefined, []],
  ['after the first step of what has begun since', false, undefined, [line(1, { word: 'said' })]],
  ['in work that had begun elsewhere before it', true, undefined, [line(1, { word: 'said', timestamp: before })]],
])('a word is good, or not, %s', (_, isGood, at, history) => {
  const places = at === undefined ? {} : { '0000000a': `${at}`.repeat(64) }
  const session = { ...freshSession('2026-08-20T15:20:00.000Z', '/'), id: 'ab', at: places }
  const piece = workIn(makeFolder().path, engineer)
  expect(isStillAt(session, piece.beside({}, { ...piece.saved, history }))).toBe(isGood)
})

test('the place of a message is the last entry of each piece of work that is not archived', async () => {
  const folder = await work()
  const { saved } = workIn(folder.path, engineer)
  const { at } = momentIn(folder.path, folder.path, new Date())
  expect(at).toEqual({ '00000000': saved.history.at(-1)?.digest })
})
