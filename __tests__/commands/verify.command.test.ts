import { properties } from '../../src/engine/verify'
import { makeFolder, makeRepository, snapshot } from '../support/folder'
import { spellHere } from '../support/packed-program'
import { isProving } from '../support/proving'

describe('spell verify', () => {
  test('names every property that it has proven, and how much it tried', () => {
    const { exitCode, stdout, stderr } = spellHere(makeRepository().path, ['verify', 'discovery'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatch(
      /^## discovery\n\n16 states × 7 events × [\d,]+ combinations of facts = [\d,]+ answers from \d+ rows\n/,
    )
    expect(stdout.match(/^- ✓ .*$/gm)).toEqual(Object.values(properties).map((promise) => `- ✓ ${promise}`))
  })

  test('tells it as data', () => {
    const { stdout } = spellHere(makeRepository().path, ['verify', 'discovery', '--json'])
    const { workflows, ...envelope } = JSON.parse(stdout)
    expect(envelope).toEqual({ schemaVersion: 1, kind: 'verification', ok: true, warnings: [] })
    expect(workflows).toEqual([
      {
        workflow: 'discovery',
        states: 16,
        places: 16,
        events: 7,
        rows: expect.any(Number),
        worlds: expect.any(Number),
        answers: expect.any(Number),
        findings: [],
      },
    ])
    expect(workflows[0].answers).toBe(16 * 7 * workflows[0].worlds)
  })

  // Hope has more answers than a number holds exactly, and takes eight seconds.
  if (isProving)
    test('numbers multiply, to the last digit', () => {
      const { stdout } = spellHere(makeRepository().path, ['verify', 'hope'])
      const [, ...said] =
        /\n([\d,]+) combinations of \d+ states × (\d+) events × ([\d,]+) combinations of facts = ([\d,]+) answers/.exec(
          stdout,
        ) ?? []
      const [places = 0n, events = 0n, worlds = 0n, answers = 0n] = said.map((text) => BigInt(text.replaceAll(',', '')))
      expect(answers).toBeGreaterThan(2n ** 53n)
      expect(places * events * worlds).toBe(answers)
      const { stdout: json } = spellHere(makeRepository().path, ['verify', 'hope', '--json'])
      expect(/"answers": (\d+)/.exec(json)?.[1]).toBe(String(answers))
    })

  test('--matrix prints which rows answer in each state', () => {
    const { stdout } = spellHere(makeRepository().path, ['verify', 'discovery', '--matrix'])
    expect(stdout).toMatch(/\n\| State \| start \| submit \| approve \|/)
    expect(stdout.match(/^\| validation_awaiting_human_review \|.*$/m)?.[0]).toContain('| P.hu-role P.hu-auto P.hu |')
    expect(stdout.match(/^\| [a-z_]+ \|/gm)).toHaveLength(16)
    const { stdout: json } = spellHere(makeRepository().path, ['verify', 'discovery', '--matrix', '--json'])
    expect(JSON.parse(json).workflows[0].matrix.validation_awaiting_human_review.approve).toEqual([
      'P.hu-role',
      'P.hu-auto',
      'P.hu',
    ])
  })

  test('needs no repository and leaves nothing behind', () => {
    const folder = makeFolder()
    expect(spellHere(folder.path, ['verify', 'discovery']).exitCode).toBe(0)
    expect(snapshot(folder.path)).toEqual({})
  })
})
