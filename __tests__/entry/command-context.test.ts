import { timingOf } from '../../src/entry/command-context'
import { makeFolder } from '../support/folder'
import { spell } from '../support/packed-program'

test('each part takes the time since the one before, and comes once, in the order of the first time', () => {
  const times = [20, 21.5, 21.6, 25]
  const { mark, report } = timingOf(() => times.shift() ?? Number.NaN)
  for (const part of ['boot', 'load', 'reduce', 'load']) mark(part)
  expect(report()).toBe('boot 20.0 ms, load 4.9, reduce 0.1')
})

test.each([
  ['lumos', /^spell: boot \d+\.\d ms, load \d+\.\d, probe \d+\.\d, reduce \d+\.\d, print \d+\.\d\n$/],
  ['accio', /^spell: boot \d+\.\d ms, load \d+\.\d, probe \d+\.\d, reduce \d+\.\d, commit \d+\.\d, print \d+\.\d\n$/],
])('spell %s --timing says on stderr where the time went', (name, line) => {
  const folder = makeFolder()
  const { stdout, stderr } = spell(folder.path, [name, '--timing'])
  expect(stderr).toMatch(line)
  expect(stdout).toContain('##')
  expect(stdout).not.toContain('boot')
})

test('the guard says it, too', () => {
  const { stderr } = spell(makeFolder().path, ['guard', 'tool', '--timing'])
  expect(stderr).toMatch(/^spell: boot \d+\.\d ms, judge \d+\.\d, print \d+\.\d\n$/)
})
