import { isUnwritten } from '../../../src/flows/engineer/facts'

test.each([
  ['a template', '---\ntask_name: untitled\n---\n\n# Task\n\n<!-- What? -->\n', true],
  ['a comment in which another begins', '# Task\n<!-- a <!-- b -->\n', true],
  ['a comment of several lines', '# Task\n<!-- a\nb -->\n', true],
  ['text after a comment', '<!-- a --> said\n', false],
  ['a comment that never ends', '# Task\n<!-- a\n', false],
  ['code that looks like a heading', '# Task\n\n    # install\n', false],
  ['marks without a heading', '#\n', false],
  ['seven marks', '####### Task\n', false],
])('%s', (_, text, unwritten) => {
  expect(isUnwritten(text)).toBe(unwritten)
})
