import { describeCommand } from '../../src/proof/ask-consent'
import type { BoundCommand } from '../../src/proof/consent'
import { beforeOf } from '../../src/proof/consent-before'
import { bindingOf } from '../../src/proof/consent-binding'
import {
  commandFields,
  fieldNames,
  type PlannedCommand,
  plannedCommand,
  shown,
} from '../../src/proof/criteria/planned-command'
import { notAllowed } from '../../src/proof/missing-consent'
import { makeFolder } from '../support/folder'
import { otherFields } from '../support/other-fields'

const said = { command: 'spell prove', look: 'spell lumos', called: ['criterion', 'criteria'], then: '' } as const
const { path } = makeFolder({ 'package.json': '{"scripts":{"test":"x"}}', 'lib/package.json': '{}' })
const plain = plannedCommand({ text: 'npm test' })
const bound = (command: PlannedCommand): BoundCommand => {
  const binding = bindingOf(path, command)
  return { command, criterion: 'a', place: 'plan.md:1', binding, allowed: undefined, work: undefined }
}
const allowed = bound(plain)
const changes = fieldNames.map((name) => [name, bound({ ...plain, [name]: otherFields[name].value })] as const)

describe.each(changes)('a plan that changes the field %s of a command', (name, changed) => {
  const isAllowed = !('ignored' in commandFields[name].consent)
  const [words = '', ...how] = shown(changed.command)

  test(isAllowed ? 'needs another consent' : 'needs no other consent', () => {
    expect(changed.binding.digest !== allowed.binding.digest).toBe(isAllowed)
  })

  test('shows all that is allowed in the question and in the refusal', () => {
    const lines = describeCommand(1, changed).split('\n')
    expect(lines[0]).toBe(`1. ${words}`)
    expect(lines).toEqual(expect.arrayContaining(how.map((clause) => `   - ${clause}`)))
    const [detail] = notAllowed(said, [], [changed]).details ?? []
    expect(detail).toBe(how.length > 0 ? `${words} (${how.join(', ')})` : words)
  })
})

test('a command that writes other reports is the same one, allowed before; one that differs otherwise is not', () => {
  const { digest, terms } = allowed.binding
  const before = [{ digest, said: plain.text, time: '', terms }]
  const same = changes.filter(([, { binding }]) => beforeOf(before, binding)?.isOfOtherWork === false)
  expect(same.map(([name]) => name)).toEqual(['expect'])
})
