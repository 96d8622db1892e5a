import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileTexts } from '../scripts/compile-texts'
import { filesUnder } from '../src/disk/read'
import { groups } from '../src/entry/groups'
import { repository, textsIn } from './support/source-files'

/** Words that the product's texts avoid, each with its replacement. */
const retiredWords: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /\bput(?:s|ting)?(?: \w+){0,3} away\b/i, instead: 'archive' },
  { pattern: /\bsecond name/i, instead: 'hard link' },
  { pattern: /\b(?:is|are|was|were|be|been|not) told of\b/i, instead: 'reported' },
  { pattern: /\bstands at “|\bwork stands at\b/i, instead: 'State: …, or the title' },
  { pattern: /\bvouch(?:es|ed)? for\b/i, instead: 'verified' },
  { pattern: /\btimes? of (?:a|the) file/i, instead: 'mtime' },
  { pattern: /\bline ends?\b/i, instead: 'line endings' },
  { pattern: /\bprograms? that runs? (?:your )?hooks/i, instead: 'hook manager' },
  { pattern: /\bHEAD (?:is )?on no branch/i, instead: 'detached HEAD' },
  { pattern: /\badopted lines?\b/i, instead: 'repair entry' },
  { pattern: /\bpapers\b/i, instead: 'documents' },
  { pattern: /\btold to\b/i, instead: 'configured, or asked' },
  { pattern: /\bon (?:the|its|their) way\b/i, instead: 'meanwhile, or during what' },
  { pattern: /\bof (?:its|their) own\b/i, instead: 'own' },
  { pattern: /\bnobody waits|\bwaits? for nobody/i, instead: 'what goes on without waiting' },
  { pattern: /\b(?:somebody|anybody|whoever)\b/i, instead: 'the user, the agent, another process' },
  { pattern: /\bAI assistants?\b/i, instead: 'agent' },
  { pattern: /\ball the same\b/i, instead: 'anyway' },
  { pattern: /, else \b|; else (?!\$)[a-z]+ [a-z]+ [a-z]+/i, instead: '(default: …), or otherwise' },
  { pattern: /\bunless told\b/i, instead: '(default: …)' },
  { pattern: /\bat work here\b/i, instead: 'at work in this folder' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\blies? (?:here|there)\b/i, instead: 'is here' },
  { pattern: /\bways? (?:that was )?walked\b/i, instead: 'path taken' },
]

/** What only the program's texts avoid, in which commands are found. */
const inTexts: typeof retiredWords = [
  { pattern: /: spell (?:has|is)\b/, instead: 'no colon: a command follows one' },
  {
    pattern: /\b(?:spell|\{\{run\}\}) (?:grant|override|proofs|recover|threads|use)\b/,
    instead: 'the command of today',
  },
  { pattern: /`(?:grant|override|proofs|recover|threads)`|\band proofs without\b/, instead: 'the command of today' },
]

/** Words that only pages avoid: a message has less room, and some are names in the code. */
const inPages: typeof retiredWords = [
  { pattern: /\bmend(?:s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\b(?:color|behavior|favor|honor)|\b\w+ogniz|\bcanceled\b/i, instead: 'British spelling' },
  { pattern: /\bnobody\b/i, instead: 'no user, no agent' },
  { pattern: /\bsurface of their own\b/i, instead: 'GUI' },
  { pattern: /\bthe base that (?:the )?work goes on from\b/i, instead: 'the base' },
  { pattern: /\bwhere (?:there (?:is|are)|nothing|none|no)\b/i, instead: 'if, when' },
]

/** @returns the retired words in a text, each with its replacement */
const retiredIn = (text: string, isPage = false): string[] =>
  [...retiredWords, ...(isPage ? inPages : inTexts)].flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text)?.[0]
    return found === undefined ? [] : [`“${found}” (${instead})`]
  })

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

  test('in a schema of what is printed', () => {
    const schemas = filesUnder(repository, 'docs/schemas')
    expect(schemas.length).toBeGreaterThan(30)
    expect(hits(schemas.map((path) => [path, read(path)] as const))).toEqual([])
  })

  test('in the name of a test', () => {
    const files = filesUnder(repository, '__tests__').filter((path) => path.endsWith('.test.ts'))
    const names = files.flatMap((path) =>
      [...read(path).matchAll(/\b(?:test|describe)(?:\.\w+)*\(\s*(['"`])(.+?)\1,/g)].map(
        ([, , name = '']) => [path, name] as const,
      ),
    )
    expect(names.length).toBeGreaterThan(1000)
    expect(hits(names)).toEqual([])
  })
})

test('what has just happened is never told of as what is still to come', () => {
  const flows = ['engineer', 'discovery', 'collab', 'hope']
  const told = flows.map((flow) =>
    [...compileTexts(`templates/${flow}`).rows].flatMap(([id, { happened }]) =>
      happened === undefined ? [] : [[`${flow}: ${id}`, happened] as const],
    ),
  )
  expect(told.filter(({ length }) => length <= 10)).toEqual([])
  const future = /\b(?:will|shall|going to|about to|soon|tomorrow)\b|['’]ll\b/i
  expect(told.flat().filter(([, text]) => future.test(text))).toEqual([])
})

const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  '__tests__/README.md',
  ...filesUnder(repository, 'docs').filter((path) => path.endsWith('.md')),
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
