import fc from 'fast-check'
import { toolCallIn } from '../../src/guard/tool-call'

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
