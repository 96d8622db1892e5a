import { treeIdOf } from '../../src/git/tree-id'

const [blob, long] = ['257cc5642cb1a054f08cc83f2d943e56fd3ebe99', '0'.repeat(64)]

test('the tree of nothing is known to everyone', () => {
  expect(treeIdOf([])).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904')
  expect(treeIdOf([], long)).toBe('6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321')
})

test('rights that git keeps no more do not count', () => {
  const tree = (mode: string) => treeIdOf([{ path: 'a/b', mode, id: blob }])
  expect(tree('100664')).toBe(tree('100644'))
  expect(tree('100755')).not.toBe(tree('100644'))
  expect(tree('120000')).not.toBe(tree('100644'))
})

test('a name counts, and the folder that it is in', () => {
  const paths = ['a', 'b', 'a/a', 'a/b', 'a/a/b', 'é']
  const trees = paths.map((path) => treeIdOf([{ path, mode: '100644', id: blob }]))
  expect(new Set(trees).size).toBe(paths.length)
})
