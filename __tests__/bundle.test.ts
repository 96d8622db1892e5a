import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { BundledFile } from '../scripts/bundle'
import { agentNames } from '../src/install/agents/agents'
import { digestOfTable } from '../src/work/history/table-digest'
import { engineer } from '../src/workflows/engineer'
import { standing } from './support/casting'
import { type Folder, makeFolder, makeRepository, plainEnv } from './support/folder'
import { hopingAt } from './support/hope-session'
import { program } from './support/packed-program'

/** Start-up is a feature: a spell must not pay for what it does not use. */

const home = dirname(dirname(program))

/**
 * How much of the package may be read at most, in bytes: ten thousand bytes of code take 0.1 ms at every step, texts half
 * of that. Each figure is the size of a day and 5 %, rounded up. To raise one that is exceeded: see with
 * `node scripts/run.js files FOLDER` what a file has that it does not need, put that behind an `import()`, and otherwise
 * write the new size and 5 % here; say in the commit what the bytes are for.
 */
const budget = {
  /** The launcher, run from its source each time. */
  launcher: 4_540,
  /** The file that every spell and the guard run from. */
  entry: 130_900,
  /** With the texts of the engineer, which is most of it. */
  lumos: 195_800,
  /** What writes is in another file. */
  accio: 233_600,
  /** Agents ask before every tool call, so it goes without texts. */
  'guard tool': 146_000,
}

let made: Record<string, BundledFile>
let texts: Record<string, string>
beforeAll(() => {
  const folder = makeFolder()
  made = JSON.parse(execFileSync(process.execPath, ['scripts/run.js', 'files', folder.path], { encoding: 'utf8' }))
  texts = Object.fromEntries(Object.keys(made).map((name) => [name, folder.read(name)]))
})

/** What files of the package are made of. */
const modulesIn = (files: readonly string[]) => files.flatMap((path) => made[basename(path)]?.modules ?? [])
/** The file of the package that has a module: the build may give it another name. */
const fileWith = (module: string) =>
  join('dist', Object.keys(made).find((name) => made[name]?.modules.includes(module)) ?? 'none')
const packagesIn = (files: readonly string[]) => [
  ...new Set(modulesIn(files).flatMap((path) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])),
]

describe('the bundle', () => {
  test('is what is packed, byte for byte', () => {
    const names = readdirSync(join(home, 'dist')).filter((name) => name.endsWith('.cjs'))
    expect(Object.keys(made).sort()).toEqual(names.sort())
    for (const name of names) expect(readFileSync(join(home, 'dist', name), 'utf8')).toBe(texts[name])
  })

  test('has every module in one file, so that what one part of the program remembers all others know', () => {
    const modules = Object.values(made).flatMap((file) => file.modules)
    expect(modules.filter((path, index) => modules.indexOf(path) !== index)).toEqual([])
    expect(modules.filter((path) => path.startsWith('src/')).length).toBeGreaterThan(250)
  })

  test('has the digests of the tables, so that no step computes one', () => {
    expect(Object.values(texts).join()).toContain(digestOfTable(engineer.definition))
  })

  test('has files that require one another in one direction', () => {
    const behind = new Map<string, ReadonlySet<string>>()
    const filesBehind = (name: string): ReadonlySet<string> => {
      const known = behind.get(name)
      if (known) return known
      behind.set(name, new Set([name]))
      const all = new Set(
        (made[name]?.requires ?? [])
          .filter((other) => other in made)
          .flatMap((other) => [...filesBehind(other), other]),
      )
      behind.set(name, all)
      return all
    }
    for (const name of Object.keys(made)) expect([...filesBehind(name)]).not.toContain(name)
  })

  test('has in the file that every spell runs from no package, and requires no builtin but the two for files', () => {
    const { modules = [], requires = [] } = made['spell.cjs'] ?? {}
    expect(modules.filter((path) => !path.startsWith('src/'))).toEqual([])
    expect([...requires].sort()).toEqual(['node:fs', 'node:path'])
  })

  test.each([
    ['launcher', join('bin', 'spell.cjs')],
    ['entry', join('dist', 'spell.cjs')],
  ] as const)('keeps within the budget of the %s', (name, path) => {
    expect(statSync(join(home, path)).size).toBeLessThanOrEqual(budget[name])
  })

  test('has in the file for the MCP server its SDK and zod, and none of what that brings along besides', () => {
    const packages = ['@modelcontextprotocol/core', '@modelcontextprotocol/server', 'zod']
    expect(packagesIn(['server.cjs']).sort()).toEqual(packages)
  })
})

interface Trace {
  /** Relative to the package. */
  readonly modules: readonly string[]
  /** Other files of the package that were read, relative to it. */
  readonly files: readonly string[]
  /** What Node loaded of its own that an empty program does not make it load. */
  readonly builtins: readonly string[]
  readonly touchedStdout: boolean
}

/** Runs a program to its end, piped. */
function run(cwd: string, main: string, args: readonly string[], input = '') {
  const trace = join(cwd, 'trace.json')
  const hook = join(__dirname, 'support', 'trace-loads.cjs')
  const { status } = spawnSync(process.execPath, ['--require', hook, main, ...args], {
    cwd,
    input,
    env: { ...plainEnv, TRACE_TO: trace },
  })
  return { status, trace: JSON.parse(readFileSync(trace, 'utf8')) }
}

let ofNothing: readonly string[] | undefined
/** What Node loads of its own for an empty program. */
function builtinsOfNothing(): readonly string[] {
  const { path } = makeFolder({ 'empty.cjs': '' })
  ofNothing ??= run(path, join(path, 'empty.cjs'), []).trace.builtins as string[]
  return ofNothing
}

/** Casts with the packed program and tells what that made Node load. */
function traced(folder: Folder, args: readonly string[], input = ''): Trace & { status: number | null } {
  const { status, trace } = run(folder.path, program, args, input)
  return {
    status,
    // What keeps the compiled code for the next run is loaded after the spell.
    modules: trace.files
      .filter((path: string) => path.endsWith('.cjs') && !path.endsWith('compile-cache.cjs'))
      .map((path: string) => relative(home, path)),
    files: trace.files.filter((path: string) => path.startsWith(home)).map((path: string) => relative(home, path)),
    builtins: trace.builtins.filter((name: string) => !builtinsOfNothing().includes(name)),
    touchedStdout: trace.touchedStdout,
  }
}

/** The builtin that takes compiled code. */
const vm = 'NativeModule vm'
const fast = { modules: [join('bin', 'spell.cjs'), join('dist', 'spell.cjs')], builtins: [vm], touchedStdout: false }

describe('a spell loads nothing but itself', () => {
  const planning = { ...standing('GATHER_EDITING_CONTEXT'), '.ai/task/context.md': 'Why' }

  const planned = { ...standing('GATHER_EDITING'), '.ai/task/context.md': 'Why', '.ai/task/plan.md': '- [ ] fast' }

  test.each<[what: string, files: Record<string, string>, args: string[], status: number]>([
    ['where it looks', {}, ['lumos'], 0],
    ['where it lists a plan', planned, ['lumos'], 0],
    ['where it looks, by the plain word', {}, ['status'], 0],
    ['where it does nothing', planning, ['finite'], 0],
    ['where it is refused', planning, ['reverto'], 3],
    ['where a review cannot begin', planning, ['reparo'], 3],
    ['as JSON', {}, ['lumos', '--json'], 0],
    ['for the agent alone, quiet', {}, ['lumos', '--for', 'ai', '--quiet'], 0],
    ['with links in its files', { ...planning, '.ai/task/context.md': 'https://a.atlassian.net/b' }, ['expecto'], 0],
  ])('%s', (_, files, args, status) => {
    expect(traced(makeFolder(files), args)).toMatchObject({ ...fast, status })
  })

  test('also in a task, but where a criterion was changed since it was planned what tells that', () => {
    const folder = makeFolder(planning)
    traced(folder, ['accio'])
    folder.write({ '.ai/task/plan.md': '- [ ] `fast` is "fast"' })
    expect(traced(folder, ['lumos'])).toMatchObject({ ...fast, status: 0 })
    traced(folder, ['accio'])
    expect(traced(folder, ['lumos'])).toMatchObject({ ...fast, status: 0 })
    folder.write({ '.ai/task/plan.md': '- [ ] faster' })
    expect(traced(folder, ['lumos']).modules).toContain(fileWith('src/proof/status/plan-today.ts'))
  })

  const drafted = {
    ...standing('ACHIEVE_TASK_DRAFTING'),
    '.ai/task/plan.md': '- [ ] fast',
    '.ai/task/task.md': 'Do it',
  }

  test.each<[what: string, files: Record<string, string>, args: string[], status: number, more: string[]]>([
    ['where it goes on', {}, ['accio'], 0, []],
    ['where it goes on, with a note', drafted, ['accio', '--note', 'because'], 0, []],
    ['where a file is missing', standing('GATHER_EDITING_CONTEXT'), ['accio'], 4, []],
    [
      'and finds the commands of the repository, where a plan is drafted',
      planning,
      ['accio'],
      0,
      ['src/cast/commands-here.ts'],
    ],
  ])('and what writes, %s', (_, files, args, status, more) => {
    const writing = [join('dist', 'writing.cjs'), ...more.map(fileWith)]
    const modules = [...fast.modules, ...writing]
    expect(traced(makeFolder(files), args)).toMatchObject({
      ...fast,
      modules,
      builtins: [vm, 'Internal Binding os', 'NativeModule os'],
      status,
    })
  })

  // What is found in the files of the package that they load is held above; this is about what those are made of.
  test.each(['lumos', 'accio', 'accio --note because'])(
    'and, for %s, nothing of the workflows of a repository',
    (line) => {
      const modules = modulesIn(traced(makeFolder(), line.split(' ')).modules)
      expect(modules).toContain('src/cast/cast.ts')
      expect(modules.filter((path) => /^src\/\w+\/own\/|node_modules\/(yaml|valibot)\//.test(path))).toEqual([])
    },
  )

  test.each([['lumos'], ['accio']])('and reads, for %s, the texts once', (spell) => {
    const { files } = traced(makeFolder(), [spell])
    expect(files.filter((path) => !path.endsWith('.cjs'))).toEqual([join('dist', 'engineer.texts')])
  })

  test.each([
    ['lumos', '{}'],
    ['lumos', '{ "workflow": "discovery" }'],
    ['accio', '{}'],
    ['reparo', '{ "review": { "fetch": true } }'],
  ])('and opens, for %s, the settings %s once', (spell, settings) => {
    const { path } = makeFolder({ '.ai/spell.json': settings })
    const opened: string[] = run(path, program, [spell]).trace.files
    expect(opened.filter((file) => file.endsWith('.ai/spell.json'))).toHaveLength(1)
  })

  test.each(['lumos', 'accio', 'guard tool'] as const)('and reads, for %s, no more than its budget', (line) => {
    const { files } = traced(makeFolder(), line.split(' '))
    const bytes = files.filter((path) => !path.includes('compile-cache')).map((path) => statSync(join(home, path)).size)
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(budget[line])
  })

  // It does where about a megabyte has been made, and takes up to three milliseconds. The first run, which compiles, may
  // reach it; an accio comes so near that the machine decides: its memory is a figure of `npm run bench`.
  const cases = ['lumos', 'lumos --json', 'reverto']
  test.each(cases)('and ends, with %s once it is compiled, before V8 collects garbage', (line) => {
    const cache = makeFolder().path
    const cast = () =>
      spawnSync(process.execPath, ['--trace-gc', program, ...line.split(' ')], {
        cwd: makeFolder(planning).path,
        encoding: 'utf8',
        env: { ...plainEnv, XDG_CACHE_HOME: cache, LOCALAPPDATA: cache },
      })
    cast()
    const { stdout } = cast()
    expect(stdout).toMatch(/Response to the Developer|Where We Are|"kind"/)
    expect(stdout.match(/^\[\d+:.* ms: .*/gm)).toBeNull()
  })
})

describe('the guard loads nothing but itself', () => {
  const guarding = { ...fast, modules: [...fast.modules, join('dist', 'guard.cjs')] }
  const pending = standing('PR_APPLIED_PENDING_ARCHIVE_G')
  /** A file for each agent, of which one says who runs the program, and one that asks them. */
  const asking = 1 + agentNames.length
  const run = (command: string) => JSON.stringify({ tool_name: 'Bash', tool_input: { command } })
  const write = JSON.stringify({ tool_name: 'Write', tool_input: { file_path: 'src/a.ts' } })

  test.each([
    ['a command is no commit', ['guard', 'tool', '--agent', 'claude'], run('ls -la')],
    ['a file is edited', ['guard', 'tool'], write],
  ])('but what judges a call, where %s', (_, args, input) => {
    const modules = [...guarding.modules, fileWith('src/guard/tool-guard.ts')]
    const trace = traced(makeFolder(pending), args, input)
    expect(trace).toMatchObject({ ...guarding, modules, status: 0 })
    expect(trace.files.filter((path) => /\.(json|texts)$/.test(path))).toEqual([])
  })

  test.each<[what: string, args: string[], input: string, texts: readonly string[], status: number]>([
    ['where it understands nothing', ['guard', 'tool'], 'x', [], 0],
    ['where a commit has to wait', ['guard', 'pre-commit'], '', ['engineer', 'hooks'], 10],
  ])('%s', (_, args, input, texts, status) => {
    const trace = traced(makeFolder(pending), args, input)
    expect(trace).toMatchObject({ ...guarding, modules: expect.arrayContaining(guarding.modules), status })
    // Who commits matters to what is said.
    expect(trace.modules.length - guarding.modules.length).toBeLessThanOrEqual(status === 10 ? asking : 0)
    expect(packagesIn(trace.modules)).toEqual([])
    const jsons = trace.files.filter((path) => /\.(json|texts)$/.test(path))
    expect(jsons.map((path) => basename(path).split('.')[0]).sort()).toEqual(texts)
  })

  test('and for a commit that has to wait, what reads a command line, and what answers the agent', () => {
    const { modules } = traced(makeFolder(pending), ['guard', 'tool'], run('git commit -m x'))
    expect(packagesIn(modules)).toEqual(['unbash'])
    expect(modules.length - guarding.modules.length).toBeLessThanOrEqual(5 + asking)
  })

  test.each([
    ['without a hook', ['guard']],
    ['with an option first', ['guard', '--json', 'tool']],
    ['with a hook that is not known', ['guard', 'push']],
    ['that is asked for help', ['guard', '--help']],
  ])('but leaves a command line %s to the whole one', (_, args) => {
    expect(traced(makeFolder(), args).modules).toContain(fileWith('src/entry/program.ts'))
  })
})

describe('in the session of a host, which runs spell at each message and each turn,', () => {
  const heard = JSON.stringify({ prompt: 'accio\nTell me what you did.', session_id: 'one' })

  test.each<[line: string, most: number]>([
    ['word --agent claude', 12],
    ['guard tool --agent claude', 8],
    ['guard stop --agent claude', 15],
    ['lumos --for ai --brief --hook claude', 15],
    ['statusline --host claude', 15],
    ['lumos', 10],
    ['accio', 12],
  ])('%s reads at most %d files, and no cryptography and no shell line', (line, most) => {
    const folder = makeRepository({
      ...standing('GATHER_EDITING'),
      '.ai/task/context.md': 'Why',
      '.ai/task/plan.md': '- [ ] fast',
    })
    expect(traced(folder, ['word', '--agent', 'claude'], heard).status).toBe(0)
    const { status, modules, builtins } = traced(folder, line.split(' '), line.startsWith('word') ? heard : '{}')
    expect({ status, packages: packagesIn(modules).filter((name) => !name.startsWith('@stablelib/')) }).toEqual({
      status: 0,
      packages: [],
    })
    expect(builtins.filter((name) => /crypto|child_process/.test(name))).toEqual([])
    // The launcher is one of them.
    expect(modules.length - 1).toBeLessThanOrEqual(most)
  })
})

test.each([
  ['npm test -- --ci src/a.ts', false],
  ['node -e "process.exit(0)"', true],
])('a look at a plan with the command %s loads the parser of shell lines: %s', (command, isLoaded) => {
  const plan = `# Rows\n\n- [ ] there are rows\n  - run: \`${command}\`\n  - expect: stdout contains \`9 rows\`\n`
  const folder = makeFolder({ ...standing('GATHER_EDITING'), '.ai/task/context.md': 'Why', '.ai/task/plan.md': plan })
  expect(packagesIn(traced(folder, ['lumos']).modules).includes('unbash')).toBe(isLoaded)
})

test('a status line loads what finds the work and says where its criteria stand, and the texts of its workflow alone', () => {
  const folder = makeFolder(standing('ACHIEVE_TASK_EXECUTED'))
  const { status, modules, files, touchedStdout } = traced(folder, ['statusline'])
  const more = ['statusline', 'choice', 'writing', 'proofs-now'].map((name) => join('dist', `${name}.cjs`))
  expect({ status, touchedStdout }).toEqual({ status: 0, touchedStdout: false })
  expect([...modules].sort()).toEqual([...fast.modules, ...more].sort())
  expect(files.filter((path) => path.endsWith('.texts'))).toEqual([join('dist', 'engineer.texts')])
})

test.each([['prove'], ['prove', '--all'], ['prove', '--list'], ['work'], ['work', '--all']])(
  'proving and the list of all work load no command line: %s',
  (...args) => {
    const { modules } = traced(makeFolder(), args)
    expect(modules).toContain(fileWith(`src/commands/${args[0]}.command.ts`))
    expect(modules).not.toContain(fileWith('src/entry/program.ts'))
    // The parser of shell lines.
    expect(packagesIn(modules)).not.toContain('unbash')
  },
)

test('a hook of hope loads what answers hosts, and its texts', () => {
  const folder = makeFolder(hopingAt('shape.extract'))
  const { status, modules, files, touchedStdout } = traced(folder, ['hope', 'hook', 'subagent-start'])
  expect({ status, modules, touchedStdout }).toEqual({
    status: 0,
    modules: expect.arrayContaining([
      ...fast.modules,
      fileWith('src/commands/answer-host.ts'),
      fileWith('src/workflows/hope/host-hooks.ts'),
    ]),
    touchedStdout: false,
  })
  expect(modules.length).toBeLessThanOrEqual(5)
  expect(packagesIn(modules)).toEqual([])
  expect(files.filter((path) => path.endsWith('.json'))).toEqual([join('dist', 'hope-hooks.json')])
})

describe('what is unusual loads the one package that it needs:', () => {
  /** By a module of each. */
  const parts = {
    inquirer: 'node_modules/inquirer/',
    'jsonc-parser': 'node_modules/jsonc-parser/',
    program: 'src/entry/program.ts',
    'fetch-review': 'src/intake/fetch-review.ts',
    server: 'src/mcp/server.ts',
    'simple-git': 'node_modules/simple-git/',
    terminal: 'src/cli/terminal.ts',
  }
  const partsOf = ({ modules }: Trace) =>
    Object.entries(parts).flatMap(([name, path]) =>
      modulesIn(modules).some((module) => module.startsWith(path)) ? [name] : [],
    )

  const finished = {
    ...standing('ACHIEVE_TASK_EXECUTED'),
    '.ai/task/plan.md': '- [ ] fast',
    '.ai/task/task.md': '---\ntask_name: fast\n---\n',
    '.ai/task/task-results.md': 'Done',
  }
  const fetching = { '.ai/spell.json': '{ "review": { "fetch": true } }' }
  const quick = { builtins: [vm], touchedStdout: false }

  // biome-ignore format: a case is a line
  test.each<[what: string, files: Record<string, string>, args: string[], loaded: string[], more: Partial<Trace> & { status?: number }]>([
    ['settings, none', { '.ai/spell.json': '{ "atlassian": { "hosts": ["a.example"] } }' }, ['lumos'], [], { ...quick, status: 0 }],
    ['broken settings, the parser that finds the line', { '.ai/spell.json': '{' }, ['lumos'], ['jsonc-parser'], { ...quick, status: 5 }],
    ['the name of a finished task, nothing', finished, ['accio'], [], { touchedStdout: false, status: 0 }],
    ['a review that is fetched if nothing has to be, neither the network nor git', fetching, ['reparo'], ['fetch-review'], { touchedStdout: false, status: 3 }],
    ['threads, neither the command line nor the network', { '.ai/task/comments.md': '### r1 · resolved · `a`\n' }, ['reparo', '--list'], [], {}],
    ['the server, the SDK', {}, ['mcp'], ['jsonc-parser', 'program', 'server'], { status: 0 }],
    ['a Tab, the commands, of which it tells', {}, ['completion', '--words', '1', 'spell', ''], ['jsonc-parser', 'program'], { touchedStdout: false, status: 0 }],
  ])('%s', (_, files, args, loaded, more) => {
    const trace = traced(makeFolder(files), args)
    expect(partsOf(trace)).toEqual(loaded)
    expect(trace).toMatchObject(more)
  })

  test('any other command, the whole command line', () => {
    const trace = traced(makeFolder(), ['history'])
    expect(partsOf(trace)).toEqual(['jsonc-parser', 'program'])
    // What commander needs; so this would be seen above.
    expect(trace.builtins).toContain('NativeModule child_process')
  })
})
