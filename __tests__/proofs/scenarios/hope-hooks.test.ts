import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Session } from '../../../src/workflows/hope/session'
import { type Folder, madeOnce, makeRepository, plainEnv } from '../../support/folder'
import { brief, hopingAt, known, shape } from '../../support/hope-session'
import { program, spellHere } from '../../support/packed-program'
import { describeOnPosix } from '../../support/posix'

/** What Claude Code does: it reads its settings, and runs their hooks in a shell, with JSON on stdin. */

interface Hook {
  readonly matcher?: string
  readonly hooks: readonly { readonly command: string }[]
}

function hooksOf(folder: Folder, event: string, tool?: string): string[] {
  const { hooks } = JSON.parse(folder.read('.claude/settings.json')) as { hooks: Record<string, Hook[]> }
  return (hooks[event] ?? [])
    .filter(({ matcher }) => matcher === undefined || new RegExp(`^(${matcher})$`).test(tool ?? ''))
    .flatMap((hook) => hook.hooks.map(({ command }) => command))
}

/** Runs the hooks of an event that hope answers. */
function call(folder: Folder, event: string, input: object | string, tool?: string) {
  const bin = join(folder.path, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(
    join(bin, 'spell'),
    `#!/bin/sh\n: > '${join(folder.path, 'started')}'\nexec '${process.execPath}' '${program}' "$@"\n`,
    { mode: 0o755 },
  )
  return hooksOf(folder, event, tool)
    .filter((command) => command.includes(' hope hook '))
    .map((command) => {
      const { stdout, stderr, status } = spawnSync('sh', ['-c', command], {
        cwd: folder.path,
        encoding: 'utf8',
        input:
          typeof input === 'string' ? input : JSON.stringify({ cwd: folder.path, hook_event_name: event, ...input }),
        env: { ...plainEnv, CLAUDE_PROJECT_DIR: folder.path, PATH: `${bin}${delimiter}${process.env.PATH}` },
      })
      return { stdout, stderr, status }
    })
}

const silent = [{ stdout: '', stderr: '', status: 0 }]

const handedIn = { shape: known.shape, brief: { ...known.brief, stop: ['The schema changes'] } } as Partial<Session>
const session = (main: string, handed: Partial<Session> = {}) =>
  hopingAt(main, { brief: undefined, shape: undefined, ...handed })

/** A repository in which Claude Code knows spell. */
const home = madeOnce(() => {
  const folder = makeRepository({ '.ai/spell.json': '{ "workflow": "hope" }' })
  expect(spellHere(folder.path, ['init', '--yes', '--agents', 'claude', '--guard', 'none']).exitCode).toBe(0)
  return folder
})
async function atHome(files: Record<string, string> = {}): Promise<Folder> {
  const folder = await home()
  folder.write(files)
  return folder
}

describeOnPosix('in a conversation with Claude Code', () => {
  test('a repository that does not use hope is told nothing', async () => {
    const folder = await atHome()
    for (const [event, tool] of [['SubagentStart'], ['PreToolUse', 'ExitPlanMode']] as const)
      expect(call(folder, event, {}, tool)).toEqual(silent)
    folder.write(session('intent.clarify'))
    expect(call(folder, 'SubagentStart', {})).not.toEqual(silent)
    expect(hooksOf(folder, 'PreToolUse', 'Bash').filter((command) => command.includes('hope'))).toEqual([])
  })

  describe('before a plan is shown', () => {
    const showing = (conversation: string, plan: string) => ({
      session_id: conversation,
      tool_name: 'ExitPlanMode',
      tool_input: { plan },
    })
    /** Shows plans until one is let through, each with more of its parts. */
    function show(folder: Folder, plans: readonly string[] = [], conversation = 'one') {
      const said: string[] = []
      for (let turn = 0; turn < 10; turn++) {
        const plan = ['# Plan', ...plans.slice(0, turn)].join('\n\n')
        const [{ stdout = '', status } = {}] = call(folder, 'PreToolUse', showing(conversation, plan), 'ExitPlanMode')
        expect(status).toBe(0)
        if (stdout === '') return said
        const answer = JSON.parse(stdout)
        const { permissionDecision, permissionDecisionReason: reason = '' } = answer.hookSpecificOutput
        if (permissionDecision === undefined) return [...said, answer.systemMessage]
        expect(permissionDecision).toBe('deny')
        said.push(/^DENY_CHAIN_GATE: (\w+)\./.exec(reason)?.[1] ?? reason)
      }
      throw new Error('never let through')
    }

    test('it is held back until its parts are there, and once to compare it with the request', async () => {
      expect(show(await atHome(session('intent.clarify')), [brief, shape])).toEqual([
        'OBJECTIVE',
        'criteria',
        'coverage',
      ])
    })

    test('a plan that nothing is brought for is let through after three denials, with what is missing', async () => {
      expect(show(await atHome(session('intent.clarify')))).toEqual([
        'OBJECTIVE',
        'OBJECTIVE',
        'OBJECTIVE',
        expect.stringContaining('OBJECTIVE, ACCEPTANCE, criteria, mustNot'),
      ])
    })

    test('a conversation that is not the first is held back, too', async () => {
      const folder = await atHome(session('shape.extract', handedIn))
      const said = ['one', 'one', 'two'].map((conversation) => show(folder, [], conversation))
      expect(said).toEqual([['coverage'], [], ['coverage']])
    })

    test('a session that is over or has not begun has no say', async () => {
      expect(show(await atHome())).toEqual([])
      expect(show(await atHome({ '.ai/hope/x': '' }))).toEqual([])
      expect(show(await atHome(session('completed')))).toEqual([])
    })

    test.each<[string, object | string]>([
      ['rubbish as a plan', { tool_input: 7 }],
      ['rubbish on stdin', '{'],
      ['more on stdin than any host says', ' '.repeat(9 * 1024 * 1024)],
    ])('%s holds nothing back for ever', async (_, input) => {
      const folder = await atHome(session('intent.clarify'))
      const asked = Array.from({ length: 4 }, () => call(folder, 'PreToolUse', input, 'ExitPlanMode'))
      expect(asked.map(([{ status } = { status: 1 }]) => status)).toEqual([0, 0, 0, 0])
      expect(asked.at(-1)?.[0]?.stdout).not.toContain('"deny"')
    })

    test('a tool of another name, and a denial that cannot be kept, block nothing', async () => {
      const other = call(await atHome(session('intent.clarify')), 'PreToolUse', { tool_name: 'Bash' }, 'ExitPlanMode')
      expect(other).toEqual(silent)
      const folder = await atHome({ ...session('intent.clarify'), '.ai/.local/told/x': '' })
      expect(call(folder, 'PreToolUse', showing('one', ''), 'ExitPlanMode')).toEqual(silent)
    })
  })

  test.each([[], ['nonsense'], ['exit-plan', '--nonsense'], ['constructor'], ['subagent-start', '--cwd', '/nowhere']])(
    'whatever is wrong with the call, `spell hope hook %s %s` ends with 0',
    (...args) => {
      expect(spellHere(makeRepository().path, ['hope', 'hook', ...args]).exitCode).toBe(0)
    },
  )

  test('a subfolder and a closed stdin do not matter', () => {
    const folder = makeRepository({ ...session('intent.clarify'), 'src/a.ts': '' })
    const run = (script: string) =>
      spawnSync('sh', ['-c', script, 'sh', process.execPath, program], {
        cwd: join(folder.path, 'src'),
        encoding: 'utf8',
        env: plainEnv,
      })
    const { stdout, status } = run('"$1" "$2" hope hook subagent-start <&-')
    expect(status).toBe(0)
    expect(stdout).toContain('Add CSV export of orders')
  })
})
