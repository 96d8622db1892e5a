import { notAllowed } from '../../../src/commands/prove/ask-consent'
import type { Allowed } from '../../../src/disk/allowed'
import { type BoundCommand, consentsOf } from '../../../src/proof/consent/consent'
import { describeCommand } from '../../../src/proof/consent/describe-command'
import { workIn } from '../../../src/work/work'
import {
  commandFields,
  consentKey,
  expectedOf,
  expectedText,
  fieldNames,
  type PlannedCommand,
  plannedCommand,
  shown,
} from '../../../src/workflow/criteria/planned-command'
import { engineer } from '../../../src/workflows/engineer'
import { castIn } from '../../support/casting'
import { makeFolder } from '../../support/folder'
import { otherFields } from '../../support/other-fields'

const said = { command: 'spell prove', look: 'spell lumos', called: ['criterion', 'criteria'], then: '' } as const
const packages = { 'package.json': '{"scripts":{"test":"x"}}', 'lib/package.json': '{"scripts":{"test":"x"}}' }
const plain = plannedCommand({ text: 'npm test' })
const bound = (
  command: PlannedCommand,
  { path } = makeFolder(packages),
  allowed: readonly Allowed[] = [],
): BoundCommand => {
  const known = { path: () => '', clone: '', top: path, allowed }
  const commands = [{ command, criterion: 'a', place: 'plan.md:1' }]
  const [first] = consentsOf(workIn(path, engineer), commands, {}, known).commands
  if (!first) throw new Error('there is one')
  return first
}

describe.each(fieldNames)('a plan that changes the field %s of a command', (name) => {
  const command = { ...plain, [name]: otherFields[name].value }
  const isAllowed = !('ignored' in commandFields[name].consent)
  const [words = '', ...how] = shown(command)

  test(isAllowed ? 'needs another consent' : 'needs no other consent', () => {
    const folder = makeFolder(packages)
    expect(bound(command, folder).digest !== bound(plain, folder).digest).toBe(isAllowed)
  })

  test('shows all that is allowed in the question and in the refusal', () => {
    const changed = bound(command)
    const lines = describeCommand(1, changed).split('\n')
    // What is expected is shown, and needs no consent.
    expect(lines[0]).toBe(`1. ${words}${expectedText(expectedOf(command))}`)
    expect(lines).toEqual(expect.arrayContaining(how.map((clause) => `   - ${clause}`)))
    const [detail] = notAllowed({ said, work: { isArchived: false, name: 'task' } }, [], [changed], []).details ?? []
    expect(detail).toBe(how.length > 0 ? `${words} (${how.join(', ')})` : words)
  })
})

const isBefore = (before?: string) => ({ allowed: undefined, before })
test.each<[kept: readonly Partial<Allowed>[], ofWork: object, ofNone?: object]>([
  [[], isBefore(undefined)],
  [[{}], { allowed: 'always' }],
  [[{ work: 'this' }], { allowed: 'work' }, isBefore('other work')],
  [[{ work: 'this' }, {}], { allowed: 'always' }],
  [[{ work: 'other' }], isBefore('other work')],
  [[{ digest: 'of another script' }], isBefore('changed')],
  [[{ digest: 'of another script' }, { work: 'other' }], isBefore('other work')],
  [[{ digest: 'of another script', command: 'another' }], isBefore(undefined)],
])('kept consents %j make %j', async (kept, ofWork, ofNone = ofWork) => {
  const folder = makeFolder(packages)
  const now = () => {
    const { digest, work: mine } = bound(plain, folder)
    const said = { digest, said: 'npm test', time: '', command: consentKey(plain) }
    const allowed = kept.map((each) => ({ ...said, ...each, ...(each.work === 'this' && mine && { work: mine }) }))
    const { allowed: reach, before } = bound(plain, folder, allowed)
    return { allowed: reach, before }
  }
  expect(now()).toEqual(ofNone)
  await castIn(folder, 'accio')
  expect(now()).toEqual(ofWork)
})
