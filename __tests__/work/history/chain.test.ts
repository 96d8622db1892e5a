import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { archivePiece } from '../../../src/commands/new'
import { override } from '../../../src/commands/override'
import { undo } from '../../../src/commands/undo'
import { areWhole, followHistory } from '../../../src/work/history/chain'
import { effectiveSteps } from '../../../src/work/history/effective-steps'
import { chainedEntry } from '../../../src/work/history/entry-digest'
import {
  type HistoryLine,
  isDigest,
  isInside,
  parseLine,
  parseTransition,
  printLine,
} from '../../../src/work/history/history-line'
import { workIn } from '../../../src/work/work'
import { engineer } from '../../../src/workflows/engineer'
import { castIn, edgeAt } from '../../support/casting'
import { type Folder, makeFolder } from '../../support/folder'

const history = '.ai/task/history.jsonl'
const follow = ({ path }: Folder) => followHistory(path, engineer)

/** A history with a line of every kind. */
async function everyKind(): Promise<Folder> {
  const folder = makeFolder()
  await castIn(folder, 'accio', 'a note')
  await castIn(folder, 'accio')
  await archivePiece(workIn(folder.path, engineer), edgeAt(folder), async () => true)
  await undo(workIn(folder.path, engineer), edgeAt(folder))
  await override(workIn(folder.path, engineer), edgeAt(folder), 'achieve_complete', 'It is done.')
  await castIn(folder, 'finite')
  return folder
}

test('a history of real steps is whole, whatever they were', async () => {
  const folder = await everyKind()
  expect(await follow(folder)).toMatchObject({ lines: 6, torn: false })
  const { broken, unchained, illegal, newest } = await follow(folder)
  expect({ broken, unchained, illegal }).toEqual({})
  expect(newest.map(({ trigger }) => trigger)).toEqual(['Accio', 'Accio', 'New', 'Undo', 'Override', 'Finite'])
  expect(areWhole(newest)).toBe(true)
})

test('every character of it that is changed is found', async () => {
  const folder = await everyKind()
  const text = folder.read(history)
  const missed: number[] = []
  for (let index = 0; index < text.length; index += 7) {
    if (text[index] === '\n') continue
    folder.write({ [history]: `${text.slice(0, index)}${text[index] === 'x' ? 'y' : 'x'}${text.slice(index + 1)}` })
    const { broken, unchained } = await follow(folder)
    if (broken === undefined && unchained === undefined) missed.push(index)
  }
  expect(missed).toEqual([])
})

test('a line that is left out, put in, or in the wrong order is found', async () => {
  const folder = await everyKind()
  const lines = folder.read(history).trimEnd().split('\n')
  for (let index = 1; index < lines.length; index++) {
    const [line = '', before = ''] = [lines[index], lines[index - 1]]
    const damages = [
      lines.toSpliced(index - 1, index === 1 ? 0 : 1, ...(index === 1 ? [line] : [])),
      lines.toSpliced(index, 0, before),
      lines.toSpliced(index - 1, 2, line, before),
    ]
    for (const damaged of damages) {
      folder.write({ [history]: `${damaged.join('\n')}\n` })
      expect((await follow(folder)).unchained).toBeDefined()
    }
  }
})

test('garbage is found with the number of its line', async () => {
  const folder = await everyKind()
  appendFileSync(join(folder.path, history), 'garbage\n')
  expect(await follow(folder)).toMatchObject({ lines: 7, broken: 7 })
})

test('a last line that was cut off is found', async () => {
  const folder = await everyKind()
  appendFileSync(join(folder.path, history), '{"timestamp":"2026')
  expect(await follow(folder)).toMatchObject({ torn: true })
})

test('a step that the table does not have is found, though its chain is whole', async () => {
  const folder = makeFolder()
  await castIn(folder, 'accio')
  const [first] = (await follow(folder)).newest
  const said = { timestamp: 'now', transition: 'GATHER_EDITING_CONTEXT → ACHIEVE_COMPLETE', trigger: 'Accio' }
  appendFileSync(join(folder.path, history), `${printLine(chainedEntry(said, first))}\n`)
  expect(await follow(folder)).toMatchObject({ illegal: 2 })
  expect((await follow(folder)).unchained).toBeUndefined()
})

test('if there is none nothing is wrong', async () => {
  expect(await follow(makeFolder())).toEqual({ lines: 0, newest: [], torn: false })
})

test('an undo of a step that is not there is no step of the workflow, unless lines before are lost', async () => {
  const folder = await everyKind()
  const lines = folder.read(history).trimEnd().split('\n')
  const last = JSON.parse(lines.at(-1) ?? '')
  const { to } = parseTransition(last)
  const forged = chainedEntry(
    {
      timestamp: last.timestamp,
      transition: `${to} → GATHER_EDITING`,
      trigger: 'Undo',
      row: 'undo',
      undoes: '1'.repeat(64),
    },
    last,
  )
  folder.write({ [history]: `${lines.join('\n')}\n${printLine(forged)}` })
  expect(await follow(folder)).toMatchObject({ illegal: 7 })
  folder.write({ [history]: `${lines.slice(3).join('\n')}\n${printLine(forged)}` })
  expect((await follow(folder)).illegal).toBeUndefined()
})

const line = (digest: string, trigger = 'Accio', undoes?: string): HistoryLine => ({
  timestamp: '2026-08-20T15:30:00Z',
  transition: 'A → B',
  trigger,
  digest,
  ...(undoes && { undoes }),
})
const standing = (...lines: HistoryLine[]) => effectiveSteps(lines).map(({ digest }) => digest)

test('without an undo every step stands, the newest first', () => {
  expect(standing(line('a'), line('b', 'New'), line('c', 'Override'), line('d', 'Doctor'))).toEqual([
    'd',
    'c',
    'b',
    'a',
  ])
})

test('what was taken back stands no more, nor does what took it back', () => {
  expect(standing(line('a'), line('b'), line('c', 'Undo', 'b'))).toEqual(['a'])
  expect(standing(line('a'), line('b'), line('c', 'Undo', 'b'), line('d', 'Undo', 'a'))).toEqual([])
})

test('what was cast after an undo stands before what was left', () => {
  expect(standing(line('a'), line('b'), line('c', 'Undo', 'b'), line('d'))).toEqual(['d', 'a'])
})

test('of a line that is older than those that are kept only the undo is seen', () => {
  expect(standing(line('c', 'Undo', 'b'), line('d'))).toEqual(['d'])
})

test('a line that a user has written by hand, without a digest, stands', () => {
  const { digest: _, ...byHand } = line('')
  expect(effectiveSteps([byHand])).toEqual([byHand])
})

const digest = '0123456789abcdef'.repeat(4)

test('a digest is 64 hexadecimal digits, each of them', () => {
  expect(isDigest(digest)).toBe(true)
  for (const wrong of ['g', 'A', '/', ':', '`', ' ']) {
    for (let index = 0; index < digest.length; index++)
      expect(isDigest(`${digest.slice(0, index)}${wrong}${digest.slice(index + 1)}`)).toBe(false)
  }
  expect([digest.slice(1), `${digest}0`, undefined, 64].map(isDigest)).toEqual([false, false, false, false])
})

// biome-ignore format: in one paragraph
test.each([
  ['.ai/task/task.md', true], ['.ai/task/a\\b.md', true], [`.ai/${'n'.repeat(255)}/file`, true],
  [`.ai/${'n'.repeat(256)}/file`, false], ['.ai', false], ['src/index.ts', false], ['.ai/../index.ts', false],
  ['.ai/task\\..\\..\\index.ts', false], ['.ai//task.md', false], ['.ai/./task.md', false], ['.ai/task\0.md', false],
  [undefined, false],
])('that %j stays in .ai/: %s', (path, inside) => {
  expect(isInside(path)).toBe(inside)
})

test.each([1, 0, -1, 1.5, 2 ** 53, '1'])('whether %j is the number of a line', (number) => {
  const line = { timestamp: '2026-08-20T15:30:00Z', transition: 'A → B', trigger: 'Accio', number }
  expect(parseLine(JSON.stringify(line)) !== undefined).toBe(number === 1)
})
