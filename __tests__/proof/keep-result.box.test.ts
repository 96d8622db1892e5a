import fc from 'fast-check'
import { withBox } from '../../src/proof/keep-result'
import { taskItems } from '../../src/text/markdown/task-items'

test.each<[before: string, line: number, ticked: boolean, after: string]>([
  ['- [ ] a', 1, true, '- [x] a'],
  ['- [x] a\n- [X] b\n', 2, false, '- [x] a\n- [ ] b\n'],
  ['\uFEFF# P\r\n\r\n* [ ] a [ ] b\r\n', 3, true, '\uFEFF# P\r\n\r\n* [x] a [ ] b\r\n'],
  ['a\r- [ ] b', 2, true, 'a\r- [x] b'],
  ['1. - [x] a', 1, true, '1. - [x] a'],
])('%j: the box of line %i becomes %j', (before, line, ticked, after) => {
  expect(withBox(before, line, ticked)).toBe(after)
})

test.each([
  ['- a\n- [ ] b', 1],
  ['- [ ] b', 2],
])('%j has no box in line %i', (markdown, line) => {
  expect(() => withBox(markdown, line, true)).toThrow(/line/)
})

test('of any document every box can be ticked and opened, and nothing else changes', () => {
  // biome-ignore format: in one paragraph
  const line = fc.constantFrom(
    '- [ ] a', '* [x] b', '  1. [X] c', '- [ ]   d [ ]', '```', 'text', '', '> - [ ] q', '<!--', '-->', '- - [ ] e',
  )
  const end = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(fc.array(fc.tuple(line, end), { maxLength: 12 }), (lines) => {
      const markdown = lines.flat().join('')
      const items = taskItems(markdown)
      for (const [index, item] of items.entries()) {
        const changed = withBox(markdown, item.line, !item.ticked)
        const others = (all: typeof items) =>
          all.filter((_, at) => at !== index).map(({ ticked, text }) => ({ ticked, text }))
        expect(taskItems(changed)[index]).toMatchObject({ ticked: !item.ticked, text: item.text, line: item.line })
        expect(others(taskItems(changed))).toEqual(others(items))
        expect(withBox(changed, item.line, item.ticked)).toBe(withBox(markdown, item.line, item.ticked))
        expect([...changed].filter((character, at) => character !== [...markdown][at])).toHaveLength(1)
      }
    }),
  )
})
