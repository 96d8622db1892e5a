import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { givenText as givenIn } from '../../src/commands/given-words'
import { makeFolder } from '../support/folder'
import { testOnPosix } from '../support/posix'

const said = new TextEncoder().encode('said')
const givenText = (source: string, most: number, fix: string) => givenIn(source, most, fix, { stdin: () => said })

const file = (content: string | Uint8Array) => {
  const path = join(makeFolder().path, 'given.txt')
  writeFileSync(path, content)
  return path
}

test('a file is read as it is, without a byte order mark', () => {
  expect(givenText(file('\uFEFFgrün\r\n'), 100, 'fix')).toBe('grün\r\n')
})

test('so is what is said on stdin', () => {
  expect(givenText('-', 4, 'fix')).toBe('said')
  expect(() => givenText('-', 3, 'fix')).toThrow('stdin is larger than')
})

test('what is longer than it may be is refused, counted in bytes', () => {
  expect(givenText(file('ü'.repeat(50)), 100, 'fix')).toHaveLength(50)
  expect(() => givenText(file('ü'.repeat(51)), 100, 'fix')).toThrow(
    expect.objectContaining({ code: 'too-large', exitCode: 2, fix: 'fix' }),
  )
  expect(() => givenText(file('a'.repeat(64 * 1024 + 1)), 64 * 1024, 'fix')).toThrow('is larger than 64 KiB.')
})

test.each([
  ['nothing', 'nowhere.json'],
  ['a folder', '.'],
])('%s is refused', (_, source) => {
  expect(() => givenText(join(makeFolder().path, source), 100, 'fix')).toThrow(
    expect.objectContaining({ code: 'file-unreadable', exitCode: 2 }),
  )
})

test('what is no text is refused, and not fixed', () => {
  expect(() => givenText(file(new Uint8Array([0x22, 0xff, 0xfe, 0x22])), 100, 'fix')).toThrow(
    expect.objectContaining({ code: 'not-text', exitCode: 2 }),
  )
})

testOnPosix('what has no end is not read to its end', () => {
  expect(() => givenText('/dev/zero', 1024 * 1024, 'fix')).toThrow('/dev/zero is larger than 1 MiB.')
})
