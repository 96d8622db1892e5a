import { readTail } from '../../../src/work/history/tail'
import { isBlank, linesOf, withoutBlankLines } from '../../../src/work/history/text-lines'
import { proofsPath, readProofs } from '../../../src/work/proof-log'
import { engineer } from '../../../src/workflows/engineer'
import { addProof, sampleProof } from '../../support/add-proof'
import { castIn, historyFile, work } from '../../support/casting'
import { makeFolder } from '../../support/folder'

const endings = ['\n', '\n\n\n', '\r\n', '\r\n\r\n', '  \n', '\n\t', ' '.repeat(2000), '\n'.repeat(2000)]

test('a line of spaces is blank', () => {
  expect(['', ' ', '\t\r'].map(isBlank)).toEqual([true, true, true])
  expect(isBlank(' a')).toBe(false)
})

test.each([
  ['a\n\n', 'a\n'],
  ['a\r\n\r\n', 'a\r\n'],
  ['a\n  ', 'a\n'],
  ['a\n\nb\n', 'a\n\nb\n'],
  ['\n \n', ''],
  // A torn line may end with a space.
  ['a\nb ', 'a\nb '],
  ['a \n', 'a \n'],
])('%j without its blank lines is %j', (text, written) => {
  expect(withoutBlankLines(text)).toBe(written)
})

const cases = endings.map((ending) => [JSON.stringify(ending).slice(0, 20), ending])
describe.each(cases)('a history to which %s was added', (_, ending) => {
  test('has the same lines and the same end, and the next step drops it', async () => {
    const folder = await work()
    const before = folder.read(historyFile)
    const { isPadded, ...end } = readTail(folder.path, historyFile) ?? {}
    const lines = [...linesOf(folder.path, historyFile)]
    expect(isPadded).toBe(false)

    folder.write({ [historyFile]: before + ending })
    expect(readTail(folder.path, historyFile)).toEqual({ ...end, isPadded: true })
    expect([...linesOf(folder.path, historyFile)]).toEqual(lines)

    folder.write({ '.ai/task/task-results.md': 'Done.\n' })
    await castIn(folder, 'accio')
    const after = folder.read(historyFile)
    expect(after.slice(0, before.length)).toBe(before)
    expect(after.slice(before.length).split('\n')).toHaveLength(2)
  })
})

test.each(endings)('proofs to which %j was added are the same, and the next one drops it', (ending) => {
  const folder = makeFolder({ '.ai/task/plan.md': '', '.ai/.local/.gitignore': '*\n' })
  const path = proofsPath(engineer)
  addProof(folder.path, engineer, sampleProof)
  const before = folder.read(path)
  folder.write({ [path]: before + ending })
  expect(readProofs(folder.path, engineer, '0123abcd')).toMatchObject({ proofs: [{ ms: 12 }] })
  expect(readProofs(folder.path, engineer, '0123abcd').fault).toBeUndefined()
  const second = addProof(folder.path, engineer, sampleProof)
  expect(folder.read(path)).toBe(`${before}${JSON.stringify(second)}\n`)
})
