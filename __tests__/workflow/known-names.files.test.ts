import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Cap } from '../../src/engine/definition'
import type { ArtifactForm, FieldForm } from '../../src/workflow/artifacts/form'
import type { ItemForm } from '../../src/workflow/items/item'
import type { NeverStep } from '../../src/workflow/never'
import type { StepLine } from '../../src/workflow/steps'
import type { Waiting } from '../../src/workflow/turn'
import type { TakenForm, Word } from '../../src/workflow/words'
import { repository } from '../support/source-files'

/** A key that nothing reads is a slip: what a line says with it would be left out without a word. */

type Part = Readonly<Record<string, unknown>>

// biome-ignore format: a kind of part a line
const known = {
  file: ['each', 'states', 'routers', 'regions', 'start', 'goal', 'goals', 'facts', 'brought', 'possible', 'conditions', 'groups', 'hidden', 'never', 'taken', 'words', 'steps', 'items', 'documents', 'artifacts', 'places', 'caps', 'asks', 'reviews', 'sets', 'critical'],
  step: ['id', 'word', 'from', 'has', 'only', 'except', 'when', 'to', 'answer', 'do', 'files', 'then', 'counts', 'resets'] satisfies (keyof StepLine)[],
  never: ['word', 'from', 'to', 'stays', 'changes', 'unless'] satisfies (keyof NeverStep)[],
  place: ['you', 'agent', 'say', 'or', 'words', 'takes'] satisfies (keyof Waiting)[],
  cap: ['counter', 'most', 'within', 'free', 'inner', 'still'] satisfies (keyof Cap<string, string>)[],
  word: ['about', 'takes', 'means', 'begins', 'isLook', 'isDestructive', 'fix', 'examples'] satisfies (keyof Word)[],
  taken: ['like', 'help', 'as', 'place', 'flag', 'value', 'fallback', 'first', 'many', 'choices', 'words', 'known', 'of', 'needed', 'fix', 'named', 'counts', 'most'] satisfies (keyof TakenForm)[],
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
  ['never: unles', { never: { law: [{ from: 'one' }, { unles: 'ready' }] } }],
  ['word: abut', { words: { say: { abut: '' }, status: 'shared' } }],
  ['taken: hlp', { words: { say: { takes: { it: { hlp: '' } } } } }],
  ['artifact: say', { artifacts: { plan: { say: [], fields: {} } } }],
  ['field: heding', { artifacts: { plan: { fields: { a: 'text', b: { each: { c: { heding: '' } } } } } } }],
])('a slip is found: %s', (slip, file) => {
  expect(strangeIn(file)).toEqual([slip])
})
