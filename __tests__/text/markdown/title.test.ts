import { ownHeadingOf, titleOf } from '../../../src/text/markdown/title'

test.each([
  ['the first of several of level 1', '# Orders\n\n## Steps\n\n# Appendix\n'],
  ['one of level 1 below others', '## Background\n\n## Money\n\n# Orders\n'],
  ['one that is underlined', 'Orders\n===\n\n## Criteria\n'],
  ['one that is underlined a little, below a text', 'text\n\n Orders\n  =\n'],
  ['one with closing marks', '# Orders ##\n'],
  ['one that is indented a little', '   # Orders\r\ntext\r\n'],
  ['one after a tab', '#\tOrders\n'],
  ['of lines that end with CR', 'text\r# Orders\r'],
  ['none in code', '    # install\n\t# install\n```sh\n# install\n```\n# Orders\n'],
  ['none in a comment', '<!--\n# Example\n-->\n<!-- # Example -->\n# Orders\n'],
  ['none in a list or a quote', '- Item\nof it\n===\n\n> Quoted\n===\n\n# Orders\n'],
  ['that of the front matter, without a level 1', "---\ntitle: 'Orders'\n---\n\n## Goals\n\n## Money\n"],
  ['that of the front matter, if level 1 is the template’s', '---\ntitle: Orders\n---\n\n# Plan\n'],
  ['level 1 before that of the front matter', '---\ntitle: old\n---\n\n# Orders\n'],
  ['the first other heading that is none of the template', '## Criteria\n\n## Goals:\n\n### Orders\n\n## Money\n'],
  ['an underlined one of level 2', '## Acceptance Criteria\n\nOrders\n---\n'],
])('a document is called by %s', (_, markdown) => {
  expect(titleOf(markdown)).toBe('Orders')
})

test.each([
  ['the template’s, if it has no other of level 1', '# Plan\n\n## Money\n', 'Plan'],
  ['what a colon follows', '# Plan: tabs ##\n', 'Plan: tabs'],
  ['a mark that is part of a word', '# In C# \n', 'In C#'],
  ['several lines above a line', 'Orders\nas CSV\n===\n', 'Orders as CSV'],
  ['nothing without one', '#tag\n####### seven\n## Goals\n\ntext\n\n===\n- a\n---\n', ''],
])('it is called by %s', (_, markdown, title) => {
  expect(titleOf(markdown)).toBe(title)
})

test('of a text from elsewhere the front matter counts first, and a general heading never', () => {
  expect(ownHeadingOf('---\ntitle: Orders\n---\n\n# Old\n')).toBe('Old')
  expect(ownHeadingOf('# Proposal\n\n## Orders\n')).toBe('Orders')
  expect(ownHeadingOf('# Proposal\n')).toBe('')
})
