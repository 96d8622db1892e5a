import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder } from '../../src/store/disk/read'
import { repository } from '../support/source-files'

/** Words that nobody says in the field, each with the one that is said. */
const retired: Readonly<Record<string, RegExp>> = {
  archive: /\bput(?:s|ting)?(?: \w+){0,3} away\b/,
  'hard link': /\bsecond names?\b/,
  reported: /\btold of\b/,
  'the state': /\bthe work stands\b|\bstands? at “/,
  verified: /\bvouch(?:ed|es)?\b/,
  mtime: /\btime of (?:a|the) file\b/,
  'line endings': /\bline ends(?! (?:with|in|there|here|the|at)\b)/,
  'hook manager': /\bprograms? that runs? (?:your |the )?(?:hooks|git's hooks)\b/,
  'detached HEAD': /\bHEAD (?:is )?on no branch\b/,
  'repair entry': /\badopted lines?\b/,
  documents: /\bpapers\b/,
  '(default: …)': /\bunless told\b/,
  'on its path': /\bon the way\b/,
  'its own': /\bof (?:its|their) own\b/,
  'the user, the agent, another process': /\b(?:somebody|nobody|whoever|anybody)\b/i,
  agent: /\bAI assistants?\b/,
  GUI: /\bsurface of their own\b/,
  'the base': /\bthe base that (?:the )?work goes on from\b/,
  otherwise: /[,;] else\b/,
  'if, when': /\bwhere (?:there (?:is|are)|nothing|none|no)\b/i,
}

const prose = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  '__tests__/README.md',
  ...readdirSync(join(repository, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** What is found in a text, as `word → better word`. */
const found = (text: string): string[] =>
  Object.entries(retired).flatMap(([better, pattern]) =>
    [...text.matchAll(new RegExp(pattern, `g${pattern.flags}`))].map(([words]) => `${words} → ${better}`),
  )

/** A page without what is made from the table and its texts, and without names in code. */
const written = (page: string): string =>
  page.replace(/<!-- (\w+): made by [\s\S]*?<!-- \/\1 -->/g, '').replace(/`[^`\n]+`/g, '`…`')

test.each(prose)('%s has no retired word', (path) => {
  const lines = written(readFileSync(join(repository, path), 'utf8')).split('\n')
  expect(lines.flatMap((line) => found(line).map((words) => `${words}: ${line.slice(0, 120)}`))).toEqual([])
})

/** The name of a test: what follows `test(`, `describe(`, or the list of `each`. */
const title = /(?:\b(?:test|describe|it)(?:\.\w+)*\(|\)\(|`\()\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")\s*,/g

test('no name of a test has a retired word', () => {
  const named = filesUnder(repository, '__tests__')
    .filter((path) => path.endsWith('.test.ts'))
    .flatMap((path) =>
      [...readFileSync(join(repository, path), 'utf8').matchAll(title)].flatMap(([, single, double]) =>
        found(single ?? double ?? '').map((words) => `${path}: ${words}: ${single ?? double}`),
      ),
    )
  expect(named).toEqual([])
})

test.each(['the review is put away', 'puts all of it away', 'this is told of', 'Nobody said so', 'JSON, else text'])(
  '%j is found',
  (line) => {
    expect(found(line)).not.toEqual([])
  },
)
