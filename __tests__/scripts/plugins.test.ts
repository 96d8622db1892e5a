import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Ajv from 'ajv'
import { compileAgents } from '../../scripts/compile-templates'
import { plugins } from '../../scripts/plugins'
import { agentAdapters } from '../../src/install/adapters'
import type { AgentName } from '../../src/install/agents/agents'
import { pathInPlugin, plugin } from '../../src/install/agents/piece'
import { type Folder, makeFolder, plainEnv } from '../support/folder'

const agents = ['claude', 'cursor', 'gemini'] as const satisfies readonly AgentName[]
let files: Readonly<Record<string, string>>
beforeAll(async () => {
  files = await plugins()
})
const document = (path: string) => JSON.parse(files[path] ?? '')
const written = (): Folder => makeFolder(files)

describe.each(agents)('the plugin for %s', (name) => {
  test('has skill, commands and hooks as init writes them, and the MCP server', async () => {
    const adapters = await agentAdapters(compileAgents('templates/agents'))
    const nowhere = { root: '', env: {}, read: () => undefined, isThere: () => false }
    const pieces = adapters.find((one) => one.name === name)?.pieces(nowhere, [name]) ?? []
    const paths = pieces.flatMap((piece) => pathInPlugin(piece) ?? [])
    const extension = name === 'gemini' ? 'toml' : 'md'
    const commands = [`commands/accio.${extension}`, `commands/lumos.${extension}`]
    expect(paths).toEqual(['skills/spell/SKILL.md', ...commands, 'hooks/hooks.json'])
    for (const piece of pieces) {
      const path = `${name}/${pathInPlugin(piece)}`
      if (piece.do === 'file') expect(files[path]).toBe(piece.text)
      if (piece.do === 'keys' && path in files)
        for (const { at, value } of piece.keys)
          expect(JSON.stringify(document(path)[at[0] ?? ''])).toContain(JSON.stringify(value))
    }
    expect(
      Object.entries(files)
        .filter(([path]) => path.startsWith(`${name}/`))
        .map(([, text]) => text)
        .join(),
    ).toContain('"spell": {\n      "command": "spell",')
  })

  test('has the name by which init knows it, and the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
    const manifests = Object.keys(files).filter((path) =>
      /^(?:\w+\/)(?:\.[\w-]+\/plugin|gemini-extension)\.json$/.test(path),
    )
    const own = manifests.filter((path) => path.startsWith(`${name}/`))
    expect(own).toHaveLength(1)
    expect(document(own[0] ?? '')).toMatchObject({ name: plugin, version })
  })
})

test('the marketplace leads to the plugin of Claude Code', () => {
  const { plugins: listed } = document('.claude-plugin/marketplace.json')
  expect(listed).toMatchObject([{ name: plugin, source: './claude' }])
  expect(files['claude/README.md']).toMatch(/^# spell\n\n.+\n\nIt starts the program `spell`/)
  expect(files).toHaveProperty([`${listed[0].source.slice(2)}/.claude-plugin/plugin.json`])
})

/** What https://cursor.com/schemas/cursor-plugin/plugin.json allows of what we use: no other key. */
const text = { type: 'string', minLength: 1 }
const author = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: { name: text, email: text },
}
const cursorManifest = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' },
    ...{ displayName: text, description: text, version: text, license: text, author },
    keywords: { type: 'array', items: text },
  },
}

test('the manifest for Cursor has no other keys than its schema', () => {
  const isValid = new Ajv().compile(cursorManifest)
  expect([isValid(document('cursor/.cursor-plugin/plugin.json')), isValid.errors]).toEqual([true, null])
})

const has = (program: string) => spawnSync(program, ['--version'], { env: plainEnv }).status === 0
const testWith = (program: string) => (has(program) ? test : test.skip)
const validated = (program: string, ...args: readonly string[]) => {
  const folder = written()
  const run = (path: string) =>
    spawnSync(program, [...args, join(folder.path, path)], {
      env: { ...plainEnv, HOME: folder.path },
      encoding: 'utf8',
    })
  return run
}

testWith('claude')('Claude Code itself finds nothing wrong (skipped without claude)', () => {
  const run = validated('claude', 'plugin', 'validate', '--strict')
  for (const path of ['.', 'claude']) expect(run(path)).toMatchObject({ status: 0 })
})

testWith('gemini')('nor does Gemini CLI (skipped without gemini)', () => {
  expect(validated('gemini', 'extensions', 'validate')('gemini')).toMatchObject({ status: 0 })
})
