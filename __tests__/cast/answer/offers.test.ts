import { offers } from '../../../src/cast/answer/offers'
import type { Definition, Facts, Row } from '../../../src/engine/definition'
import type { Texts } from '../../../src/workflow/texts'
import { engineer } from '../../../src/workflows/engineer'
import { texts } from '../../support/casting'
import { reached } from '../../support/row-worlds'

/** A door: the key opens it, a push moves it once it is unlocked, a look tells. */
const rows: readonly Row<never>[] = [
  { id: 'open', on: 'push', from: 'CLOSED', when: 'unlocked', to: 'OPEN', kind: 'advance' },
  { id: 'locked', on: 'push', from: 'CLOSED', to: 'same', kind: 'block' },
  { id: 'held', on: 'push', from: 'OPEN', to: 'same', kind: 'no-op' },
  { id: 'lost', on: 'key', from: 'CLOSED', when: 'no keys', to: 'LOST', kind: 'missing' },
  { id: 'ask', on: 'key', from: 'CLOSED', to: 'ASKED', kind: 'confirm' },
  { id: 'turn', on: 'key', from: 'OPEN', to: 'same', kind: 'stay' },
  { id: 'look', on: 'look', from: ['CLOSED', 'OPEN'], to: 'same', kind: 'show' },
]
const door: Definition = {
  name: 'door',
  initial: 'CLOSED',
  states: ['CLOSED', 'OPEN', 'ASKED', 'LOST'],
  errors: ['LOST'],
  goal: 'OPEN',
  events: ['push', 'key', 'look'],
  guards: { unlocked: ({ unlocked }) => unlocked === true, 'no keys': ({ keys }) => keys === 0 },
  rows,
  domain: { unlocked: [false, true], keys: [0, 1] },
  possible: () => true,
  laws: [],
}
const doorTexts: Texts = {
  phrases: {},
  words: {
    name: '',
    closed: '**{{spell}}** ({{because}})',
    available: '',
    unavailable: '',
    choices: '',
    list: '',
    refused: '',
    idle: '',
  },
  rows: new Map(
    Object.entries({
      open: { summary: 'opens the door.', once: 'the key has turned' },
      locked: { because: 'it is locked and {{keys}} keys are there' },
      held: { because: 'it is open' },
      lost: { summary: 'finds no key.' },
      ask: { summary: 'asks which of {{keys}} keys.' },
      turn: { summary: 'turns the key.' },
      look: { title: 'the door' },
    }),
  ),
  kinds: {},
  files: new Map(),
  digests: {},
  brief: '{{title}} {{writes}} {{spells}}',
  header: '',
  tip: '',
  rules: '',
}

/** The values are the facts, as in the program. */
const offersAt = (state: string, facts: Facts, ...later: Facts[]) =>
  offers({ definition: door, state, texts: doorTexts, values: facts }, facts, later)

describe('offers', () => {
  test('of one that will do something else later both are told', () => {
    const [push, key] = offersAt('CLOSED', { unlocked: false, keys: 1 }, { unlocked: true, keys: 1 })
    expect(push).toMatchObject({
      available: false,
      then: [{ available: true, outcome: 'advanced', to: 'OPEN', once: 'the key has turned' }],
    })
    expect(key).not.toHaveProperty('then')
  })

  test('if it depends on what is done until then, each is told once', () => {
    const later = [true, false, true].map((unlocked) => ({ unlocked, keys: 1 }))
    const [push] = offersAt('CLOSED', { unlocked: false, keys: 1 }, ...later)
    expect(push?.then?.map(({ to }) => to)).toEqual(['OPEN', 'CLOSED'])
  })

  test('say something for every row of the engineer table, and read as one sentence', () => {
    const summaries = reached.map(({ row, from, facts }) => {
      const values = {
        folder: engineer.folder,
        ticked: 'ticked',
        lack: 'criterion 1 has not passed',
        ...facts,
      }
      const standing = { definition: engineer.definition, state: from, texts, values }
      const offer = offers(standing, facts).find(({ name }) => name === row.on)
      return { row: row.id, available: offer?.available, summary: offer?.summary ?? '' }
    })
    const odd = summaries.filter(({ summary }) => !/^[`a-z\d][^\n]*[^.\n]$/.test(summary))
    expect(odd).toEqual([])
  })
})
