import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import matter from 'gray-matter'
import { compileAgents } from '../../scripts/compile-templates'
import type { ToolCall } from '../../src/guard/tool-call'
import { judgeTool } from '../../src/guard/tool-guard'
import { agentAdapters } from '../../src/install/adapters'
import { agentNames, loadAgent } from '../../src/install/agents/agents'
import type { Piece } from '../../src/install/agents/piece'
import type { Adapter, Look } from '../../src/install/pieces/piece'
import { developerWords, saidIn } from '../../src/word/words-in-message'
import type { Texts } from '../../src/workflow/texts'
import { spells } from '../../src/workflows/engineer/spells'
import { workflows } from '../../src/workflows/registry'
import { makeFolder, makePrograms } from '../support/folder'
import { testOnPosix } from '../support/posix'

const words = Object.entries(spells).map(([name, { alias, summary }]) => ({ name, alias, summary }))
let all: readonly Adapter[]
beforeAll(async () => {
  all = await agentAdapters(compileAgents('templates/agents'))
})

const lookAt = (files: Readonly<Record<string, string>> = {}, belowTop?: string): Look => ({
  root: '/repository',
  env: {},
  ...(belowTop !== undefined && { belowTop }),
  read: (path) => files[path],
  isThere: (path) => Object.keys(files).some((file) => file === path || file.startsWith(`${path}/`)),
})
const piecesOf = (name: string, files = {}, belowTop?: string): readonly Piece[] =>
  all.find((agent) => agent.name === name)?.pieces(lookAt(files, belowTop), [name]) ?? []

test('each agent is known by what it leaves in a repository', () => {
  const traces: Record<string, string> = {
    'CLAUDE.md': 'claude',
    '.claude/settings.json': 'claude',
    'AGENTS.md': 'codex',
    '.cursor/rules/a.mdc': 'cursor',
    '.github/copilot-instructions.md': 'copilot',
    'GEMINI.md': 'gemini',
    'opencode.json': 'opencode',
  }
  for (const [path, name] of Object.entries(traces))
    expect(all.filter((agent) => agent.detect(lookAt({ [path]: '' }))).map((agent) => agent.name)).toEqual([name])
  expect(all.filter((agent) => agent.detect(lookAt({ '.github/workflows/ci.yml': '' })))).toEqual([])
})

test('each agent is known by the variables that it gives to the programs it runs', () => {
  const traces: Record<string, string> = {
    CLAUDECODE: 'claude',
    CODEX_THREAD_ID: 'codex',
    CODEX_SANDBOX: 'codex',
    CURSOR_AGENT: 'cursor',
    COPILOT_CLI: 'copilot',
    GEMINI_CLI: 'gemini',
    OPENCODE: 'opencode',
  }
  for (const [variable, name] of Object.entries(traces)) {
    const detected = (value: string) =>
      all.filter((agent) => agent.detect({ ...lookAt(), env: { [variable]: value } })).map((agent) => agent.name)
    expect(detected('1')).toEqual([name])
    expect(detected('')).toEqual([])
  }
})

/** Everything that an agent reads of us as instructions, in one. */
const textsOf = (name: string) =>
  piecesOf(name)
    .flatMap((piece) => (piece.do === 'keys' ? [] : [piece.text]))
    .join('\n')

const texts = compileAgents('templates/agents')

test.each(agentNames)('what %s reads says who decides, that nothing is cast twice, and what it must not do', (name) => {
  const text = textsOf(name)
  expect(text).toMatch(/developer decides/)
  expect(text).toContain('Do what "Response to the AI" says')
  expect(text).toContain('Neither cast again nor repeat it')
  for (const forbidden of ['spell undo', 'spell doctor --set', 'spell new', 'spell doctor --fix'])
    expect(text).toContain(forbidden)
  expect(text).toContain('Nothing allows ticking or writing what is not so')
  expect(text).toContain('Commit only if asked, with `.ai/`')
})

describe('the word that casts', () => {
  test('is one of six names or their plain words, and not what only sounds like one', () => {
    for (const { name, alias } of words) expect(texts.word).toContain(`${name} or ${alias}`)
    for (const likeness of ['Good, please continue', 'looks good', "let's plan this"])
      expect(texts.word.split('lumos or status. ')[1]).toContain(`"${likeness}"`)
    expect(texts.word).toMatch(/do not: ask\.$/)
  })

  test.each(agentNames)('is defined for %s in the same sentence', (name) => {
    expect(textsOf(name)).toContain(texts.word)
  })

  test('is defined for MCP clients in the same sentence', () => {
    expect(readFileSync('templates/mcp/instructions.md', 'utf8')).toContain(texts.word)
  })
})

test('no text says a rule twice', () => {
  for (const piece of piecesOf('codex')) {
    if (piece.do === 'keys') continue
    const sentences = piece.text.split(/(?<=[.:])\s+/).filter((sentence) => sentence.length > 20)
    expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([])
  }
})

describe('the skill', () => {
  const skillOf = (files: Readonly<Record<string, string>> = {}) => {
    const piece = piecesOf('claude', files).find(({ path }) => path === '.claude/skills/spell/SKILL.md')
    return piece?.do === 'file' ? piece.text : ''
  }

  test('leads to every workflow by its folder and its first command', () => {
    for (const { folder, named, begin } of workflows) expect(skillOf()).toContain(`\`${folder ?? named}\` \`${begin}\``)
  })

  test('is there for every agent that is led to it', () => {
    for (const name of agentNames) {
      const [nudge] = piecesOf(name).filter((piece) => piece.do !== 'keys' && piece.text.startsWith('## Working'))
      const path = nudge?.do === 'block' ? /`(\S+SKILL\.md)`/.exec(nudge.text)?.[1] : undefined
      if (path) expect(piecesOf(name).map((piece) => piece.path)).toContain(path)
      expect(piecesOf(name).some((piece) => piece.path.endsWith('/SKILL.md'))).toBe(true)
    }
  })
})

test('a skill is one as agentskills.io describes it', () => {
  for (const name of ['claude', 'codex']) {
    const skill = piecesOf(name).find(({ path }) => path.endsWith('/SKILL.md'))
    const { data } = matter(skill?.do === 'file' ? skill.text : '', {})
    expect(Object.keys(data)).toEqual(['name', 'description'])
    expect(skill?.path.split('/').at(-2)).toBe(data.name)
    expect(data.description.length).toBeLessThanOrEqual(1024)
  }
})

test('commands have a description that is YAML or TOML', () => {
  for (const name of agentNames) {
    for (const piece of piecesOf(name)) {
      if (piece.do !== 'file' || !/commands|prompts/.test(piece.path)) continue
      if (piece.path.endsWith('.toml'))
        expect(piece.text).toMatch(/^description = "[^"\\]+"\nprompt = '''\n[^']+'''\n$/)
      else if (piece.text.startsWith('---'))
        expect(words.map(({ summary }) => summary)).toContain(matter(piece.text, {}).data.description)
      else expect(name).toBe('cursor')
      // Where the host knows the mark, it does not cast of its own accord.
      expect(piece.text.includes('\ndisable-model-invocation: true\n')).toBe(name === 'claude')
    }
  }
})

test('what a command stands for says its own spell and no other, for hosts that show it instead', () => {
  const known = { verbs: developerWords, workflows: workflows.map(({ name }) => name), also: {} }
  const all = agentNames.flatMap((name) =>
    workflows.flatMap((workflow) => piecesOf(name, { ...named(workflow.name), '.ai/hope/state.json': '' })),
  )
  for (const piece of all) {
    const [, spell = ''] = /(?:commands|prompts)\/(\w+)\./.exec(piece.path) ?? []
    if (piece.do !== 'file' || spell === '') continue
    const text = /'''(.*)'''/s.exec(piece.text)?.[1] ?? matter(piece.text, {}).content
    const isCast = words.some(({ name }) => name === spell && name !== 'lumos')
    expect({ spell, said: saidIn(text, known).words }).toEqual({ spell, said: isCast ? { [spell]: 1 } : {} })
  }
})

test('agents that share a file say the same in it', () => {
  const shared = new Map<string, Piece>()
  for (const name of agentNames) {
    for (const piece of piecesOf(name)) {
      if (piece.do === 'keys') continue
      expect(shared.get(piece.path) ?? piece).toEqual(piece)
      shared.set(piece.path, piece)
    }
  }
})

/** What hooks of an agent would run, with the name of the event. */
function hooksOf(name: string, files = {}): [event: string, command: string][] {
  const items = piecesOf(name, files).flatMap((piece) => (piece.do === 'keys' ? piece.keys : []))
  return items
    .filter(({ at }) => at[0] === 'hooks')
    .flatMap(({ at, value }) => {
      const found = JSON.stringify(value).match(/"(?:command|bash)":"((?:[^"\\]|\\.)*)"/g) ?? []
      return found.map((text): [string, string] => [
        String(at[1]),
        JSON.parse(`{${text}}`).command ?? JSON.parse(`{${text}}`).bash,
      ])
    })
    .filter(([, command]) => command !== 'command')
}

test('hooks call the program of the project where it has one', () => {
  const own = { 'package.json': '{"devDependencies":{"spell-cli":"^1.0.0"}}' }
  const hooks = agentNames.flatMap((name) => hooksOf(name, own))
  expect(hooks.length).toBeGreaterThan(20)
  for (const [, command] of hooks) expect(command).toMatch(/node_modules\/\.bin\/spell (lumos|guard|hope|word) /)
  // If Yarn keeps packages without a folder, only it finds them.
  for (const [, command] of hooksOf('codex', { ...own, '.pnp.cjs': '' })) expect(command).toMatch(/^yarn spell /)
})

testOnPosix('hooks let the agent go on if spell is missing', () => {
  for (const [event, command] of agentNames.flatMap((name) => hooksOf(name))) {
    const { status } = spawnSync('/bin/sh', ['-c', command], { env: { PATH: '/nowhere' } })
    expect({ event, command, status }).toEqual({ event, command, status: 0 })
  }
})

const numbersIn = (name: string, key: string): number[] => {
  const hooks = JSON.stringify(piecesOf(name).filter((piece) => piece.do === 'keys'))
  return [...hooks.matchAll(new RegExp(`"${key}":(\\d+)`, 'g'))].map(([, given]) => Number(given))
}

test.each([
  ['claude', 'timeout', 1],
  ['codex', 'timeout', 1],
  ['copilot', 'timeoutSec', 1],
  // In milliseconds.
  ['gemini', 'timeout', 1000],
])('%s waits for a hook, by its %s, longer if the hook casts', (name, key, second) => {
  const seconds = hooksOf(name).map(([, command]) => (command.includes('spell word ') ? 30 : 10))
  expect(seconds).toContain(30)
  expect(numbersIn(name, key)).toEqual(seconds.map((each) => each * second))
})

test('Cursor is kept from stopping once', () => {
  expect(numbersIn('cursor', 'loop_limit')).toEqual([1])
})

test('hooks of an agent that starts them where its session began lead to the root', () => {
  const own = { 'package.json': '{"devDependencies":{"spell-cli":"^1.0.0"}}' }
  const startOf = (belowTop?: string) => {
    const hooks = piecesOf('codex', own, belowTop).find((piece) => piece.do === 'keys')
    return JSON.parse(JSON.stringify(hooks)).keys[0].value.hooks[0].command.split('node_modules')[0]
  }
  const top = '"$(git rev-parse --show-toplevel)"/'
  expect(startOf()).toBe('')
  expect(startOf('')).toBe(top)
  expect(startOf('packages/shop/')).toBe(`${top}packages/shop/`)
  expect(startOf("it's $HOME/")).toBe(`${top}'it'\\''s $HOME/'`)
})

test('agents may look and prove unasked by a rule for each command, where their settings can say so', () => {
  const files = { 'package.json': '{"devDependencies":{"spell-cli":"^1.0.0"}}' }
  const rulesOf = (name: string) => {
    const piece = all.find((agent) => agent.name === name)?.permission?.(lookAt(files))
    return piece?.do === 'keys' ? piece.keys.map(({ at, value }) => `${piece.path} ${at.join('.')} ${value}`) : []
  }
  const program = 'node_modules/.bin/spell'
  expect(agentNames.flatMap(rulesOf)).toEqual([
    ...['lumos', 'prove'].map((command) => `.claude/settings.json permissions.allow Bash(${program} ${command}:*)`),
    ...['lumos', 'prove'].map(
      (command) => `.gemini/settings.json tools.allowed run_shell_command(${program} ${command})`,
    ),
  ])
})

describe('the status line of Claude Code', () => {
  const command = 'spell statusline --host claude || exit 0'
  const lineIn = (files: Record<string, string>, env = {}) =>
    all
      .find(({ name }) => name === 'claude')
      ?.pieces({ ...lookAt(files), env: { HOME: '/me', ...env } }, [])
      .flatMap((piece) => (piece.do === 'keys' ? piece.keys : []))
      .find(({ at }) => at.join() === 'statusLine')?.value
  const other = '{ "statusLine" : { "type": "command", "command": "mine" } }'

  test('is ours if none is there', () => {
    expect(lineIn({})).toEqual({ type: 'command', command })
    expect(lineIn({ 'package.json': '{"devDependencies":{"spell-cli":"^1.0.0"}}' })).toEqual({
      type: 'command',
      command: `"\${CLAUDE_PROJECT_DIR:-.}"/node_modules/.bin/spell statusline --host claude || exit 0`,
    })
  })

  test('stays as it is if one is there: the team’s, that of this clone, or the user’s own', () => {
    expect(lineIn({ '.claude/settings.json': other })).toBeUndefined()
    expect(
      lineIn({ '.claude/settings.json': other.replace('mine', 'mine; spell statusline || exit 0') }),
    ).toBeUndefined()
    expect(lineIn({ '.claude/settings.local.json': other })).toBeUndefined()
    expect(lineIn({ '/me/.claude/settings.json': other })).toBeUndefined()
    expect(lineIn({ '/mine/settings.json': other }, { CLAUDE_CONFIG_DIR: '/mine' })).toBeUndefined()
  })

  test('stays ours for the team, whatever one of them has, and however it was written', () => {
    const packages = { 'package.json': '{"devDependencies":{"spell-cli":"^1.0.0"}}' }
    for (const old of [
      { type: 'command', command },
      lineIn(packages),
      { type: 'command', command: 'spell statusline || exit 0' },
    ]) {
      const ours = JSON.stringify({ statusLine: old })
      const value = lineIn({ '.claude/settings.json': ours, '/me/.claude/settings.json': other })
      expect(value).toEqual({ type: 'command', command })
    }
  })
})

const named = (workflow: string) => ({ '.ai/spell.json': `{ "workflow": "${workflow}" }` })

describe.each(workflows)('where $name is the workflow of the repository', ({ name: workflow, begin }) => {
  const files = named(workflow)
  const isOther = workflow !== 'engineer'

  test.each(agentNames)('%s is led to its first command, and to that of no other', (name) => {
    const read = piecesOf(name, files).filter((piece) => piece.do !== 'keys' && !piece.path.endsWith('.js'))
    const text = read.map((piece) => (piece.do === 'keys' ? '' : piece.text)).join('\n')
    expect(text).toContain(`\`${begin}\``)
    for (const other of isOther ? workflows : []) if (other.name !== workflow) expect(text).not.toContain(other.begin)
    if (isOther) expect(text).not.toMatch(/accio|expecto|reparo|reverto|finite|lumos|\{\{/i)
    for (const piece of read)
      if (piece.do === 'block') expect(piece.text).toContain(isOther ? `This repository uses ${workflow}.` : 'accio')
  })

  test.each(agentNames)('%s has its slash commands, if it has any', (name) => {
    const commands = piecesOf(name, files).flatMap(({ path }) => /(?:commands|prompts)\/(\w+)\./.exec(path)?.[1] ?? [])
    const own = isOther ? [workflow] : ['accio', 'lumos']
    const all = workflow === 'hope' ? ['hope', 'panel', 'summon'] : own
    expect(commands).toEqual(['codex', 'agents'].includes(name) ? [] : all)
  })

  test.each(agentNames)('%s has hooks for what it does, and for nothing else', (name) => {
    const calls = hooksOf(name, files).map(([, command]) => command)
    const has = (call: string) => calls.some((command) => command.includes(call))
    const isHooked = calls.length > 0
    for (const call of ['lumos', 'guard tool', 'guard stop', 'word'])
      expect([call, has(call)]).toEqual([call, isHooked])
    expect(has(' hope hook ')).toBe(name === 'claude' && workflow === 'hope')
  })
})

test('settings that name no workflow leave the six spells', () => {
  for (const files of [{}, { '.ai/spell.json': '{}' }, named('x')])
    expect(piecesOf('claude', files)).toEqual(piecesOf('claude'))
})

test.each([
  ['is the workflow of the repository', named('hope')],
  ['has begun', { '.ai/hope/state.json': '' }],
])('the hooks of hope are there if it %s, for Claude Code, the only one that has both', (_, files) => {
  const ofHope = agentNames.flatMap((name) =>
    hooksOf(name, files).flatMap(([event, command]) =>
      / hope hook /.test(command) ? [`${name} ${event}: ${command}`] : [],
    ),
  )
  expect(ofHope).toEqual([
    `claude SubagentStart: spell hope hook subagent-start || exit 0`,
    `claude PreToolUse: spell hope hook exit-plan || exit 0`,
  ])
})

const plugin = async () => {
  const folder = makeFolder()
  const piece = piecesOf('opencode').find(({ path }) => path === '.opencode/plugins/spell.js')
  folder.write({ 'spell.mjs': piece?.do === 'file' ? piece.text : '' })
  return join(folder.path, 'spell.mjs')
}

test('the plugin for OpenCode is a module that exports one plugin, and blocks nothing if spell is missing', async () => {
  const path = await plugin()
  const script = `
      const { SpellPlugin, ...rest } = await import(${JSON.stringify(path)})
      const hooks = await SpellPlugin({ directory: process.cwd() })
      await hooks['tool.execute.before']({ tool: 'bash' }, { args: { command: 'git commit' } })
      const output = { context: [] }
      await hooks['experimental.session.compacting']({}, output)
      console.log(JSON.stringify({ rest, hooks: Object.keys(hooks), output }))`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { PATH: '/nowhere' },
  })
  expect(JSON.parse(said)).toEqual({
    rest: {},
    hooks: ['chat.message', 'shell.env', 'tool.execute.before', 'experimental.session.compacting', 'event'],
    output: { context: [] },
  })
})

testOnPosix('the plugin for OpenCode tells when the agent has stopped, not when its turn has failed', async () => {
  const path = await plugin()
  const bin = makePrograms({ spell: '#!/bin/sh\necho "$* $(/bin/cat)" >> told\n' })
  const script = `
      const { SpellPlugin } = await import(${JSON.stringify(path)})
      const client = { session: { get: async () => ({}) } }
      const hooks = await SpellPlugin({ client, directory: process.cwd() })
      const happens = (type, sessionID) => hooks.event({ event: { type, properties: { sessionID } } })
      for (const type of ['session.error', 'session.idle', 'session.idle']) await happens(type, 'down')
      await happens('session.idle', 'up')
      await hooks['chat.message']({ sessionID: 'down' }, { message: { id: 'm' }, parts: [] })
      await happens('session.idle', 'down')`
  const options = { cwd: bin.path, env: { PATH: bin.path } } as const
  execFileSync(process.execPath, ['--input-type=module', '-e', script], options)
  expect(bin.read('told').trimEnd().split('\n')).toEqual([
    'guard stop --agent opencode {"session":"up","hook_event_name":"Stop"}',
    'guard stop --agent opencode {"session":"down","hook_event_name":"Stop"}',
  ])
})

testOnPosix('the plugin for OpenCode tells what the developer has written, not what a subagent is asked', async () => {
  const path = await plugin()
  const bin = makePrograms({
    spell: `#!/bin/sh\necho "$* $(/bin/cat)" >> told\necho '{"developer":"for you","ai":"for it"}'\n`,
  })
  const script = `
      const { SpellPlugin } = await import(${JSON.stringify(path)})
      const sessions = { d: {}, s: { parentID: 'd' } }
      const client = { session: { get: async ({ path }) => ({ data: sessions[path.id] }) } }
      const hooks = await SpellPlugin({ client, directory: process.cwd() })
      const parts = [{ type: 'text', text: 'Next.' }, { type: 'text', text: 'a file', synthetic: true }, { type: 'file' }]
      for (const sessionID of ['d', 's', 'unknown']) await hooks['chat.message']({ sessionID }, { message: { id: 'm' }, parts })
      const shells = [{ env: {} }, { env: {} }]
      await hooks['shell.env']({ cwd: '/', sessionID: 'd' }, shells[0])
      await hooks['shell.env']({ cwd: '/' }, shells[1])
      console.log(JSON.stringify({ shells, parts: parts.slice(3).map(({ id, ...part }) => part) }))`
  const options = { cwd: bin.path, encoding: 'utf8', env: { PATH: bin.path } } as const
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', script], options)
  expect(bin.read('told').trimEnd().split('\n')).toEqual([
    'word --agent opencode {"session":"d","text":"Next.","message":"m","isHeadless":false}',
  ])
  const part = { sessionID: 'd', messageID: 'm', type: 'text' }
  expect(JSON.parse(said)).toEqual({
    shells: [{ env: { SPELL_OPENCODE_SESSION: 'd' } }, { env: {} }],
    parts: [
      { ...part, text: 'for it', synthetic: true },
      { ...part, text: 'for you', ignored: true },
    ],
  })
})

describe('an agent that has spell as a plugin', () => {
  const installed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    claude: { '/home/kim/.claude/settings.json': '{ "enabledPlugins": { "spell@spell-cli": true } }' },
    cursor: { '/home/kim/.cursor/plugins/local/spell/.cursor-plugin/plugin.json': '{}' },
    gemini: { '/home/kim/.gemini/extensions/spell/gemini-extension.json': '{}' },
  }
  const written = (name: string, files: Readonly<Record<string, string>>) => {
    const look = { ...lookAt({ ...installed[name], ...files }), env: { HOME: '/home/kim' } }
    const agent = all.find((one) => one.name === name)
    return { paths: agent?.pieces(look, [name]).map(({ path }) => path), isPlugged: agent?.comesAsPlugin?.(look) }
  }
  const left: Readonly<Record<string, readonly string[]>> = {
    claude: ['.claude/settings.json'],
    cursor: ['AGENTS.md'],
    gemini: [],
  }

  test.each(Object.keys(installed))('gets nothing twice: %s', (name) => {
    expect(written(name, {})).toEqual({ paths: left[name], isPlugged: true })
  })

  test.each([
    ['what a team has committed stays', { '.claude/commands/accio.md': 'a' }],
    [
      'a plugin that is switched off is none',
      { '/home/kim/.claude/settings.json': '{"enabledPlugins":{"spell@a":false}}' },
    ],
    ['another workflow has other texts', { '.ai/spell.json': '{ "workflow": "discovery" }' }],
    ['and plain words, too', { '.ai/spell.json': '{ "words": "plain" }' }],
  ])('%s', (_, files) => {
    const { paths, isPlugged } = written('claude', files)
    expect(isPlugged).toBe(false)
    expect(paths).toContain('.claude/skills/spell/SKILL.md')
  })

  test('has the hooks of hope from init', () => {
    expect(written('claude', { '.ai/hope/state.json': '{}' }).paths).toContain('.claude/commands/hope.md')
  })

  test('says its words with the name of the plugin', () => {
    const known = { verbs: developerWords, workflows: [], also: {} }
    expect(saidIn('/spell:accio', known).words).toEqual({ accio: 1 })
  })
})

describe('the guard knows of each agent', () => {
  const judge = (call: ToolCall) =>
    judgeTool(call, { cwd: makeFolder({ '.ai/task/state.json': '{}' }).path, env: {}, texts: () => ({}) as Texts })

  test.each(agentNames)('%s, which files call spell when it is about to do something', async (name) => {
    for (const { path } of piecesOf(name).filter(
      (piece) => piece.do === 'keys' && JSON.stringify(piece).includes('spell'),
    ))
      expect([path, await judge({ do: 'edit', paths: [path] })]).toEqual([
        path,
        expect.objectContaining({ decision: 'ask' }),
      ])
  })

  test.each(agentNames)('%s, which variables say that it runs a command', async (name) => {
    const { variables, shellVariables } = await loadAgent(name)
    for (const variable of [...variables, ...shellVariables]) {
      const command = `${variable}= spell prove`
      expect([command, await judge({ do: 'run', command })]).toEqual([
        command,
        expect.objectContaining({ decision: 'ask' }),
      ])
    }
  })
})
