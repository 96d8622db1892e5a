import { properties } from '../../src/engine/verify'
import { makeRepository } from '../support/git-repository'
import { spell } from '../support/packed-program'

test('spell verify proves every property of every workflow', () => {
  const { exitCode, stdout, stderr } = spell(makeRepository().path, ['verify'])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const workflows = stdout.match(/^## \w+$/gm) ?? []
  expect(workflows).toEqual(['## engineer', '## discovery', '## collab', '## hope'])
  expect(stdout.match(/^- ✓ .*$/gm)).toEqual(
    workflows.flatMap(() => Object.values(properties).map((promise) => `- ✓ ${promise}`)),
  )
})
