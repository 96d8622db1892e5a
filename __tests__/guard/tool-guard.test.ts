import { homedir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { commitsIn } from '../../src/guard/commits'
import { type ToolCall, toolCallIn } from '../../src/guard/tool-call'
import { bare, judgeTool } from '../../src/guard/tool-guard'
import type { Texts } from '../../src/workflow/texts'
import { makeFolder } from '../support/folder'
import { testOnPosix } from '../support/posix'

describe('a command line', () => {
  test.each(['git commit', 'git "commit"', "git com'mit'", 'git c\\ommit'])('%s mentions a commit', (line) => {
    expect(bare(line).includes('commit')).toBe(true)
  })

  test('that is read no further has no commit in it, however it is quoted', () => {
    const part = fc.constantFrom('git ', 'com', 'mit', 'commit', '"', "'", '\\', '\n', ' ', ';', '$', '<<a')
    const line = fc.array(part, { maxLength: 9 }).map((parts) => `git ${parts.join('')}`)
    fc.assert(fc.property(line, (text) => bare(text).includes('commit') || commitsIn(text).length === 0))
  })
})

const atWork = () =>
  makeFolder({
    '.ai/spell.json': '{}',
    '.ai/task/state.json': '{}',
    '.ai/task/history.jsonl': '',
    '.ai/task/plan.md': '',
    '.ai/work/csv/notes/a.md': '',
    '.ai/work/csv/state.json': '{}',
  })
const judge = (call: ToolCall, { path: cwd } = atWork()) =>
  judgeTool(call, { cwd, env: { HOME: '/home/a' }, texts: () => ({}) as Texts })
const edit = (path: string, folder = atWork()) => judge({ do: 'edit', paths: [path] }, folder)
const run = (command: string) => judge({ do: 'run', command })

const ofHosts = [
  ...['.claude/settings.json', '.claude/settings.local.json', '.codex/hooks.json', '.cursor/hooks.json'],
  ...['.github/hooks/spell.json', '.gemini/settings.json', '.opencode/plugins/spell.js'],
  ...['.git/hooks/pre-commit', '.husky/pre-commit'],
]
const kept = [
  ...['.ai/spell.json', '.ai/task/state.json', '.ai/task/history.jsonl', '.ai/work/csv/proofs.jsonl'],
  ...['.ai/archive/2026-01-01/csv/history.jsonl', '.ai/discovery/orders/state.json'],
  ...['.git/spell-host', '.git/spell-id', '.ai/.local/spell-typed'],
]

describe('an edit', () => {
  test.each([...kept, ...ofHosts])('of %s is put to the developer, in words for each', async (path) => {
    expect(await edit(path)).toEqual({
      decision: 'ask',
      reason: expect.stringMatching(`^${path.replaceAll('.', '\\.')} .*That is the developer's: `),
      developer: expect.stringMatching(`^The agent wants to change ${path.replaceAll('.', '\\.')}, which `),
    })
  })

  test.each([
    '.ai/task/plan.md',
    'src/state.json',
    'history.jsonl',
    '.claude/commands/a.md',
    '.git/config',
    '.vscode/settings.json',
  ])('of %s is not', async (path) => {
    expect(await edit(path)).toBeUndefined()
  })

  test.each(ofHosts)('of %s where there is no work is not', async (path) => {
    expect(await edit(path, makeFolder())).toBeUndefined()
  })

  testOnPosix('of what the account keeps is, wherever that is', async () => {
    expect(await edit(join(homedir(), '.local/state/spell/words/a.json'))).toMatchObject({ decision: 'ask' })
    const named = '/elsewhere/spell/allowed/0123456789abcdef0123456789abcdef.json'
    expect(await edit(named)).toMatchObject({ decision: 'ask' })
    expect(await edit(join(homedir(), '.local/state/spell-other/a.json'))).toBeUndefined()
  })
})

describe('a command', () => {
  // biome-ignore format: in one paragraph
  test.each([
    "echo '{}' > .ai/task/state.json", 'cd .ai/task && printf x >> history.jsonl', '{ echo a; echo b; } >| .ai/spell.json',
    'tee -a .ai/task/history.jsonl < a', "sed -i 's/a/b/' .ai/task/state.json", "sed -i.bak -e 's/a/b/' .ai/spell.json",
    'rm -f .ai/task/state.json', 'rm -rf .ai/task', 'rm -r .ai', 'rm .ai/task/*', 'rm .ai/task/hist*', 'mv .ai/task/state.json /tmp/x',
    'mv /tmp/state.json .ai/task', 'cp /tmp/s .ai/task/state.json', 'cp /tmp/state.json .ai/task/', 
    'dd if=/dev/null of=.ai/task/state.json', 'perl -pi -e s/a/b/ .ai/task/history.jsonl', 'sudo rm .git/hooks/pre-commit',
    "bash -c 'cat x > .claude/settings.json'", 'touch .git/spell-typed', 'truncate -s 0 ".ai/task/history".jsonl',
    'cat > .ai/task/state.json <<E\n{}\nE', 'ls && (cd .ai && rm spell.json)', 'ln -sf /dev/null .gemini/settings.json',
    'chmod -x .git/hooks/pre-commit', 'git checkout HEAD~1 -- .ai/task/history.jsonl', 'git restore -s HEAD~2 .ai/task/state.json',
    'git checkout -- .ai', 'git -C .ai restore task/state.json', 'git rm -r .ai/work/csv', 'git mv .ai/task/state.json a', 'git clean -fdx .ai',
    'git stash push -- .ai/task', 'git restore -SW --staged --worktree .ai/task/state.json', 'git config core.hooksPath /dev/null',
    'git config --global set CORE.hookspath x', 'git config --unset core.hooksPath',
    'git checkout .', 'git checkout -- .', 'git restore .', 'git restore :/', 'git checkout -f main', 'git switch --discard-changes main',
    'git stash', 'git stash -u', 'git stash push', 'git stash push -m wip', 'git stash save wip', 'git stash -um "a b"', 'git reset --hard',
    'git reset -q --hard HEAD~1', 'git clean -fd', 'cd src && git reset --hard', 'git clean -fdx .', 'rm -rf .', 'git checkout :/.ai/task', 'git -C src stash',
  ])('%s that writes what spell keeps is put to the developer', async (command) => {
    expect(await run(command)).toMatchObject({ decision: 'ask' })
  })

  // biome-ignore format: in one paragraph
  test.each([
    'cat .ai/task/state.json', 'cp .ai/task/state.json /tmp/x', "sed -n 's/a/b/p' .ai/task/state.json", 'rm -rf dist', 'rm .ai/task/*.md',
    'grep spell .claude/settings.json > out.txt', "sed -i 's/a/b/' .ai/task/plan.md", 'rm -r .ai/work/csv/notes', 'cat < .ai/spell.json',
    'diff .ai/task/state.json x 2>/dev/null', 'git add .ai/task/state.json', 'mv a.md .ai/task/', 'spell accio > answer.md',
    'git checkout main', 'git restore .ai/task/plan.md', 'git restore --staged .ai/task/state.json', 'git rm --cached .ai/task/state.json',
    'git checkout src', 'git checkout -f -- a.js', 'git restore src/a.js', 'git stash pop', 'git stash list', 'git stash push a.js', 'git stash -- a.js',
    'git stash push -m wip a.js', 'git reset', 'git reset --soft HEAD~1', 'git clean -n', 'git clean -fdn', 'git clean -fd dist', 'git switch -c x',
    'cd src && git checkout .', 'git rm -r --cached .', 'git checkout -b fix', 'rm a.js', 'mv a.js b.js',
    'git diff -- .ai/task/state.json', 'git log -- .ai', 'git config core.hooksPath', 'git config get core.hooksPath', 'git config core.autocrlf input',
  ])('%s is not', async (command) => {
    expect(await run(command)).toBeUndefined()
  })

  testOnPosix('that writes what the account keeps is', async () => {
    const folder = join(homedir(), '.local/state/spell')
    for (const command of [
      `rm -rf ${folder}/words`,
      `echo {} > ${folder}/words/a.json`,
      `cd ${folder} && rm words/a.json`,
    ])
      expect(await run(command)).toMatchObject({
        decision: 'ask',
        developer: expect.stringContaining('said and allowed'),
      })
  })
})

describe('a subagent', () => {
  const asked = (command: string) => judge({ do: 'run', command, isSubagents: true })

  test('makes no step, and is told whom to report to', async () => {
    expect(await asked('spell accio')).toEqual({
      decision: 'deny',
      reason: expect.stringMatching(/^`spell accio` is not for a subagent: .* Report to that one\.$/),
      developer: expect.stringContaining('A subagent wants to run `spell accio`'),
    })
    expect(await run('spell accio')).toBeUndefined()
  })

  test('may look', async () => {
    expect(await asked('spell lumos --for ai')).toBeUndefined()
  })
})

const read = toolCallIn

/** Payloads as the documentation of each agent gives them. */
test.each<[string, Record<string, unknown>]>([
  ['Claude Code', { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' }, cwd: '/r' }],
  ['Codex', { tool_name: 'Bash', tool_input: { command: 'ls' }, cwd: '/r', turn_id: '1' }],
  ['Codex, as a list', { tool_name: 'shell', tool_input: { command: ['ls'], workdir: '/r' } }],
  ['Cursor', { hook_event_name: 'beforeShellExecution', command: 'ls', cwd: '/r' }],
  ['Copilot', { timestamp: 1, cwd: '/r', toolName: 'bash', toolArgs: '{"command":"ls","description":"x"}' }],
  ['Gemini CLI', { tool_name: 'run_shell_command', tool_input: { command: 'ls' }, cwd: '/r' }],
  ['OpenCode', { tool: 'bash', args: { command: 'ls' }, cwd: '/r' }],
])('a command is understood from %s', (_, payload) => {
  expect(read(payload)).toEqual({ do: 'run', command: 'ls', cwd: '/r' })
})

test('the words of a list stay the words they are', () => {
  const command = ['bash', '-lc', "git commit -m 'it'"]
  expect(read({ tool_name: 'shell', tool_input: { command } })).toEqual({
    do: 'run',
    command: `bash -lc 'git commit -m '\\''it'\\'''`,
  })
})

// biome-ignore format: a case is a line
test.each<[string, Record<string, unknown>]>([
  ['Claude Code', { tool_name: 'Write', tool_input: { file_path: 'a.ts', content: '' } }],
  ['Claude Code, a notebook', { tool_name: 'NotebookEdit', tool_input: { notebook_path: 'a.ts' } }],
  ['Codex', { tool_name: 'apply_patch', tool_input: { command: '*** Begin Patch\n*** Update File: a.ts\n@@\n' } }],
  ['Codex, as a list', { tool_name: 'shell', tool_input: { command: ['apply_patch', '*** Begin Patch\n*** Add File: a.ts\n'] } }],
  ['a tool that updates', { tool_name: 'Update', tool_input: { file_path: 'a.ts' } }],
  ['Cursor', { tool_name: 'StrReplace', tool_input: { path: 'a.ts' } }],
  ['Copilot', { toolName: 'create', toolArgs: '{"path":"a.ts"}' }],
  ['Copilot in VS Code', { tool_name: 'editFiles', tool_input: { files: ['a.ts'] } }],
  ['Gemini CLI', { tool_name: 'replace', tool_input: { file_path: 'a.ts' } }],
  ['OpenCode', { tool: 'edit', args: { filePath: 'a.ts' } }],
])('an edit is understood from %s', (_, payload) => {
  expect(read(payload)).toEqual({ do: 'edit', paths: ['a.ts'] })
})

test.each<[string, string, string]>([
  ['Claude Code and Codex', 'tool_name', 'mcp__spell__accio'],
  ['Claude Code, of the plugin', 'tool_name', 'mcp__plugin_spell_spell__accio'],
  ['Gemini CLI', 'tool_name', 'mcp_spell_accio'],
  ['Gemini CLI, as it was', 'tool_name', 'spell__accio'],
  ['Copilot', 'toolName', 'spell-accio'],
  ['OpenCode', 'tool', 'spell_accio'],
])('a tool of the MCP server is the command that it stands for, in %s', (_, key, name) => {
  expect(read({ [key]: name, tool_input: { note: 'x' } })).toEqual({ do: 'run', command: 'spell accio' })
  const given = { workflow: 'discovery', verb: 'approve', arguments: [] }
  expect(read({ [key]: name.replace('accio', 'workflow'), args: given })).toEqual({
    do: 'run',
    command: 'spell discovery approve',
  })
})

test('a call of a subagent is told from one of the agent', () => {
  const call = { tool_name: 'Bash', tool_input: { command: 'ls' } }
  expect(read({ ...call, agent_id: 'a1' })).toEqual({ do: 'run', command: 'ls', isSubagents: true })
  expect(read({ ...call, agent_type: 'main' })).toEqual({ do: 'run', command: 'ls' })
})

test.each<[string, Record<string, unknown>]>([
  ['a tool that reads', { tool_name: 'Read', tool_input: { file_path: 'a.ts' } }],
  ['a tool that looks', { toolName: 'view', toolArgs: '{"path":"a.ts"}' }],
  ['nothing', {}],
  ['arguments that are no JSON', { toolName: 'bash', toolArgs: '{' }],
  ['a tool of a server', { tool_name: 'mcp__x__query', tool_input: { sql: 'select' } }],
])('nothing is understood from %s', (_, payload) => {
  expect(read(payload)).toBeUndefined()
})

test('no input, however strange, makes it fail', () => {
  // biome-ignore format: in one paragraph
  const word = fc.constantFrom(
    'tool_name', 'tool_input', 'command', 'path', 'files', 'cwd', 'Write', 'Bash', 'toolArgs',
  )
  const value = fc.jsonValue()
  fc.assert(
    fc.property(fc.dictionary(word, fc.oneof(value, word)), (payload) =>
      [undefined, 'run', 'edit'].includes(read(payload)?.do),
    ),
  )
})
