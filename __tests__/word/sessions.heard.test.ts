import { afterMessage, freshSession } from '../../src/word/sessions'
import { saidIn } from '../../src/word/words-in-message'

const known = { verbs: ['undo', 'approve', 'stop', 'cancel'], workflows: ['collab'], also: {} }
const at = '2026-03-01T09:00:00.000Z'
const before = { ...freshSession(at, '/orders'), words: { accio: 1 }, grant: { steps: 7 } }
const moment = { id: 'b', time: '2026-03-01T09:05:00.000Z', top: '/orders', at: {} }

// biome-ignore format: one message a line
test.each([
  ['It works.',                             { words: { accio: 1 }, grant: { steps: 7 } }],
  ['accio',                                 { words: { accio: 1 } }],
  ['accio until complete',                  { words: { accio: 1 }, grant: { steps: 19 } }],
  ['wait',                                  { words: {} }],
  ['No, wait - the header is wrong. accio', { words: {} }],
  ['wait; accio until complete',            { words: {} }],
  ['Approve. Stop.',                        { words: { stop: 1 } }],
  ['Stop. Undo that.',                      { words: { stop: 1, undo: 1 } }],
  ['Hold on: spell collab cancel',          { words: { cancel: 1 } }],
])('after “%s”', (message, kept) => {
  const { words, grant } = afterMessage(before, saidIn(message, known), moment)
  expect({ words, ...(grant && { grant }) }).toEqual(kept)
})
