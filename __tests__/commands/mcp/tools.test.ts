import { readFileSync } from 'node:fs'
import Ajv from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020'
import { compileMcp } from '../../../scripts/compile-mcp'
import { toolsOf } from '../../../src/commands/mcp/tools'
import { workflowTool } from '../../../src/commands/mcp/workflow-tool'
import { type Spell, spells } from '../../../src/workflows/engineer/states'
import { castIn } from '../../support/casting'
import { makeFolder } from '../../support/folder'
import { snapshot } from '../../support/folder-snapshot'
import { reached, worldOf } from '../../support/row-worlds'

const texts = compileMcp('templates/mcp')
const tools = toolsOf(texts)

test('there is a tool for each spell and one for the other workflows, with a text for each and none left over', () => {
  expect(tools.map(({ name }) => name)).toEqual([...spells])
  expect(Object.keys(texts.tools).sort()).toEqual([...spells, workflowTool].sort())
  for (const { description } of tools) expect(description).not.toBe('')
})

describe('what a tool says of itself is true in every row of the table:', () => {
  const rowsOf = (spell: string) => reached.filter(({ row }) => row.on === spell)
  const hint = (spell: Spell) => tools.find(({ name }) => name === spell)?.annotations ?? {}

  test.each([...spells])('%s', async (spell) => {
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
      readOnlyHint: isReadOnly,
      idempotentHint: isIdempotent,
      destructiveHint: false,
      openWorldHint: spell === 'reparo',
    })
  })
})

describe('the output schema', () => {
  const published = (name: string) => JSON.parse(readFileSync(`docs/schemas/${name}.schema.json`, 'utf8'))
  const [{ outputSchema = {} } = {}] = tools

  test('stands alone: six times in one validator, of the old draft and the new', () => {
    for (const ajv of [new Ajv({ strict: false }), new Ajv2020({ strict: false })]) {
      for (const tool of tools) expect(() => ajv.compile(tool.outputSchema ?? {})).not.toThrow()
    }
    expect(JSON.stringify(outputSchema)).not.toMatch(/"\$(id|schema)"|schema\.json/)
  })

  test('takes what the published schemas take, and nothing else', async () => {
    const isRight = new Ajv2020({ strict: false }).compile(outputSchema)
    const ajv = new Ajv2020({ schemas: [published('cast'), published('error')] })
    const kinds = ['cast', 'error'].map((kind) => ajv.getSchema(`${kind}.schema.json`))
    const answer = { ...(await castIn(makeFolder(), 'lumos')) }
    const error = { schemaVersion: 1, kind: 'error', ok: false, code: 'busy', message: 'a', fix: 'b', warnings: [] }
    const keys = (document: object) => Object.keys(document)
    const documents = [answer, error].flatMap((document) => [
      document,
      { ...document, more: 1 },
      ...keys(document).map((key) => ({ ...document, [key]: undefined })),
      ...keys(document).map((key) => ({ ...document, [key]: 5 })),
    ])
    const verdicts = documents.map((document) => {
      const plain: unknown = JSON.parse(JSON.stringify(document))
      expect(isRight(plain)).toBe(kinds.some((validate) => validate?.(plain)))
      return isRight(plain)
    })
    expect(new Set(verdicts)).toEqual(new Set([true, false]))
  })
})
