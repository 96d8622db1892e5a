import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder } from '../src/disk/read'
import { groups } from '../src/entry/groups'
import { retiredIn } from './support/retired-words'
import { repository, textsIn } from './support/source-files'

/** Each place in a list of texts that has a retired word, with what is said instead. */
const hits = (texts: readonly (readonly [place: string, text: string])[], isPage = false): string[] =>
  texts.flatMap(([place, text]) => retiredIn(text, isPage).map((found) => `${place}: ${found}`))

const read = (path: string) => readFileSync(join(repository, path), 'utf8')

describe('no retired word stands', () => {
  test('in a template', () => {
    const lines = filesUnder(repository, 'templates').flatMap((path) =>
      read(path)
        .split('\n')
        .map((line, index) => [`${path}:${index + 1}`, line] as const),
    )
    expect(lines.length).toBeGreaterThan(1000)
    expect(hits(lines)).toEqual([])
  })

  test('in a message, or any other text, of the sources', () => {
    const sources = filesUnder(repository, 'src').filter((path) => path.endsWith('.ts'))
    const texts = sources.flatMap((path) => textsIn(read(path)).map((text) => [path, text] as const))
    expect(texts.length).toBeGreaterThan(1000)
    expect(hits(texts)).toEqual([])
  })
})

const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  '__tests__/README.md',
  ...readdirSync(join(repository, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** The lines of a page without names in code, and without what is made from texts that are looked at by themselves. */
const linesOf = (page: string): string[] =>
  page
    .replace(/<!-- (\w+): made by [\s\S]*?<!-- \/\1 -->/g, '')
    .replace(/`[^`\n]+`/g, '`…`')
    .split('\n')

test.each(pages)('%s has no retired word', (path) => {
  expect(
    hits(
      linesOf(read(path)).map((line) => [line.slice(0, 120), line]),
      true,
    ),
  ).toEqual([])
})

/** Every verb of the workflows beside the six spells, with what its help says of it. */
const verbs = async () =>
  Promise.all(
    groups.map(async ({ name, summary, load }) => {
      const commands = await load()
      return [[name, summary] as const, ...commands.map((one) => [`${name} ${one.name}`, one.summary] as const)]
    }),
  )

test('the help of a command is one line in the imperative', async () => {
  const all = (await verbs()).flat()
  expect(all.length).toBeGreaterThan(40)
  const wrong = all.filter(([, summary]) => !/^[A-Z][a-z]*(?<!s),? [^\n]{3,90}$/.test(summary) || summary.endsWith('.'))
  expect(wrong).toEqual([])
})
