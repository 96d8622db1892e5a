import { withParts } from '../../scripts/marked-parts'

test('what stands between the marks is replaced, and nothing else', () => {
  const page = '# A\n<!-- a: made by `x`. -->\nold\n<!-- /a -->\ntext $1\n<!-- b: made. -->\n<!-- /b -->\n'
  expect(withParts(page, { a: 'new $& words' })).toBe(page.replace('old\n', '\nnew $$& words\n\n'))
})
