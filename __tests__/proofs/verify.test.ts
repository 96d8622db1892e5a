import { properties, verify } from '../../src/engine/verify'
import { definition } from '../../src/workflows/hope'
import { makeRepository } from '../support/folder'
import { spell } from '../support/packed-program'

test('spell verify proves every property of every workflow', () => {
  const { path } = makeRepository()
  const { exitCode, stdout, stderr } = spell(path, ['verify'])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const workflows = stdout.match(/^## \w+$/gm) ?? []
  expect(workflows).toEqual(['## engineer', '## discovery', '## collab', '## hope'])
  expect(stdout.match(/^- ✓ .*$/gm)).toEqual(
    workflows.flatMap(() => Object.values(properties).map((promise) => `- ✓ ${promise}`)),
  )
})

test.each(['L2', 'C4'])('a way back of hope without its count (%s) is found', (id) => {
  const rows = definition.rows.map(({ counts, ...row }) =>
    row.id === id || counts === undefined ? row : { ...row, counts },
  )
  const { findings } = verify({ ...definition, rows })
  expect(findings.map(({ property, where }) => `${property}: ${where.split(' ')[0]}`)).toContain(`circles-end: ${id}`)
})
