import { properties, verify } from '../../src/engine/verify'
import { definition } from '../../src/flows/hope'
import { makeRepository } from '../support/folder'
import { spell } from '../support/packed-program'

test('spell verify proves every property of every workflow, and its numbers multiply to the last digit', () => {
  const { path } = makeRepository()
  const { exitCode, stdout, stderr } = spell(path, ['verify'])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const workflows = stdout.match(/^## \w+$/gm) ?? []
  expect(workflows).toEqual(['## engineer', '## discovery', '## collab', '## hope'])
  expect(stdout.match(/^- ✓ .*$/gm)).toEqual(
    workflows.flatMap(() => Object.values(properties).map((promise) => `- ✓ ${promise}`)),
  )
  // Hope has more answers than a number holds exactly.
  const [, ...said] =
    /\n([\d,]+) combinations of \d+ states × (\d+) events × ([\d,]+) combinations of facts = ([\d,]+) answers/.exec(
      stdout.slice(stdout.indexOf('## hope')),
    ) ?? []
  const [places = 0n, events = 0n, worlds = 0n, answers = 0n] = said.map((text) => BigInt(text.replaceAll(',', '')))
  expect(answers).toBeGreaterThan(2n ** 53n)
  expect(places * events * worlds).toBe(answers)
  const { stdout: json } = spell(path, ['verify', 'hope', '--json'])
  expect(/"answers": (\d+)/.exec(json)?.[1]).toBe(String(answers))
})

test.each(['L2', 'C4'])('a way back of hope without its count (%s) is found', (id) => {
  const rows = definition.rows.map(({ counts, ...row }) =>
    row.id === id || counts === undefined ? row : { ...row, counts },
  )
  const { findings } = verify({ ...definition, rows })
  expect(findings.map(({ property, where }) => `${property}: ${where.split(' ')[0]}`)).toContain(`circles-end: ${id}`)
})
