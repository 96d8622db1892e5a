import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { floorsOf, roomImports, roomOf, rooms, targetOf } from '../scripts/floors'
import { filesUnder } from '../src/disk/read'
import { workflows } from '../src/workflows/registry'
import { optionalMembersIn, readSource, repository, sourcesIn } from './support/source-files'

const formats = ['@stablelib/sha256', 'diff', 'inquirer', 'jsonc-parser', 'valibot', 'yaml']
const protocol = ['@modelcontextprotocol/server', '@modelcontextprotocol/server/stdio', 'zod/mini']
const runs = ['node:timers/promises', 'sax', 'cross-spawn', 'unbash']

/** What each room may take from outside the house; those that are not named take nothing. */
const outside: Readonly<Record<string, readonly string[]>> = {
  workflow: ['unbash', 'valibot'],
  workflows: ['unbash', 'valibot', 'yaml'],
  disk: ['node:crypto', 'node:fs', 'node:os', 'node:path', '@stablelib/sha256'],
  work: ['node:crypto', 'node:fs', 'node:path', '@stablelib/sha256', 'jsonc-parser'],
  // simple-git ends the input of git at once, which one file leaves open.
  git: ['node:child_process', 'node:crypto', 'node:fs', 'node:path', 'simple-git'],
  word: ['node:crypto', 'node:fs', 'node:path', 'node:util'],
  cli: ['node:fs', 'node:path', 'node:tty', 'node:util', 'chalk', 'commander', 'fast-wrap-ansi', 'inquirer'],
  proof: ['node:child_process', 'node:crypto', 'node:fs', 'node:path', 'node:stream', ...runs],
  install: ['node:child_process', 'node:fs', 'node:path', 'node:util', ...formats],
  check: ['node:fs', 'node:path'],
  guard: ['node:fs', 'node:path', 'diff'],
  // GitHub's own command, started in one file, see below.
  review: ['node:child_process', 'node:fs', 'node:path', 'valibot'],
  intake: ['valibot'],
  // A server on loopback; `open-browser.ts` alone starts a program.
  show: ['node:child_process', 'node:crypto', 'node:fs', 'node:http', 'node:path', 'node:stream'],
  mcp: ['node:fs', 'node:os', 'node:path', 'node:stream', 'node:timers/promises', 'node:url', 'commander', ...protocol],
  commands: ['node:fs', 'node:path', 'node:zlib', 'inquirer'],
  entry: ['node:fs', 'node:path', 'node:vm', 'commander'],
}

/** What of node:fs changes nothing on disk; `openSync` only to read, see below. */
const reading =
  'accessSync closeSync constants Dirent existsSync fstatSync lstatSync FSWatcher openSync read readdirSync readFileSync readlinkSync readSync realpathSync Stats statSync watch'
const writers = ['src/disk/disk.ts', 'src/disk/throwaway.ts']

const sources = sourcesIn('src')
const pure = ['engine', 'text', 'workflow', 'workflows']

const doorsOf = (path: string): readonly string[] => outside[roomOf(path)] ?? []

const paths = new Set(sources.map(({ path }) => path))

/** Every import in `src/` as `[importing file, what it names, the file there if it is one of ours]`. */
const imports = sources.flatMap((source) =>
  source.imports.map((found) => ({ ...found, file: source.path, target: targetOf(source, found.from, paths) })),
)
const inWords = ({ file, from }: { file: string; from: string }) => `${file} imports ${from}`

describe('rooms', () => {
  test('each have a subject', () => {
    expect([...new Set(sources.map(({ path }) => roomOf(path)))].sort()).toEqual([...rooms].sort())
  })

  test('stand on ten floors: none imports from another on its own or a higher one, not even a type', () => {
    expect(rooms.length).toBeLessThanOrEqual(20)
    expect(Math.max(...floorsOf(roomImports(sources)).values())).toBeLessThanOrEqual(10)
  })

  test('that import each other in a circle have no floors', () => {
    const circle = new Map([
      ['cast', new Set(['word'])],
      ['word', new Set(['cast'])],
    ])
    expect(() => floorsOf(circle)).toThrow('rooms import each other: cast → word → cast')
  })
})

describe('imports', () => {
  test('of what the command line knows of a command are for what knows all commands', () => {
    const wrong = imports.filter(({ file, target }) => target?.endsWith('.command.ts') && roomOf(file) !== 'entry')
    expect(wrong.map(inWords)).toEqual([])
  })

  test('go out of the house only through the doors of their room', () => {
    const wrong = imports.filter(({ file, from, target }) => !target && !doorsOf(file).includes(from))
    expect(wrong.map(inWords)).toEqual([])
  })

  test('of the engine stay in the engine', () => {
    const wrong = imports.filter(({ file, target }) => roomOf(file) === 'engine' && roomOf(target ?? '') !== 'engine')
    expect(wrong.map(inWords)).toEqual([])
  })

  test('never go round in a circle', () => {
    // One that is lazy breaks the circle; the types are gone when it matters.
    const needed = imports.filter(({ typeOnly, lazy }) => !typeOnly && !lazy)
    const needs = new Map(sources.map(({ path }) => [path, new Set<string>()]))
    for (const { file, target } of needed) if (target) needs.get(file)?.add(target)
    const circles = sources.filter(({ path }) => {
      const seen = new Set(needs.get(path))
      for (const file of seen) for (const next of needs.get(file) ?? []) seen.add(next)
      return seen.has(path)
    })
    expect(circles.map(({ path }) => path)).toEqual([])
  })

  test('are all written out, so that this test sees them', () => {
    expect(imports.filter(({ from }) => from.includes('…')).map(inWords)).toEqual([])
    expect(sources.filter(({ uses }) => uses.has('require')).map(({ path }) => path)).toEqual([])
  })
})

describe('a piece of work', () => {
  /** What opens its state, history, plan, proofs and archives. */
  const openers: Readonly<Record<string, readonly string[]>> = {
    'work/work': ['workIn', 'archivedIn'],
    'work/state/state': ['loadState', 'reloadState', 'seeStill'],
    'work/state/probe': ['probeFiles'],
    'work/state/backup': ['readBackup'],
    'work/state/archive': ['lastArchived'],
    'work/state/settle': ['settle'],
    'work/state/commit': ['commit'],
    'work/history/tail': ['readTail'],
    'work/history/chain': ['followHistory'],
    'work/history/text-lines': ['linesOf', 'lineTextsOf'],
    'work/history/work-id': ['firstLineOf', 'beginningOf'],
    'work/proof-log': ['readProofs'],
  }
  const opening = Object.values(openers).flat()
  const exceptions = [
    // The transcript of a session is no file of a piece of work.
    'src/workflows/hope/host-hooks.ts',
  ]

  test('is opened in its own room, and is a value everywhere else', () => {
    const wrong = imports.filter(
      ({ file, target = '', names }) =>
        roomOf(file) !== 'work' &&
        roomOf(target) === 'work' &&
        !exceptions.some((path) => file.startsWith(path)) &&
        // All of a file, too, if it opens something.
        names.some((name) => opening.includes(name) || (name === '*' && openers[target.slice(4, -3)])),
    )
    expect(wrong.map(inWords)).toEqual([])
  })

  test('is opened by functions that there are', () => {
    const missing = Object.entries(openers).flatMap(([file, names]) => {
      const text = readFileSync(posix.join(repository, `src/${file}.ts`), 'utf8')
      return names.filter((name) => !new RegExp(`^export .*\\b${name}\\b`, 'm').test(text))
    })
    expect(missing).toEqual([])
  })

  test('has its workflow: outside of the workflows none is imported by name', () => {
    const wrong = imports.filter(
      ({ file, target }) => target === 'src/workflows/engineer/index.ts' && roomOf(file) !== 'workflows',
    )
    expect(wrong.map(inWords)).toEqual([])
  })
})

test('only a workflow, its commands, and the files below ask for its name', () => {
  const names = workflows.map(({ name }) => name)
  const asks = new RegExp(`(['"\`])(${names.join('|')})\\1|\\b(${names.join('|')}): `)
  const isOwn = (path: string) =>
    path.startsWith('src/workflows/') || names.some((name) => new RegExp(`^src/commands/${name}\\b`).test(path))
  const asking = sources.filter(
    ({ path }) =>
      !isOwn(path) &&
      asks.test(readFileSync(posix.join(repository, path), 'utf8').replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '')),
  )
  expect(asking.map(({ path }) => path)).toEqual([
    // It is what others import of collab.
    'src/entry/collab-library.ts',
    // What loads the commands of each, which workflows are further in than; it throws without those of one.
    'src/entry/groups.ts',
    // A setting is called like the workflow that it is for.
    'src/work/settings/settings.ts',
    'src/workflow/settings.ts',
  ])
})

describe('the disk', () => {
  test('is changed in two files only', () => {
    const wrong = imports
      .filter(({ file, from, typeOnly }) => /^(node:)?fs/.test(from) && !typeOnly && !writers.includes(file))
      .flatMap(({ file, from, names }) =>
        names
          .filter((name) => from !== 'node:fs' || !reading.split(' ').includes(name))
          .map((name) => `${file}: ${name}`),
      )
    // A stream that is open already is no file.
    expect(wrong).toEqual(['src/cli/streams.ts: writeSync'])
  })

  test('is opened elsewhere for reading only', () => {
    const opened = sources
      .filter(({ path }) => !writers.includes(path))
      .flatMap(({ uses }) => [...uses].filter((use) => use.startsWith('openSync(')))
    expect(new Set(opened)).toEqual(new Set(['openSync(…, r)']))
  })
})

test('git is started in one file, which knows what it must not run', () => {
  const starters = imports.filter(
    ({ from, typeOnly }) => ['node:child_process', 'simple-git'].includes(from) && !typeOnly,
  )
  expect([...new Set(starters.map(({ file }) => file).filter((file) => roomOf(file) === 'git'))]).toEqual([
    'src/git/start.ts',
  ])
})

test('a server is reached through its own command, which one file starts, and loads only then', () => {
  const through = imports.filter(({ file, from }) => file.startsWith('src/review/') && from === 'node:child_process')
  expect(through.map(({ file, lazy }) => [file, lazy])).toEqual([['src/review/door.ts', true]])
})

describe('the clock, chance and the process', () => {
  const users = (...wanted: readonly string[]) =>
    sources.filter(({ uses }) => wanted.some((use) => uses.has(use))).map(({ path }) => path)
  const inside = (paths: readonly string[], rooms: readonly string[]) =>
    paths.filter((path) => rooms.includes(roomOf(path)) || path.startsWith('src/install/agents/'))

  test('are unknown in the pure rooms', () => {
    const impure = ['process', 'console', 'performance', 'fetch', 'setTimeout', 'setInterval', 'setImmediate']
    const clock = ['new Date()', 'new Date(…)', 'Date.now', 'Date(…)', 'Date()', 'Math.random', 'crypto', 'globalThis']
    expect(inside(users(...impure, ...clock, '__dirname', 'Atomics'), pure)).toEqual([])
  })

  test('the clock is read at the edge', () => {
    expect(users('new Date()', 'Date.now', 'Date()', 'performance')).toEqual(['src/cli/edge.ts'])
  })

  test('nothing is left to chance but ids', () => {
    expect(users('Math.random', 'crypto')).toEqual(['src/disk/random-digits.ts'])
  })

  test('the process is known from the command line on outwards, and to the files that need its folder, its platform, its number, its account, or a module of Node only now and then', () => {
    const inner = users('process').filter((path) =>
      [...pure, 'disk', 'git', 'work', 'word', 'cast'].includes(roomOf(path)),
    )
    expect(inner).toEqual([
      'src/disk/digest.ts',
      'src/disk/disk.ts',
      'src/disk/lock/holder.ts',
      'src/disk/root.ts',
      'src/disk/user-data.ts',
      'src/word/receive-message.ts',
    ])
  })
})

const texts = sources.map(({ path }) => ({ path, text: readFileSync(posix.join(repository, path), 'utf8') }))

test('no file is longer than a reader keeps in mind', () => {
  expect(texts.filter(({ text }) => text.split('\n').length > 251).map(({ path }) => path)).toEqual([])
})

test('no type leaves open most of what it may have', () => {
  // Lines on a disk: what older versions have written stays.
  const exceptions = ['HistoryLine', 'Proof']
  const open = texts.flatMap(({ path, text }) =>
    optionalMembersIn(text).flatMap(([name, count]) => (count > 12 ? { path, name } : [])),
  )
  expect([...new Set(open.map(({ name }) => name))].sort()).toEqual(exceptions.sort())
})

test('no type is forced upon a value by way of another', () => {
  const forced = sources.filter(({ path }) =>
    /\bas (unknown as|never\b|any\b)/.test(
      readFileSync(posix.join(repository, path), 'utf8').replace(/\/\/.*|\/\*[\s\S]*?\*\//g, ''),
    ),
  )
  expect(forced.map(({ path }) => path)).toEqual([])
})

describe('names', () => {
  test('say what a file is for', () => {
    const files = ['src', 'scripts', '__tests__'].flatMap((folder) =>
      filesUnder(repository, folder).filter((path) => !path.includes('/node_modules/')),
    )
    expect(files.filter((path) => /(^|[/-])(utils?|helpers?|common|manager|misc)([./-]|$)/i.test(path))).toEqual([])
  })

  test('of tests are those of the files that they test', () => {
    // They test more than one file, or what is built from all of them.
    // biome-ignore format: in one paragraph
    const exceptions = [
      'architecture', 'budget', 'bundle', 'cast/answer/answers', 'docs/examples', 'docs/pages', 'docs/schemas', 'outside',
      'projects', 'times', 'words',
    ]
    const tests = filesUnder(repository, '__tests__')
      .filter((path) => path.endsWith('.test.ts') && !/^__tests__\/(scenarios|proofs)\//.test(path))
      // A test may say after a dot how it tests: `cast.properties.test.ts`.
      .map((path) => path.slice('__tests__/'.length).replace(/\.test\.ts$/, ''))
    const isSource = (name: string) =>
      [`src/${name}.ts`, `${name}.ts`].some((path) => existsSync(posix.join(repository, path)))
    const stray = tests.filter((name) => ![name, name.replace(/\.\w+$/, '')].some(isSource))
    expect(stray.filter((name) => !exceptions.includes(name))).toEqual([])
  })
})

describe('what this test reads from a file', () => {
  test.each([
    ["import { a } from './x'", { from: './x', names: ['a'], typeOnly: false }],
    ["import { a as b, type C } from './x'", { from: './x', names: ['a', 'C'], typeOnly: false }],
    ["import { type A } from './x'", { from: './x', names: ['A'], typeOnly: true }],
    ["import type { A } from './x'", { from: './x', names: ['A'], typeOnly: true }],
    ["import a from './x'", { from: './x', names: ['*'], typeOnly: false }],
    ["import * as a from './x'", { from: './x', names: ['*'], typeOnly: false }],
    ["import './x'", { from: './x', names: ['*'], typeOnly: false }],
    ["export { a as b } from './x'", { from: './x', names: ['a'], typeOnly: false }],
    ["export * from './x'", { from: './x', names: ['*'], typeOnly: false }],
    ["export * as a from './x'", { from: './x', names: ['*'], typeOnly: false }],
    ["const f = async () => await import('./x')", { from: './x', names: ['*'], typeOnly: false, lazy: true }],
    ["type A = import('./x').A", { from: './x', names: ['*'], typeOnly: true }],
  ])('%s', (text, expected) => {
    expect(readSource(text).imports).toEqual([{ lazy: false, ...expected }])
  })

  test.each([
    ['f(new Date())', 'new Date()'],
    ['new Date(2026)', 'new Date(…)'],
    ['const t = Date.now()', 'Date.now'],
    ['const { env } = process', 'process'],
    ["openSync(path, 'w')", 'openSync(…, w)'],
  ])('%s', (text, use) => {
    expect([...readSource(text).uses]).toContain(use)
  })

  test('is how many members of a type are optional', () => {
    const text = 'interface A { a?: 1; b: { c?: 2; d?: 3 } }\nconst f = (g: { h?: 4 }) => g'
    expect(optionalMembersIn(text)).toEqual([
      ['A', 1],
      ['A', 2],
      ['', 1],
    ])
  })

  test('is not what stands in comments, texts and names', () => {
    const { imports: none, uses } = readSource("// new Date()\nconst a = { process: `import('./x')` }; a.process")
    expect(none).toEqual([])
    expect([...uses]).toEqual(['a', 'a.process'])
  })
})
