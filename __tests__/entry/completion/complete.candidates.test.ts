import fc from 'fast-check'
import type { Command } from '../../../src/cli/command'
import { globalOptions } from '../../../src/cli/options'
import { type Candidates, candidatesFor, readLine } from '../../../src/entry/completion/complete'
import { often } from '../../support/proving'
import { withSureShare } from '../../support/random'

const write: Command = {
  name: 'write',
  summary: 'writes',
  argument: { name: 'color', help: 'which', choices: ['red', 'rose', 'blue'] },
  options: [
    { key: 'noteFile', flag: '--note-file', value: 'FILE', help: 'from a file' },
    { key: 'permit', flag: '--permit', value: 'WHETHER', help: 'whether', choices: ['yes', 'no'] },
    { key: 'agents', flag: '--agents', value: 'LIST', help: 'whose', known: ['ada', 'alan', 'grace'] },
    { key: 'reason', flag: '--reason', value: 'TEXT', help: 'why' },
  ],
  run: async () => undefined,
}
const commands = [
  { word: 'write', about: 'writes' },
  { word: 'accio', alias: 'next', about: 'goes on' },
  { word: 'new', about: 'starts again' },
]
const named = (name: string | undefined) => (name === 'write' ? write : undefined)

/** What is offered at the end of a line that is split at its spaces. */
function offered(line: string): Candidates {
  const words = line.split(' ').slice(1)
  const read = readLine(words.slice(0, -1), words.at(-1) ?? '', (name) => named(name)?.options ?? [])
  return candidatesFor(read, named(read.command), commands)
}
const words = (line: string): readonly string[] | string => {
  const found = offered(line)
  return typeof found === 'string' ? found : found.map(({ word }) => word)
}

const globals = globalOptions.map(({ flag }) => flag)
const own = write.options.map(({ flag }) => flag)

describe('offers', () => {
  test.each<[line: string, words: readonly string[] | string]>([
    // Where a command stands.
    ['spell ', ['write', 'accio', 'new']],
    ['spell w', ['write']],
    ['spell n', ['next', 'new']],
    ['spell x', []],
    ['spell -', [...globals, '--help', '--version']],
    ['spell --cwd /tmp w', ['write']],
    // Where its argument stands.
    ['spell write ', ['red', 'rose', 'blue']],
    ['spell write r', ['red', 'rose']],
    ['spell write --permit yes b', ['blue']],
    ['spell write red b', []],
    // Options, each but once.
    ['spell write --', [...own, ...globals, '--help']],
    ['spell write --pe', ['--permit']],
    ['spell write --permit yes --pe', []],
    ['spell write red ', [...own, ...globals, '--help']],
    // Values.
    ['spell write --permit ', ['yes', 'no']],
    ['spell write --permit=n', ['--permit=no']],
    ['spell write --reason ', []],
    ['spell --for ', ['ai', 'developer', 'both']],
    ['spell write --agents ', ['ada', 'alan', 'grace']],
    ['spell write --agents ada,', ['ada,alan', 'ada,grace']],
    ['spell write --agents=alan,a', ['--agents=alan,ada']],
    ['spell write --agents x,g', ['x,grace']],
    // Paths are the shell's.
    ['spell --cwd ', 'directory'],
    ['spell --cwd=x', 'directory'],
    ['spell write --note-file a', 'file'],
    // A switch has no value, and an unknown option has no known one.
    ['spell write --quiet=', []],
    ['spell write --unknown=', []],
    ['spell write --unknown r', ['red', 'rose']],
    // A command that there is not.
    ['spell abracadabra ', []],
    // The option of a command is none before it.
    ['spell --permit y', []],
  ])('after "%s" %j', (line, expected) => {
    expect(words(line)).toEqual(expected)
  })

  test('the same where the shell has split at the sign of equality', () => {
    expect(words('spell --for = d')).toEqual(['developer'])
    expect(words('spell --for = ai w')).toEqual(['write'])
    expect(words('spell --cwd = /tmp write --permit = n')).toEqual(['no'])
    expect(words('spell write = b')).toEqual([])
  })

  test('with what each does', () => {
    expect(offered('spell ne')).toEqual([
      { word: 'next', about: 'goes on' },
      { word: 'new', about: 'starts again' },
    ])
    expect(offered('spell write --pe')).toEqual([{ word: '--permit', about: 'whether' }])
    expect(offered('spell write re')).toEqual([{ word: 'red', about: '' }])
  })
})

test.each([
  ['spell --cwd /a write ', '/a'],
  ['spell --cwd=/a write ', '/a'],
  ['spell --cwd = /a write ', '/a'],
  ['spell write --cwd /a --cwd /b ', '/b'],
  ['spell write --reason --cwd /a', undefined],
  ['spell write --cwd ', undefined],
])('in "%s" the folder is %s', (line, cwd) => {
  const words = line.split(' ').slice(1)
  expect(readLine(words.slice(0, -1), words.at(-1) ?? '', () => write.options).values.cwd).toBe(cwd)
})

test('whatever is written, what is offered begins like it', async () => {
  // biome-ignore format: in one paragraph
  const part = fc.constantFrom(
    'write', 'accio', '--for', '--for=a', '=', '--agents', 'a', '', '--', '-', '--cwd', 'ada,',
  )
  const line = fc.array(fc.oneof({ weight: 3, arbitrary: part }, fc.string()), { maxLength: 6 })
  let offers = 0
  await withSureShare(
    fc.property(line, part, (before, current) => {
      const read = readLine(before, current, (name) => named(name)?.options ?? [])
      const found = candidatesFor(read, named(read.command), commands)
      if (typeof found === 'string') return
      offers += found.length
      for (const { word } of found) expect(word.startsWith(current)).toBe(true)
      expect(new Set(found.map(({ word }) => word)).size).toBe(found.length)
    }),
    often(2000),
    () => expect(offers).toBeGreaterThan(often(1000) / 4),
  )
})
