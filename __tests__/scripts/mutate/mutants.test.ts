import { mutantsOf, mutated } from '../../../scripts/mutate/mutants'

const changed = (source: string) => mutantsOf(source).map((mutant) => mutated(source, mutant))

test.each([
  ['a condition', 'if (ready) go = 1', ['if (!(ready)) go = 1', 'if (ready) ;', 'if (ready) go = 2']],
  ['both ends of &&', 'const both = a && b', ['const both = a || b']],
  ['a comparison, and its number', 'const few = n < 3', ['const few = n <= 3', 'const few = n < 4']],
  ['a call', 'sync(path)', [';']],
  ['arguments of one kind', 'const c = compare(one, other)', ['const c = compare(other, one)']],
  ['what is waited for', 'await close()', [';', 'close()']],
  ['a function', 'function go() { stop() }', ['function go() { return; stop() }', 'function go() { ; }']],
  ['some and every', 'const any = list.some(isRight)', ['const any = list.every(isRight)']],
  ['text beside it in any script', "const text = 'Zürich 日本' && done", ["const text = 'Zürich 日本' || done"]],
])('%s is changed where it stands', (_, source, all) => {
  expect(changed(source)).toEqual(all)
})

test('what every object has is no method to change', () => {
  expect(changed('const text = list.toString')).toEqual([])
})

test('types, imports and comments are left alone', () => {
  const source = "import { a } from './1'\n// 1 && 2\ninterface B { readonly c: 1 | true }\ntype D = 2\n"
  expect(mutantsOf(source)).toEqual([])
})
