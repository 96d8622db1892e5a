import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Cap, Kind } from '../../src/engine/definition'
import type { ArtifactForm, FieldForm } from '../../src/workflow/artifacts/form'
import { type Condition, guardsOf, holds } from '../../src/workflow/conditions'
import type { ItemForm } from '../../src/workflow/items/item'
import { type StepsForm, withKnownNames } from '../../src/workflow/known-names'
import { lawsOf, type NeverStep } from '../../src/workflow/never'
import type { StepLine } from '../../src/workflow/steps'
import type { Waiting } from '../../src/workflow/turn'
import type { TakenForm, Word } from '../../src/workflow/words'
import { repository } from '../support/source-files'

/** What is written is printed once it is good. */
const file: StepsForm = {
  each: [{ chapter: 'one' }, { chapter: 'two' }],
  states: ['{chapter}', 'told'],
  routers: ['sorting'],
  facts: { good: [true, false], length: ['short', 'long'] },
  conditions: { 'may be told': { all: ['good', { length: 'short' }] } },
  possible: { any: ['good', 'may be told'] },
  never: { 'only what is good is told': [{ from: '{chapter}', to: { but: 'sorting' }, unless: 'good' }] },
  steps: [
    { id: 'T', word: 'tell', from: '{chapter}', when: 'may be told', to: 'told', do: ['keep'], then: 'sort' },
    { id: 'S', word: 'sort', from: ['told', 'sorting'] },
  ],
}
const [tell] = file.steps as [StepsForm['steps'][number]]
const law = 'only what is good is told'

test('a file whose names are all known is what it was', () => {
  expect(withKnownNames(file, { keep: 0 })).toBe(file)
})

// biome-ignore format: one mistake a line
test.each<[string, Partial<StepsForm>]>([
  ['the step T names what there is not: tod', { steps: [{ ...tell, to: 'tod' }] }],
  ['the step T names what there is not: on', { steps: [{ ...tell, from: 'on' }] }],
  ['the step T names what there is not: god: true', { steps: [{ ...tell, when: 'god' }] }],
  ['the step T names what there is not: god: true', { steps: [{ ...tell, when: 'short, god' }] }],
  ['the step T names what there is not: tod', { steps: [{ ...tell, from: { since: 'tod' } }] }],
  ['the step T names what there is not: toString: true', { steps: [{ ...tell, when: 'toString' }] }],
  ['the step T names what there is not: kep', { steps: [{ ...tell, do: ['keep', 'kep'] }] }],
  ['the step T names what there is not: sot', { steps: [{ ...tell, then: 'sot' }] }],
  ['a condition names what there is not: length: shrt', { conditions: { x: { not: { length: ['long', 'shrt'] } } } }],
  ['what is possible names what there is not: length: true', { possible: 'length' }],
  ['“only what is good is told” names what there is not: thre', { never: { [law]: [{ from: ['one', 'thre'] }] } }],
  ['“only what is good is told” names what there is not: tw', { never: { [law]: [{ to: { after: 'tw', but: [] } }] } }],
  ['“only what is good is told” names what there is not: say', { never: { [law]: [{ word: 'say' }] } }],
  ['“only what is good is told” names what there is not: god: true', { never: { [law]: [{ unless: 'god' }] } }],
])('%s', (message, wrong) => {
  expect(() => withKnownNames({ ...file, ...wrong }, { keep: 0 })).toThrow(message)
})

/** A key that nothing reads is a slip: what a line says with it would be left out without a word. */

type Part = Readonly<Record<string, unknown>>

// biome-ignore format: a kind of part a line
const known = {
  file: ['each', 'states', 'routers', 'regions', 'start', 'goal', 'goals', 'events', 'triggers', 'signs', 'facts', 'brought', 'possible', 'conditions', 'groups', 'hidden', 'never', 'taken', 'words', 'steps', 'items', 'documents', 'most', 'artifacts', 'places', 'frames', 'caps', 'asks', 'reviews', 'sets', 'critical'],
  step: ['id', 'word', 'from', 'has', 'only', 'except', 'when', 'to', 'answer', 'do', 'files', 'then', 'counts', 'resets'] satisfies (keyof StepLine)[],
  never: ['word', 'from', 'to', 'stays', 'changes', 'unless'] satisfies (keyof NeverStep)[],
  place: ['you', 'agent', 'say', 'or', 'words', 'takes'] satisfies (keyof Waiting)[],
  cap: ['counter', 'most', 'within', 'free', 'inner', 'still'] satisfies (keyof Cap<string, string>)[],
  word: ['about', 'takes', 'means', 'begins', 'isLook', 'isDestructive', 'fix', 'examples'] satisfies (keyof Word)[],
  taken: ['like', 'help', 'as', 'place', 'flag', 'value', 'fallback', 'first', 'whenSaid', 'many', 'choices', 'words', 'known', 'needed', 'fix', 'named', 'counts', 'most'] satisfies (keyof TakenForm)[],
  items: ['list', 'one', 'fields'] satisfies (keyof ItemForm)[],
  document: ['part', 'differ', 'fields'],
  artifact: ['also', 'says', 'most', 'differ', 'fields'] satisfies (keyof ArtifactForm)[],
  field: ['heading', 'is', 'each', 'else', 'none', 'once', 'notes', 'asks', 'ends', 'numbered', 'help'] satisfies (keyof FieldForm)[],
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)
const listed = (parts: unknown): readonly Part[] => Object.values(parts ?? {}).filter(isPart)

/** The keys of parts that are not known, each with the kind of part. */
const strange = (kind: keyof typeof known, parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) =>
    Object.keys(part).flatMap((key) => (known[kind].some((one) => one === key) ? [] : `${kind}: ${key}`)),
  )

function strangeInFields(fields: unknown): readonly string[] {
  const forms = listed(fields)
  const inner = forms.flatMap(({ is, each, notes }) => [is, each, notes].filter(isPart))
  return [...strange('field', forms), ...inner.flatMap(strangeInFields)]
}

/** Every slip in a file. */
function strangeIn(file: Part): readonly string[] {
  const words = listed(file.words)
  const artifacts = listed(file.artifacts)
  return [
    ...strange('file', [file]),
    ...strange('step', listed(file.steps)),
    ...strange('never', Object.values(file.never ?? {}).flat() as readonly Part[]),
    ...strange('place', listed(file.places)),
    ...strange('cap', listed(file.caps)),
    ...strange('word', words),
    ...strange('taken', [...listed(file.taken), ...words.flatMap(({ takes }) => listed(takes))]),
    ...strange('items', listed([file.items])),
    ...strange('artifact', artifacts),
    ...strange('document', listed(file.documents)),
    ...[...artifacts, ...listed(file.documents)].flatMap(({ fields }) => strangeInFields(fields)),
  ]
}

const read = (name: string): Part => parse(readFileSync(join(repository, 'templates', name, 'workflow.yaml'), 'utf8'))

test.each(['discovery', 'hope', 'collab'])('%s says nothing that is not read', (name) => {
  expect(strangeIn(read(name))).toEqual([])
})

test.each([
  ['file: step', { step: [] }],
  ['step: whn', { steps: [{ id: 'A', whn: 'ready' }] }],
  ['taken: hlp', { words: { say: { takes: { it: { hlp: '' } } } } }],
  ['field: heding', { artifacts: { plan: { fields: { a: 'text', b: { each: { c: { heding: '' } } } } } } }],
])('a slip is found: %s', (slip, file) => {
  expect(strangeIn(file)).toEqual([slip])
})

describe('conditions', () => {
  const file = {
    facts: { good: [true, false], length: ['short', 'long', 'endless'] },
    conditions: { 'may be told': { all: ['good', { not: { length: 'endless' } }] } },
  } as const

  test.each<[Condition, boolean, string, boolean]>([
    ['good', true, 'long', true],
    ['good', false, 'long', false],
    [{ length: ['short', 'long'] }, true, 'short', true],
    ['endless', false, 'endless', true],
    // The name of a fact is that of the fact.
    ['length', true, 'long', false],
    ['length long', true, 'long', true],
    ['length short, good false', true, 'short', false],
    ['good, long', true, 'long', true],
    ['may be told', true, 'long', true],
    [{ any: ['may be told', { length: 'endless' }] }, false, 'endless', true],
    [{ any: ['may be told', { length: 'endless' }] }, false, 'short', false],
  ])('%j holds or not for what is good (%j) and %s: %j', (condition, good, length, isSo) => {
    expect(holds(condition, file)({ good, length })).toBe(isSo)
  })

  test('a step can name a condition, and a fact that is true', () => {
    const guards = guardsOf(file)
    expect(Object.keys(guards)).toEqual(['good', 'length', 'may be told'])
    expect(guardsOf(file, [{ when: 'good, short' }, {}])['good, short']?.({ good: true, length: 'short' })).toBe(true)
    expect(guards['may be told']?.({ good: true, length: 'short' })).toBe(true)
  })

  describe('what never happens', () => {
    const each = [{ chapter: 'one' }, { chapter: 'two' }]
    const law = 'only what was read is told'
    /** The laws that a step breaks. */
    const broken = (step: NeverStep, from: string, to: string, on = 'tell', good = false, kind: Kind = 'advance') =>
      lawsOf({ ...file, each, states: ['one', 'two', 'told'], never: { [law]: [{ word: 'nothing' }, step] } }).flatMap(
        ({ name, holds }) => (holds({ from, to, on, kind, facts: { good } }) ? [] : [name]),
      )

    test('is a step of those that it names', () => {
      const line = { word: ['tell', 'print'], from: '{chapter}', to: { but: '{chapter}_read' } }
      expect(broken(line, 'one', 'told')).toEqual([law])
      expect(broken(line, 'two', 'one_read', 'print')).toEqual([law])
      expect(broken(line, 'two', 'two_read')).toEqual([])
      expect(broken(line, 'one', 'told', 'read')).toEqual([])
      expect(broken(line, 'told', 'one')).toEqual([])
    })

    test('is none that stays, or for which what it says besides holds', () => {
      expect(broken({}, 'one', 'one')).toEqual([])
      expect(broken({ stays: true }, 'one', 'one')).toEqual([law])
      expect(broken({ changes: true }, 'one', 'one', 'tell', false, 'stay')).toEqual([law])
      expect(broken({ changes: true }, 'one', 'one', 'tell', false, 'block')).toEqual([])
      expect(broken({ unless: 'good' }, 'one', 'told', 'tell', true)).toEqual([])
      expect(broken({ unless: 'good' }, 'one', 'told')).toEqual([law])
    })

    test('is one ahead, of those after a state', () => {
      const line = { from: '{chapter}', to: { after: '{chapter}', but: 'two' } }
      expect(broken(line, 'one', 'told')).toEqual([law])
      expect(broken(line, 'one', 'two')).toEqual([])
      expect(broken(line, 'two', 'one')).toEqual([])
    })

    test('is looked at in each region alone', () => {
      const line = { from: 'one', to: 'told' }
      expect(broken(line, 'idle + one', 'idle + told')).toEqual([law])
      expect(broken(line, 'one + idle', 'one + told')).toEqual([])
    })
  })
})
