import { properties } from '../../src/engine/verify'
import { makeFolder, snapshot } from '../support/folder'
import { spellHere } from '../support/packed-program'

describe('spell verify', () => {
  test('names every property that it has proven, and how much it tried; needs no repository and leaves nothing behind', () => {
    const folder = makeFolder()
    const { exitCode, stdout, stderr } = spellHere(folder.path, ['verify', 'discovery'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(/^## discovery\n\n16 states, 7 events and \d+ rows; [\d,]+ combinations of facts tried\n/)
    expect(stdout.match(/^- ✓ .*$/gm)).toEqual(Object.values(properties).map((promise) => `- ✓ ${promise}`))
    expect(snapshot(folder.path)).toEqual({})
  })

  test('tells it as data', () => {
    const { stdout } = spellHere(makeFolder().path, ['verify', 'discovery', '--json'])
    const { workflows, ...envelope } = JSON.parse(stdout)
    expect(envelope).toEqual({ schemaVersion: 1, kind: 'verification', ok: true, warnings: [] })
    expect(workflows).toEqual([
      {
        workflow: 'discovery',
        states: 16,
        places: 16,
        events: 7,
        rows: expect.any(Number),
        tried: expect.any(Number),
        findings: [],
      },
    ])
    expect(workflows[0].tried).toBeGreaterThan(16 * 7)
  })
})
