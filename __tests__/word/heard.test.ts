import { heard } from '../../src/word/heard'
import { saidIn } from '../../src/word/said'

const known = { verbs: ['undo', 'approve', 'stop', 'cancel'], workflows: ['collab'], also: {} }
const at = '2026-03-01T09:00:00.000Z'
const before = { time: at, said: at, began: at, top: '/orders', words: { accio: 1 }, grant: { left: 7 } }

// biome-ignore format: one message a line
test.each([
  ['It works.',                             { words: { accio: 1 }, grant: { left: 7 } }],
  ['accio',                                 { words: { accio: 1 } }],
  ['accio until complete',                  { words: { accio: 1 }, grant: { left: 19 } }],
  ['wait',                                  { words: {} }],
  ['No, wait - the header is wrong. accio', { words: {} }],
  ['wait; accio until complete',            { words: {} }],
  ['Approve. Stop.',                        { words: { stop: 1 } }],
  ['Stop. Undo that.',                      { words: { stop: 1, undo: 1 } }],
  ['Hold on: spell collab cancel',          { words: { cancel: 1 } }],
])('after “%s”', (message, kept) => {
  const { words, grant } = heard(before, saidIn(message, known), '/orders', '2026-03-01T09:05:00.000Z')
  expect({ words, ...(grant && { grant }) }).toEqual(kept)
})
