import { cut } from '../../scripts/cut'

test('a path that begins nothing any more is named', () => {
  const entries = { spell: 'src/entry/entry.ts' }
  expect(() => cut(new Map(), entries)).toThrow(/^scripts\/cut\.ts names src\/.+\.ts, which begins nothing$/)
})
