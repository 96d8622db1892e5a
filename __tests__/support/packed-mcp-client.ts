import { Client as NewerClient } from '@modelcontextprotocol/client'
import { StdioClientTransport as NewerTransport } from '@modelcontextprotocol/client/stdio'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { type CallToolResult, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { version } from '../../package.json'
import type { Answer } from '../../src/cast/answer/answer'
import type { Audience, ErrorDocument } from '../../src/cast/answer/render'
import { file } from '../../src/workflows/engineer/files'
import { standing } from './casting'
import { beforeFoldersGo, plainEnv } from './folder'
import { program } from './packed-program'

/** The SDK's client, connected to a server of the packed program. */
export interface Connected {
  readonly client: Client
  readonly call: (tool: string, given?: Record<string, unknown>) => Promise<CallToolResult>
  readonly stderr: () => string
  readonly pid: number
}

/** What clients find in these tests. */
export const planning = { ...standing('GATHER_EDITING'), [file.plan]: '# Orders\n\n- [ ] they are exported\n' }

/** What the server says about itself to a client. */
export const introduction = (client: Client | NewerClient) => ({
  server: client.getServerVersion(),
  purpose: client.getInstructions(),
  capabilities: client.getServerCapabilities(),
})
export const expectedIntroduction = {
  server: expect.objectContaining({ name: 'spell', version }),
  purpose: expect.stringContaining('Only these words cast, said as such: accio or next'),
  capabilities: { tools: {} },
}

const open = new Set<{ close(): Promise<void> }>()
beforeFoldersGo(async () => {
  for (const client of open) await client.close()
  open.clear()
})

/** How a client starts the server, in the environment that all tests have. */
const serverIn = (cwd: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => ({
  command: process.execPath,
  args: [program, 'mcp', ...args],
  cwd,
  env: Object.fromEntries(
    Object.entries({ ...plainEnv, ...env }).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  ),
})

/** Version 2 of the SDK's client, which also supports the protocol of 2026-07-28. */
export async function connectNewer(
  cwd: string,
  mode: 'legacy' | 'auto' | { readonly pin: string },
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const client = new NewerClient({ name: 'test', version: '2' }, { versionNegotiation: { mode } })
  open.add(client)
  await client.connect(new NewerTransport(serverIn(cwd, args, env)))
  return { client }
}

/**
 * @param cwd the server's working directory
 * @param more `roots`: URIs of the client's open folders; without it the client does not support roots. `tellsChanges`:
 *   whether it notifies about changes
 */
export async function connect(
  cwd: string,
  more: {
    readonly args?: readonly string[]
    readonly roots?: () => readonly string[]
    readonly tellsChanges?: boolean
    readonly env?: Readonly<Record<string, string>>
  } = {},
): Promise<Connected> {
  const { roots, args = [], tellsChanges = true, env } = more
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: roots ? { roots: { listChanged: tellsChanges } } : {} },
  )
  if (roots) {
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: roots().map((uri) => ({ uri })) }))
  }
  const transport = new StdioClientTransport({ ...serverIn(cwd, args, env), stderr: 'pipe' })
  let stderr = ''
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  open.add(client)
  await client.connect(transport)
  return {
    client,
    call: (name, given) => client.callTool({ name, ...(given && { arguments: given }) }) as Promise<CallToolResult>,
    stderr: () => stderr,
    pid: transport.pid ?? 0,
  }
}

/**
 * What a client should get of a `--json` document: of an answer its parts and the next spells, of an error its message.
 */
export function partsOf(document: Answer | ErrorDocument, audience: Audience = 'both'): Record<string, unknown> {
  if (document.kind === 'error') {
    const { schemaVersion, kind, warnings, ...error } = document as ErrorDocument
    return error
  }
  const { ok, ai, developer, spells, warnings } = document as Answer
  const canBeSaid = spells.filter(({ name, available, then }) => {
    const canNow = then ? then.some((one) => one.available) : available
    return canNow && !['lumos', 'status'].includes(name)
  })
  return {
    ok,
    ...(audience !== 'developer' && { ai }),
    ...(audience !== 'ai' && { developer }),
    next: canBeSaid.map(({ name }) => name),
    // The developer's part contains them already.
    ...(audience === 'ai' && warnings.length > 0 && { warnings }),
  }
}

export function textOf({ content }: CallToolResult): string {
  const [first] = content
  return first?.type === 'text' ? first.text : ''
}
