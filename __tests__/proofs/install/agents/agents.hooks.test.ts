import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdirSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { filesUnder } from '../../../../src/disk/read'
import { type AgentName, agentNames, loadAgent } from '../../../../src/install/agents/agents'
import { standing } from '../../../support/casting'
import { copyTree, type Folder, madeOnce, makeRepository, plainEnv } from '../../../support/folder'
import { hopingAt } from '../../../support/hope-session'
import { hostMessages } from '../../../support/host-messages'
import { program, programEnv, typedHere } from '../../../support/packed-program'
import { describeOnPosix } from '../../../support/posix'

/** Errors in a hook are silent, so every command that `init` writes is started here as its host starts it. */

/** What a host says on stdin, and where it starts hooks, by its documentation. */
interface Host {
  /** Besides what every hook is given. */
  readonly session?: object
  readonly tool: object
  readonly stop: object
  readonly word?: object
}

const line = 'git commit -m x'
/** As Claude Code and Codex, whose form others have taken over. */
const usual: Host = {
  tool: { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: line } },
  stop: { hook_event_name: 'Stop', stop_hook_active: false },
}
const hosts: Readonly<Partial<Record<AgentName, Host>>> = {
  cursor: {
    tool: { hook_event_name: 'beforeShellExecution', command: line },
    stop: { hook_event_name: 'stop', status: 'completed', loop_count: 0 },
  },
  copilot: {
    tool: { toolName: 'bash', toolArgs: JSON.stringify({ command: line }) },
    stop: { stopReason: 'end_turn' },
  },
  gemini: {
    tool: { hook_event_name: 'BeforeTool', tool_name: 'run_shell_command', tool_input: { command: line } },
    stop: { hook_event_name: 'AfterAgent', stop_hook_active: false },
  },
}

/** What a hook is for, told by what it calls: the work in which it has something to say, and what that is. */
const kinds = [
  { calls: 'guard tool', on: 'tool', files: standing('PR_APPLIED_PENDING_ARCHIVE_G'), says: /Commits wait until/ },
  {
    calls: 'guard stop',
    on: 'stop',
    files: {
      ...standing('ACHIEVE_TASK_EXECUTED'),
      '.ai/task/plan.md': '- [x] Orders are exported\n  - run: `npm test`\n',
    },
    says: /1 ticked criterion has not passed/,
  },
  { calls: 'lumos', on: 'session', files: standing('GATHER_EDITING'), says: /State: / },
  { calls: 'statusline', on: 'session', files: standing('GATHER_EDITING'), says: /planning/i },
  {
    calls: 'hope hook',
    on: 'session',
    files: hopingAt('loop.shape_approval'),
    says: /\S/,
  },
  // A message that says more than a word goes on.
  { calls: 'word', on: 'word', files: standing('GATHER_EDITING'), says: /^$|and more/ },
] as const
type Kind = (typeof kinds)[number]

/** A repository with the program among its packages, as a package manager installs it. */
function withPackage(files: Readonly<Record<string, string>>): Folder {
  const manifest = '{ "devDependencies": { "spell-cli": "^0.1.0" } }\n'
  const repository = makeRepository({ 'package.json': manifest, '.gitignore': 'node_modules\n', ...files })
  const packages = join(repository.path, 'node_modules')
  mkdirSync(join(packages, '.bin'), { recursive: true })
  copyTree(dirname(dirname(program)), join(packages, 'spell-cli'))
  symlinkSync(join('..', 'spell-cli', 'bin', basename(program)), join(packages, '.bin', 'spell'))
  return repository
}

/** A repository that `init` has set up for one agent; the program is on the PATH, or a package of the repository. */
const setUp = madeOnce((name: AgentName, from: 'PATH' | 'packages') => {
  const files = { 'src/deep/a.ts': '' }
  const repository = from === 'PATH' ? makeRepository(files) : withPackage(files)
  const env = from === 'PATH' ? programEnv : plainEnv
  const run = (cwd: string, command: string, input: object, more = {}) => {
    const ran = spawnSync('sh', ['-c', command], {
      cwd,
      encoding: 'utf8',
      input: JSON.stringify(input),
      env: { ...env, ...more },
    })
    return { command, exit: ran.status, stdout: ran.stdout, stderr: ran.stderr }
  }
  const start = from === 'PATH' ? 'spell' : 'node_modules/.bin/spell'
  const { stderr } = run(repository.path, `${start} init --yes --guard none --agents ${name}`, {})
  expect(stderr).toBe('')
  return { ...repository, run }
})
type Repository = Awaited<ReturnType<typeof setUp>>

function commandsIn(folder: Folder): string[] {
  const inside = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values((value as object) ?? {}).flatMap(inside)
  return filesUnder(folder.path, '.')
    .filter((path) => path.endsWith('.json') && !/node_modules\/|\.ai\/|package\.json/.test(path))
    .flatMap((path) => inside(JSON.parse(folder.read(path))))
    .filter((text) => /\bspell /.test(text))
}

const named = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path.replace('.ai/task/', '.ai/work/csv/'), text]))

function kindOf(command: string): Kind {
  const kind = kinds.find(({ calls }) => new RegExp(`\\bspell ${calls}\\b`).test(command))
  if (!kind) throw new Error(`nothing is known of what a hook calls: ${command}`)
  return kind
}

/** The calls of the program in a line, without what makes their failure silent. */
const callsIn = (command: string): string[] => command.split(/ \|\| |; /).filter((part) => /\bspell /.test(part))

/** Fails if a command does not say what it is for: in the root and below it, and for named work, too. */
async function expectToWork(name: AgentName, repository: Repository, command: string): Promise<void> {
  const { startsHooksInRoot: inRoot } = await loadAgent(name)
  const word = hostMessages.find(({ agent }) => agent === name)?.sample
  const more = { ...(word && 'prompt' in word && { prompt: `${word.prompt} and tell me` }) }
  const says: Host = { ...(hosts[name] ?? usual), ...(word && { word: { ...word, ...more } }) }
  const kind = kindOf(command)
  const deep = join(repository.path, 'src', 'deep')
  const run = (part: string, began: string, files: Readonly<Record<string, string>>) => {
    repository.remove('.ai/task', '.ai/work', '.ai/hope', '.ai/.local')
    repository.write(files)
    const input = { session_id: randomUUID(), cwd: began, ...says[kind.on] }
    return repository.run(inRoot ? repository.path : began, part, input, { CLAUDE_PROJECT_DIR: repository.path })
  }
  for (const part of callsIn(command)) {
    const { exit, stderr } = run(part, deep, kind.files)
    expect({ part, exit, stderr }).toMatchObject({
      // 10: it has something to say.
      exit: kind.on === 'stop' ? 10 : 0,
      stderr: expect.not.stringMatching(/^spell: |not found|No such file/m),
    })
  }
  for (const [began, files] of [
    [repository.path, kind.files],
    [deep, named(kind.files)],
  ] as const) {
    const { stdout, stderr } = run(command, began, files)
    expect({ command, began, said: stdout + stderr }).toMatchObject({ said: expect.stringMatching(kind.says) })
  }
}

describeOnPosix('of what init writes for', () => {
  test.each(agentNames)(
    '%s, with spell from the PATH, every hook works in the root and below it, for named work, too',
    async (name) => {
      const repository = await setUp(name, 'PATH')
      for (const command of commandsIn(repository)) await expectToWork(name, repository, command)
    },
  )

  test.each(agentNames)(
    '%s, with spell from the packages, every hook is the same but for the way there, and each way works',
    async (name) => {
      const repository = await setUp(name, 'packages')
      const commands = commandsIn(repository)
      const wayThere = /\S*node_modules\/\.bin\/|"\$\([^)]*\)"\S*node_modules\/\.bin\//
      const fromPath = commandsIn(await setUp(name, 'PATH'))
      expect(commands.map((command) => command.replace(wayThere, ''))).toEqual(fromPath)
      const byWay = new Map(commands.map((command) => [wayThere.exec(command)?.[0], command]))
      for (const command of byWay.values()) await expectToWork(name, repository, command)
    },
  )

  test('all of them, what they are to run are commands that there are', async () => {
    const repositories = await Promise.all(agentNames.map((name) => setUp(name, 'packages')))
    // What they are forbidden is named as people say it, without the launcher.
    const told = repositories.map((repository) =>
      filesUnder(repository.path, '.')
        .filter((path) => /\.(md|mdc|toml)$/.test(path) && !path.includes('node_modules/'))
        .flatMap((path) => [
          ...repository.read(path).matchAll(/`(?:npx --no -- |node_modules\/\.bin\/)(spell [^`]*[^`…])`/g),
        ])
        .map(([, command = '']) => command.replace('WORD', 'lumos').replace('…', 'CSV export')),
    )
    for (const commands of told) expect(commands).toContain('spell lumos --for ai')
    const { path } = makeRepository()
    for (const command of new Set(told.flat())) {
      const { exitCode, stderr } = typedHere(path, command)
      expect({ command, stderr, isUsage: exitCode === 2 }).toEqual({ command, stderr: '', isUsage: false })
    }
  })

  const cases = ['PATH', 'packages'] as const
  test.each(cases)('opencode, with spell from the %s, its plugin works below the root', async (from) => {
    const repository = await setUp('opencode', from)
    repository.write(kindOf('spell guard tool').files)
    for (const began of [repository.path, join(repository.path, 'src', 'deep')]) {
      const script = `
        const { SpellPlugin } = await import(${JSON.stringify(join(repository.path, '.opencode/plugins/spell.js'))})
        const hooks = await SpellPlugin({ directory: ${JSON.stringify(began)} })
        const output = { context: [] }
        await hooks['experimental.session.compacting']({}, output)
        await hooks['tool.execute.before']({ tool: 'bash' }, { args: { command: ${JSON.stringify(line)} } })
          .catch(({ message }) => output.context.push(message))
        console.log(output.context.join('\\n'))`
      const quoted = `'${script.replaceAll("'", `'\\''`)}'`
      const { stdout } = repository.run(began, `'${process.execPath}' --input-type=module -e ${quoted}`, {})
      expect({ began, stdout }).toMatchObject({
        stdout: expect.stringMatching(/State: [\s\S]*Commits wait until/),
      })
    }
  })
})
