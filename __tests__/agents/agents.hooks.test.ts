import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { type AgentName, agentNames, loadAgent } from '../../src/agents/agents'
import { filesUnder } from '../../src/disk/read'
import { callOf } from '../../src/install/agents/adapters'
import { standing } from '../support/casting'
import { type Folder, makeFolder, makeRepository, plainEnv } from '../support/folder'
import { hopingAt } from '../support/hope-session'
import { hostMessages } from '../support/host-messages'
import { makeTeam } from '../support/packed-in-packages'
import { program } from '../support/packed-program'
import { describeOnPosix } from '../support/posix'

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
    says: /1 ticked criterion is not proven/,
  },
  { calls: 'lumos', on: 'session', files: standing('GATHER_EDITING'), says: /State: / },
  { calls: 'statusline', on: 'session', files: standing('GATHER_EDITING'), says: /planning/i },
  {
    calls: 'hope hook',
    on: 'session',
    files: hopingAt('loop.shape_approval'),
    says: /\S/,
  },
  // Whatever the developer has said, their message goes on.
  { calls: 'word', on: 'word', files: standing('GATHER_EDITING'), says: /^$/ },
] as const
type Kind = (typeof kinds)[number]

/** A repository that `init` has set up for one agent; the program is on the PATH, or a package of the repository. */
function setUp(name: AgentName, from: 'PATH' | 'packages') {
  const bin = makeFolder({ spell: `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n` }).path
  chmodSync(join(bin, 'spell'), 0o755)
  const files = { 'src/deep/a.ts': '' }
  const repository = from === 'PATH' ? makeRepository(files) : makeTeam(files)
  const env = { ...plainEnv, PATH: from === 'PATH' ? `${bin}:${process.env.PATH}` : process.env.PATH }
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
}

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

describeOnPosix('of what init writes for', () => {
  const setups = agentNames.flatMap((name) => (['PATH', 'packages'] as const).map((from) => [name, from] as const))

  test.each(setups)(
    '%s, with spell from the %s, every hook works in the root and below it, for named work, too',
    async (name, from) => {
      const repository = setUp(name, from)
      const { startsHooksInRoot: inRoot } = await loadAgent(name)
      const host = hosts[name] ?? usual
      const says: Host = {
        ...host,
        ...hostMessages.flatMap(({ agent, sample: word }) => (agent === name ? [{ word }] : []))[0],
      }
      const deep = join(repository.path, 'src', 'deep')
      for (const command of commandsIn(repository)) {
        const kind = kindOf(command)
        const run = (part: string, began: string) => {
          // Nothing is named twice.
          repository.remove('.ai/.local')
          const input = { session_id: 's', cwd: began, ...says[kind.on] }
          return repository.run(inRoot ? repository.path : began, part, input, { CLAUDE_PROJECT_DIR: repository.path })
        }
        for (const files of [kind.files, named(kind.files)]) {
          repository.remove('.ai/task', '.ai/work', '.ai/hope')
          repository.write(files)
          for (const part of callsIn(command)) {
            const { exit, stderr } = run(part, deep)
            expect({ part, exit, stderr }).toMatchObject({
              // 10: it has something to say.
              exit: kind.on === 'stop' ? 10 : 0,
              stderr: expect.not.stringMatching(/^spell: |not found|No such file/m),
            })
          }
          for (const began of [repository.path, deep]) {
            const { stdout, stderr } = run(command, began)
            expect({ command, began, said: stdout + stderr }).toMatchObject({ said: expect.stringMatching(kind.says) })
          }
        }
      }
    },
  )

  test.each(agentNames)('%s, what it is to run are commands that there are', (name) => {
    const repository = setUp(name, 'packages')
    // What it is forbidden is named as people say it, without the launcher.
    const told = filesUnder(repository.path, '.')
      .filter((path) => /\.(md|mdc|toml)$/.test(path) && !path.includes('node_modules/'))
      .flatMap((path) => [...repository.read(path).matchAll(/`npx --no -- (spell [^`]*[^`…])`/g)])
      .map(([, command = '']) => command.replace('WORD', 'lumos').replace('…', 'CSV export'))
    expect(told).toContain('spell lumos --for ai')
    for (const command of new Set(told)) {
      const { exit, stderr } = repository.run(repository.path, `node_modules/.bin/${command}`, {})
      expect({ command, stderr, isUsage: exit === 2 }).toEqual({ command, stderr: '', isUsage: false })
    }
  })

  test.each(agentNames)('%s, there is a hook for each that it has a form for', async (name) => {
    const folder = setUp(name, 'PATH')
    const { answers, message } = await loadAgent(name)
    const written = filesUnder(folder.path, '.')
      .filter((path) => /\.(json|js)$/.test(path) && !path.includes('.ai/'))
      .map((path) => folder.read(path).replace(/['",[\]\s]+/g, ' '))
      .join('\n')
    const has = { ...answers, ...(message && { word: message }) }
    for (const hook of ['session', 'tool', 'stop', 'word'] as const)
      expect({ hook, called: written.includes(callOf(name, hook)) }).toEqual({ hook, called: hook in has })
  })

  const cases = ['PATH', 'packages'] as const
  test.each(cases)('opencode, with spell from the %s, its plugin works below the root', (from) => {
    const repository = setUp('opencode', from)
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
