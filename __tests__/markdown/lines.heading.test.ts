import { headingIn } from '../../src/markdown/lines'

test.each([
  ['the first of several', '# Orders\n\n## Steps\n', 'Orders'],
  ['one that is indented a little', '   ## Orders\r\ntext\r\n', 'Orders'],
  ['one after a tab', '#\tOrders\n', 'Orders'],
  ['of lines that end with CR', 'text\r# Orders\r', 'Orders'],
  ['none in code', '    # install\n\t# install\n# Orders\n', 'Orders'],
  ['none in a word, and none of seven marks', '#tag\n####### seven\n', ''],
])('%s', (_, markdown, heading) => {
  expect(headingIn(markdown)).toBe(heading)
})
