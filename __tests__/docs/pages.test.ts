import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { filesUnder } from '../../src/disk/read'
import { getOrInsert } from '../../src/engine/records'
import { type Node, nodes, parseGfm } from '../support/gfm'
import { repository } from '../support/source-files'

/** The package has what package.json lists under `files`, and these, whatever it lists. */
const always = ['README.md', 'LICENSE', 'package.json']
const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] }
const isShipped = (path: string) => [...files, ...always].some((one) => path === one || path.startsWith(`${one}/`))

const shippedPages = [...always, ...files, ...filesUnder(repository, 'docs')].filter(
  (path) => path.endsWith('.md') && isShipped(path),
)
const pages = [...shippedPages, 'CONTRIBUTING.md', '__tests__/README.md', 'templates/README.md']

const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join('')

const read = new Map<string, Node[]>()
const nodesOf = (path: string): Node[] =>
  getOrInsert(read, path, () => [...nodes(parseGfm(readFileSync(path, 'utf8')))])

/** The names that GitHub gives the headings of a page. */
const anchorsOf = (path: string): string[] =>
  nodesOf(path)
    .filter(({ type }) => type === 'heading')
    .map((heading) =>
      textOf(heading)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replace(/ /g, '-'),
    )

const linksOf = (page: string) =>
  nodesOf(page)
    .filter(({ type }) => ['link', 'image', 'definition'].includes(type))
    .map(({ url = '' }) => url)
    .filter((url) => !/^[a-z]+:/.test(url))
    .map((url) => {
      const [path = '', anchor] = url.split('#')
      return { url, target: path === '' ? page : normalize(join(dirname(page), path)).replace(/\/$/, ''), anchor }
    })

test('there are links to look at', () => {
  expect(pages.flatMap(linksOf).length).toBeGreaterThan(100)
})

test.each(pages)('each link of %s leads to a file, and a heading, that is there', (page) => {
  const dead = linksOf(page).filter(
    ({ target, anchor }) =>
      !existsSync(target) || (anchor !== undefined && (!target.endsWith('.md') || !anchorsOf(target).includes(anchor))),
  )
  expect(dead).toEqual([])
})

// On npm, and in node_modules, there is nothing else.
test.each(shippedPages)('%s, which is in the package, links to what is in the package', (page) => {
  expect(linksOf(page).filter(({ target }) => !isShipped(target))).toEqual([])
})

describe('words of the pages', () => {
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
})

/** Each promise, a line of docs/promises.md that begins with bold words, and the tests that it names. */
const promises = readFileSync('docs/promises.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- **'))
  .map((line): [string, readonly (readonly [file: string, test: string])[]] => [
    /\*\*(.+?)\*\*/.exec(line)?.[1] ?? '',
    [...line.matchAll(/`([\w./-]+)` “([^”]+)”/g)].map(([, file = '', test = '']) => [file, test]),
  ])

test.each(promises)('the promise “%s” names a test that holds it', (_, tests) => {
  expect(tests.length).toBeGreaterThan(0)
  for (const [file, name] of tests) {
    const path = `__tests__/${file}.test.ts`
    expect({ path, exists: existsSync(path) }).toEqual({ path, exists: true })
    expect(readFileSync(path, 'utf8')).toContain(name)
  }
})
