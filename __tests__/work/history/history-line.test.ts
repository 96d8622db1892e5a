import { isDigest, isInside, parseLine } from '../../../src/work/history/history-line'

const digest = '0123456789abcdef'.repeat(4)

test('a digest is 64 hexadecimal digits, each of them', () => {
  expect(isDigest(digest)).toBe(true)
  for (const wrong of ['g', 'A', '/', ':', '`', ' ']) {
    for (let index = 0; index < digest.length; index++)
      expect(isDigest(`${digest.slice(0, index)}${wrong}${digest.slice(index + 1)}`)).toBe(false)
  }
  expect([digest.slice(1), `${digest}0`, undefined, 64].map(isDigest)).toEqual([false, false, false, false])
})

// biome-ignore format: in one paragraph
test.each([
  ['.ai/task/task.md', true], ['.ai/task/a\\b.md', true], [`.ai/${'n'.repeat(255)}/file`, true],
  [`.ai/${'n'.repeat(256)}/file`, false], ['.ai', false], ['src/index.ts', false], ['.ai/../index.ts', false],
  ['.ai/task\\..\\..\\index.ts', false], ['.ai//task.md', false], ['.ai/./task.md', false], ['.ai/task\0.md', false],
  [undefined, false],
])('that %j stays in .ai/: %s', (path, inside) => {
  expect(isInside(path)).toBe(inside)
})

test.each([1, 0, -1, 1.5, 2 ** 53, '1'])('whether %j is the number of a line', (number) => {
  const line = { timestamp: '2026-08-20T15:30:00Z', transition: 'A → B', trigger: 'Accio', number }
  expect(parseLine(JSON.stringify(line)) !== undefined).toBe(number === 1)
})
