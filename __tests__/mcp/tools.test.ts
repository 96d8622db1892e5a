import Ajv, { type AnySchemaObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020'
import { compileMcp } from '../../scripts/compile-templates'
import type { Audience } from '../../src/cast/answer/render'
import { asResult, callTool, proveTool, proveToolOf, toolsOf, wentWrong } from '../../src/mcp/tools'
import { workflowTool } from '../../src/mcp/workflow-tool'
import { type Spell, spells } from '../../src/workflows/engineer/states'
import { castIn, edgeAt } from '../support/casting'
import { type Folder, makeFolder, snapshot } from '../support/folder'
import { some } from '../support/proving'
import { reached, worldOf } from '../support/row-worlds'

const texts = compileMcp('templates/mcp')
const tools = toolsOf(texts)

test('there is a tool for each spell, one to prove and one for the other workflows, with a text for each and none left over', () => {
  expect(tools.map(({ name }) => name)).toEqual([...spells])
  expect(Object.keys(texts.tools).sort()).toEqual([...spells, proveTool, workflowTool].sort())
  for (const { description } of [...tools, proveToolOf(texts.tools[proveTool] ?? '')]) expect(description).not.toBe('')
})

test('a tool takes what its spell does, and no more', () => {
  const taken: Readonly<Record<string, readonly string[]>> = {
    accio: ['note', 'work', 'for', 'from'],
    lumos: ['work', 'for'],
    reparo: ['note', 'work', 'for', 'pr'],
    prove: ['numbers', 'all', 'list', 'work', 'for'],
  }
  for (const { name, inputSchema } of [...tools, proveToolOf('')]) {
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    expect([name, ...Object.keys(inputSchema.properties ?? {})]).toEqual([
      name,
      ...(taken[name] ?? ['note', 'work', 'for']),
    ])
  }
})

const rowsOf = (spell: string) => reached.filter(({ row }) => row.on === spell)
const hint = (spell: Spell) => tools.find(({ name }) => name === spell)?.annotations ?? {}

test.each([...spells])('what a tool says of itself is true in every row of the table: %s', async (spell) => {
  let isReadOnly = true
  let isIdempotent = true
  for (const world of rowsOf(spell)) {
    const folder = makeFolder(worldOf(world))
    const before = snapshot(folder.path)
    await castIn(folder, spell)
    const once = snapshot(folder.path)
    if (JSON.stringify(once) !== JSON.stringify(before)) isReadOnly = false
    await castIn(folder, spell)
    if (JSON.stringify(snapshot(folder.path)) !== JSON.stringify(once)) isIdempotent = false
  }
  expect(hint(spell)).toEqual({
    ...(isReadOnly ? { readOnlyHint: true } : { idempotentHint: isIdempotent, destructiveHint: false }),
    openWorldHint: ['accio', 'reparo'].includes(spell),
  })
})

describe('what a tool answers', () => {
  const isRight = new Ajv2020({ strict: false }).compile((tools[0]?.outputSchema ?? {}) as AnySchemaObject)
  const gotFor = async (spell: Spell, folder: Folder, audience?: string) => {
    const edge = async () => edgeAt(folder)
    const called = await callTool(spell, audience ? { for: audience } : {}, edge).catch(wentWrong)
    return asResult(called)
  }

  test('has a schema that stands alone: six times in one validator, of the old draft and the new', () => {
    for (const ajv of [new Ajv({ strict: false }), new Ajv2020({ strict: false })]) {
      for (const tool of tools) expect(() => ajv.compile((tool.outputSchema ?? {}) as AnySchemaObject)).not.toThrow()
    }
    expect(JSON.stringify(tools[0]?.outputSchema)).not.toMatch(/"\$(id|schema)"|schema\.json/)
  })

  test('is the part that is asked for and what can be said next, in every row of the table', async () => {
    for (const [index, world] of some(reached).entries()) {
      const audience = ['ai', 'developer', 'both'][index % 3] as Audience
      const { structuredContent = {}, content } = await gotFor(
        world.row.on as Spell,
        makeFolder(worldOf(world)),
        audience,
      )
      const parts = { ai: ['ai'], developer: ['developer'], both: ['ai', 'developer'] }[audience]
      const { warnings, ...rest } = structuredContent as Record<string, unknown>
      expect({ row: world.row.id, keys: Object.keys(rest) }).toEqual({
        row: world.row.id,
        keys: ['ok', ...parts, 'next'],
      })
      if (audience !== 'ai') expect(warnings).toBeUndefined()
      const { ai = '', developer = '' } = structuredContent as Record<string, string>
      const headed = [ai && '## Response to the AI', developer && '## Response to the Developer'].filter(Boolean)
      expect(JSON.stringify(content).match(/## Response to the \w+/g)).toEqual(headed)
      expect(isRight(structuredContent)).toBe(true)
    }
  })

  test('says of an error what it is, and how to fix it', async () => {
    const { structuredContent, isError } = await gotFor('accio', makeFolder({ '.ai/task/state.json': '{' }))
    expect({ isError, keys: Object.keys(structuredContent ?? {}) }).toEqual({
      isError: true,
      keys: ['ok', 'code', 'message', 'fix'],
    })
    expect(isRight(structuredContent)).toBe(true)
  })

  test('is nothing that the schema does not have', () => {
    for (const strange of [{}, { ok: 1 }, { ok: true, ai: 5 }, { ok: true, spells: [] }, { ok: true, next: [1] }])
      expect(isRight(strange)).toBe(false)
  })
})
