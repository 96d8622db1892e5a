import { join } from 'node:path'
import { filesNamed } from '../../src/proof/named-files'
import { type PlannedCommand, plannedCommand } from '../../src/workflow/criteria/planned-command'
import { engineer } from '../../src/workflows/engineer'
import { makeFolder } from '../support/folder'

const files = { 'a.js': '', 'src/b c.js': '', 'src/d.test.py': '', 'src/bin/e': '', '.ai/task/plan.md': '' }
const filesOf = (text: string, more: Partial<PlannedCommand> = {}) =>
  filesNamed({ root: makeFolder(files).path, flow: engineer }, plannedCommand({ text, ...more }))

test.each([
  ['node ./a.js a.js', ['a.js']],
  ['node "src/b c.js"', ['src/b c.js']],
  ['node --require=a.js --import=./src/../a.js', ['a.js']],
  ['x a=b=a.js', ['a.js']],
  ['curl @a.js', ['a.js']],
  ['x -ra.js', ['a.js']],
  ['pytest src/d.test.py::test_export', ['src/d.test.py']],
  ['jest a.js:10:2', ['a.js']],
  ['./src/bin/e --fast', ['src/bin/e']],
  ["sh -c 'cd src && ./bin/e'", ['src/bin/e']],
  ['node src', []],
  ['node ../a.js', []],
  ['cat .ai/task/plan.md', []],
  ['/bin/sh -x', []],
])('a command names files: %s', (text, expected) => {
  expect(filesOf(text)).toEqual(expected)
})

test.each([
  ['F=a.js; node $F', ['a.js']],
  ['sh < src/bin/e', ['src/bin/e']],
  ['for f in a.js "src/b c.js"; do node $f; done', ['a.js', 'src/b c.js']],
  ['(cd src; node "b c.js") && cat <(./src/bin/e)', ['src/b c.js', 'src/bin/e']],
  ['echo "$(node a.js)"', ['a.js']],
])('a text for a shell does, too: %s', (text, expected) => {
  expect(filesOf(text, { kind: 'shell' })).toEqual(expected)
})

test('from where it runs, and without a report that it has to write', () => {
  expect(filesOf('node "b c.js" ../a.js', { folder: 'src' })).toEqual(['a.js', 'src/b c.js'])
  const { path } = makeFolder(files)
  const absolute = plannedCommand({ text: `node ${JSON.stringify(join(path, 'a.js'))}`, folder: 'src' })
  expect(filesNamed({ root: path, flow: engineer }, absolute)).toEqual(['a.js'])
  expect(filesOf('x --out=a.js', { expect: [{ kind: 'tests', least: 1, file: 'a.js' }] })).toEqual([])
  expect(filesOf('\0 ='.repeat(5_000))).toEqual([])
})
