import { type StepsForm, withKnownNames } from '../../src/workflow/known-names'

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
  ['a condition names what there is not: god: true', { conditions: { x: { any: ['good', 'god'] } } }],
  ['what is possible names what there is not: length: true', { possible: 'length' }],
  ['“only what is good is told” names what there is not: thre', { never: { [law]: [{ from: ['one', 'thre'] }] } }],
  ['“only what is good is told” names what there is not: tw', { never: { [law]: [{ to: { after: 'tw', but: [] } }] } }],
  ['“only what is good is told” names what there is not: tod', { never: { [law]: [{ to: { but: ['tod'] } }] } }],
  ['“only what is good is told” names what there is not: say', { never: { [law]: [{ word: 'say' }] } }],
  ['“only what is good is told” names what there is not: god: true', { never: { [law]: [{ unless: 'god' }] } }],
])('%s', (message, wrong) => {
  expect(() => withKnownNames({ ...file, ...wrong }, { keep: 0 })).toThrow(message)
})
