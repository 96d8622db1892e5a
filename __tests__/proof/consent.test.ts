import { engineer } from '../../src/flows/engineer'
import { describeCommand, notAllowed } from '../../src/proof/ask-consent'
import { type BoundCommand, consentsOf } from '../../src/proof/consent'
import {
  commandFields,
  fieldNames,
  type PlannedCommand,
  plannedCommand,
  shown,
} from '../../src/proof/criteria/planned-command'
import { workIn } from '../../src/work/work'
import { makeFolder } from '../support/folder'
import { otherFields } from '../support/other-fields'

const said = { command: 'spell prove', look: 'spell lumos', called: ['criterion', 'criteria'], then: '' } as const
const packages = { 'package.json': '{"scripts":{"test":"x"}}', 'lib/package.json': '{"scripts":{"test":"x"}}' }
const plain = plannedCommand({ text: 'npm test' })
const bound = (command: PlannedCommand, { path } = makeFolder(packages)): BoundCommand => {
  const [first] = consentsOf(workIn(path, engineer), [{ command, criterion: 'a', place: 'plan.md:1' }], {
    XDG_STATE_HOME: '/nowhere',
  }).commands
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
    expect(lines[0]).toBe(`1. ${words}`)
    expect(lines).toEqual(expect.arrayContaining(how.map((clause) => `   - ${clause}`)))
    const [detail] = notAllowed(said, [], [changed]).details ?? []
    expect(detail).toBe(how.length > 0 ? `${words} (${how.join(', ')})` : words)
  })
})

describe('consent to a command', () => {
  const before = {
    'package.json': '{"scripts":{"pretest":"a","test":"node t.js","posttest":"b"}}',
    't.js': '',
    Makefile: 'x:',
  }
  const digestIn = (text: string, files: Readonly<Record<string, string>>) =>
    bound(plannedCommand({ text }), makeFolder({ ...before, ...files })).digest

  test.each<[text: string, files: Readonly<Record<string, string>>, isLost: boolean]>([
    ['npm test', { 'package.json': before['package.json'].replace('t.js', 'u.js') }, true],
    ['npm test', { 'package.json': before['package.json'].replace('"a"', '"c"') }, true],
    ['npm test', { 'package.json': before['package.json'].replace('"b"', '"c"') }, true],
    ['npm test', { 'package.json': before['package.json'].replace('}}', ',"other":"x"},"name":"y"}') }, false],
    ['npm test', { 't.js': 'changed' }, false],
    ['node t.js', { 't.js': 'changed' }, false],
    ['make x', { Makefile: 'x: y' }, true],
    ['make x', { 't.js': 'changed' }, false],
  ])('%s: of %j is lost: %s', (text, files, isLost) => {
    expect(digestIn(text, files) !== digestIn(text, {})).toBe(isLost)
  })
})
