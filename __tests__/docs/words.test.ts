import { readFileSync } from 'node:fs'
import { filesUnder } from '../../src/disk/read'
import { repository } from '../support/source-files'

const pages = ['README.md', ...filesUnder(repository, 'docs').filter((path) => path.endsWith('.md'))]

const generated = /<!-- (\w+): made by[\s\S]*?<!-- \/\1 -->/g
const hidden = /<!--[\s\S]*?-->/g

/** What a reader reads: no comments, no bars of tables, no signs alone. */
const wordsIn = (page: string): number =>
  page
    .replace(hidden, '')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length

const wordsOf = (paths: readonly string[], form = (page: string) => page): number =>
  paths.reduce((sum, path) => sum + wordsIn(form(readFileSync(path, 'utf8'))), 0)

test('README and docs/ have at most 18,000 words that were written by hand', () => {
  expect(wordsOf(pages, (page) => page.replace(generated, ''))).toBeLessThanOrEqual(18_000)
})

test('with what `npm run docs` makes, they have at most 30,000', () => {
  expect(wordsOf(pages)).toBeLessThanOrEqual(30_000)
})

test('the changelog is a page', () => {
  expect(wordsOf(['CHANGELOG.md'])).toBeLessThanOrEqual(700)
})

test('the page of terms has at most 24, of which twelve are met before the first task', () => {
  const [, first = '', later = ''] = readFileSync('docs/reference/terms.md', 'utf8').split(/^\*\*[\w ]+\*\*$/m)
  const terms = (text: string) => text.match(/^- \*\*/gm) ?? []
  expect(terms(first)).toHaveLength(12)
  expect(terms(later).length).toBeLessThanOrEqual(12)
})

test('CONTRIBUTING has at most 2,000 words, and with the page of terms at most 40 terms', () => {
  expect(wordsOf(['CONTRIBUTING.md'])).toBeLessThanOrEqual(2000)
  const [, added = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split(/^### (?:Words|Rooms)$/m)
  const terms = [
    ...readFileSync('docs/reference/terms.md', 'utf8').matchAll(/^- \*\*/gm),
    ...added.matchAll(/\*\*\w+\*\*/g),
  ]
  expect(terms.length).toBeGreaterThan(30)
  expect(terms.length).toBeLessThanOrEqual(40)
})

test('each message that the first page explains is one that spell prints', () => {
  const sources = ['src', 'templates'].flatMap((folder) => filesUnder(repository, folder))
  const texts = sources.map((path) => readFileSync(path, 'utf8')).join('\n')
  const [, explained = ''] = readFileSync('docs/README.md', 'utf8').split('## What a message means')
  const messages = [...explained.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = '']) => message)
  expect(messages.length).toBeGreaterThan(10)
  expect(messages.filter((message) => !message.split('…').every((part) => texts.includes(part)))).toEqual([])
})
