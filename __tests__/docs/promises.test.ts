import { existsSync, readFileSync } from 'node:fs'

/** Each promise, a line of docs/promises.md that begins with bold words, and the tests that it names. */
const promises = readFileSync('docs/promises.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- **'))
  .map((line): [string, readonly (readonly [file: string, test: string])[]] => [
    /\*\*(.+?)\*\*/.exec(line)?.[1] ?? '',
    [...line.matchAll(/`([\w./-]+)` “([^”]+)”/g)].map(([, file = '', test = '']) => [file, test]),
  ])

test('there are promises', () => {
  expect(promises.length).toBeGreaterThan(10)
})

test.each(promises)('the promise “%s” names a test that holds it', (_, tests) => {
  expect(tests.length).toBeGreaterThan(0)
  for (const [file, name] of tests) {
    const path = `__tests__/${file}.test.ts`
    expect({ path, exists: existsSync(path) }).toEqual({ path, exists: true })
    expect(readFileSync(path, 'utf8')).toContain(name)
  }
})
