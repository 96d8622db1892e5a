import { makeFolder } from '../support/folder'
import { hasTerminal, inTerminal } from '../support/packed-in-terminal'
import { spell } from '../support/packed-program'

const ctrlD = '\u0004'

test('where a client is, nothing is said but what it asks for', () => {
  expect(spell(makeFolder().path, ['mcp'])).toEqual({ exitCode: 0, stdout: '', stderr: '' })
})

test('what is no message is reported on stderr, in one line, and a line that is no JSON is passed over', () => {
  const input = 'hello\n{"jsonrpc":"1.0"}\n'
  const stderr = 'spell: This is not a JSON-RPC 2.0 message.\n'
  expect(spell(makeFolder().path, ['mcp'], { input })).toEqual({ exitCode: 0, stdout: '', stderr })
  expect(spell(makeFolder().path, ['mcp', '--quiet'], { input }).stderr).toBe('')
})

test('an option that is wrong is told before a client comes', () => {
  expect(spell(makeFolder().path, ['mcp', '--wait', 'long'])).toMatchObject({ exitCode: 2, stdout: '' })
})

;(hasTerminal ? test : test.skip)('who starts it by hand is told what it waits for', async () => {
  const { text, exitCode } = await inTerminal(makeFolder().path, ['mcp'], [['docs/mcp.md', ctrlD]])
  expect(text).toContain('This waits for an MCP client on stdin')
  expect(exitCode).toBe(0)
})
