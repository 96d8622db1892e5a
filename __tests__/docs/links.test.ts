import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { filesUnder } from '../../src/disk/read'
import { getOrInsert } from '../../src/engine/records'
import { repository } from '../support/source-files'

/** The package has what package.json lists under `files`, and these, whatever it lists. */
const always = ['README.md', 'LICENSE', 'package.json']
const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] }
const isShipped = (path: string) => [...files, ...always].some((one) => path === one || path.startsWith(`${one}/`))

const shippedPages = [...always, ...files, ...filesUnder(repository, 'docs')].filter(
  (path) => path.endsWith('.md') && isShipped(path),
)
const pages = [...shippedPages, 'CONTRIBUTING.md', '__tests__/README.md', 'templates/README.md']

interface Node {
  readonly type: string
  readonly url?: string
  readonly value?: string
  readonly children?: readonly Node[]
}

const within = (node: Node): Node[] => [node, ...(node.children ?? []).flatMap(within)]
const textOf = (node: Node): string => node.value ?? (node.children ?? []).map(textOf).join('')

const read = new Map<string, Node[]>()
const nodesOf = (path: string): Node[] =>
  getOrInsert(read, path, () => within(fromMarkdown(readFileSync(path, 'utf8')) as Node))

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
