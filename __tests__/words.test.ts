import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder } from '../src/disk/read'
import { groups } from '../src/entry/groups'
import { retiredIn } from './support/retired-words'
import { commentsIn, repository, textsIn } from './support/source-files'

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

  test('in a comment of the sources, of the scripts, of the launcher, or of the tests’ support', () => {
    const comments = ['src', 'scripts', 'bin', '__tests__/support']
      .flatMap((folder) => filesUnder(repository, folder))
      .filter((path) => /\.c?[jt]s$/.test(path) && !/^scripts\/(?:peers|rivals)\//.test(path))
      .flatMap((path) => commentsIn(read(path)).map(({ line, text }) => [`${path}:${line}`, text] as const))
    expect(comments.length).toBeGreaterThan(2000)
    expect(hits(comments, true)).toEqual([])
  })
})

test('a text that looks like a comment is none', () => {
  const source = [
    '#!/usr/bin/env node',
    "const url = 'https://a.b/*' // first",
    `const pattern = /\\/\\/[*/]/, text = \`// \${/* second */ url} /* no */\``,
    '/**',
    ' * The third,',
    ' * “ä” and all.',
    ' */',
    '// The fourth,',
    '// in two lines.',
  ].join('\n')
  expect(commentsIn(source)).toEqual([
    { line: 1, text: '///usr/bin/env node' },
    { line: 2, text: '// first' },
    { line: 3, text: '/* second */' },
    { line: 4, text: '/** The third, “ä” and all. */' },
    { line: 8, text: '// The fourth, in two lines.' },
  ])
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

/** The name of a test: what follows `test(`, `describe(`, or the list of `each`. */
const title = /(?:\b(?:test|describe|it)(?:\.\w+)*\(|\)\(|`\()\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")\s*,/g

test('no name of a test has a retired word', () => {
  const named = filesUnder(repository, '__tests__')
    .filter((path) => path.endsWith('.test.ts'))
    .flatMap((path) =>
      [...read(path).matchAll(title)].map(([, single, double]) => [path, single ?? double ?? ''] as const),
    )
  expect(named.length).toBeGreaterThan(1000)
  expect(hits(named, true)).toEqual([])
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
