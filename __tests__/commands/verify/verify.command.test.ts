import { properties } from '../../../src/engine/verify'
import { makeFolder } from '../../support/folder'
import { snapshot } from '../../support/folder-snapshot'
import { makeRepository } from '../../support/git-repository'
import { spellHere } from '../../support/packed-in-process'

describe('spell verify', () => {
  test('names every property that it has proven, and how much it tried', () => {
    const { exitCode, stdout, stderr } = spellHere(makeRepository().path, ['verify', 'engineer'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(
      /^## engineer\n\n26 states × 6 spells × [\d,]+ combinations of facts = [\d,]+ answers from \d+ rows\n/,
    )
    expect(stdout.match(/^- ✓ .*$/gm)).toEqual(Object.values(properties).map((promise) => `- ✓ ${promise}`))
  })

  test('tells it as data', () => {
    const { stdout } = spellHere(makeRepository().path, ['verify', 'engineer', '--json'])
    const { workflows, ...envelope } = JSON.parse(stdout)
    expect(envelope).toEqual({ schemaVersion: 1, kind: 'verification', ok: true, warnings: [] })
    expect(workflows).toEqual([
      {
        workflow: 'engineer',
        states: 26,
        events: 6,
        rows: expect.any(Number),
        worlds: expect.any(Number),
        answers: expect.any(Number),
        findings: [],
      },
    ])
    expect(workflows[0].answers).toBe(26 * 6 * workflows[0].worlds)
  })

  test('needs no repository and leaves nothing behind', () => {
    const folder = makeFolder()
    expect(spellHere(folder.path, ['verify', 'engineer']).exitCode).toBe(0)
    expect(snapshot(folder.path)).toEqual({})
  })

  test('knows which workflows there are', () => {
    const { exitCode, stderr } = spellHere(makeFolder().path, ['verify', 'Engineer'])
    expect(exitCode).toBe(2)
    expect(stderr).toBe(
      'spell: There is no workflow "Engineer"; there is engineer, discovery, collab, hope.\n  fix: spell verify\n',
    )
  })
})
