import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { cast } from '../../../src/cast/cast'
import { check } from '../../../src/check/check'
import { archivePiece } from '../../../src/commands/new'
import { override } from '../../../src/commands/override'
import { undo } from '../../../src/commands/undo'
import type { Definition } from '../../../src/engine/definition'
import { isState } from '../../../src/engine/place'
import { readHistory } from '../../../src/show/history/history'
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
import { layout } from '../../../src/work/history/layout'
import { tableDigest } from '../../../src/work/history/table-digest'
import { loadState } from '../../../src/work/state/state'
import { workIn } from '../../../src/work/work'
import type { Workflow } from '../../../src/workflow/flow'
import { engineer } from '../../../src/workflows/engineer'
import { workflows } from '../../../src/workflows/registry'
import { castIn, edgeAt, historyFile, stateFile, texts } from '../../support/casting'
import { examine } from '../../support/doctoring'
import { type Folder, makeFolder } from '../../support/folder'
import { failing } from '../../support/posix'
import { doneTask, forge, planned, planOf } from '../../support/team-repository'

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

// The table of tomorrow: rows and states have other names, and one row is gone. What was written by that of today stays honest.

const renamed = {
  rows: { GC2b: 'GC2d', A2: 'A2x' },
  states: { GATHER_EDITING: 'GATHER_PLANNING', ACHIEVE_TASK_DRAFTING: 'ACHIEVE_DRAFT' },
} as const
/** Finite leads from a draft back to planning, today. */
const edge = { from: 'ACHIEVE_TASK_DRAFTING', on: 'finite', to: 'GATHER_EDITING' }

const nameIn = (names: Readonly<Record<string, string>>, name: string) => names[name] ?? name
const state = (name: string) => nameIn(renamed.states, name)
const keyed = <T>(values: Readonly<Record<string, T>> = {}) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [state(name), value]))

const now = engineer
const isEdge = (row: { on: string; to: unknown }, from: string) =>
  row.on === edge.on && row.to === edge.to && from === edge.from
const refusal = { id: 'Z1', from: ['ACHIEVE_DRAFT'], on: edge.on, to: 'same', kind: 'no-op' }
const kept = now.definition.rows.map((row) => ({
  ...row,
  id: nameIn(renamed.rows, row.id),
  from: ([row.from].flat() as string[]).filter((from) => !isEdge(row, from)).map(state),
  to: state(String(row.to)),
}))

const rows = [...kept, refusal]

const tomorrow = (more: Partial<Definition> = {}): Workflow => ({
  ...now,
  definition: {
    ...now.definition,
    states: now.definition.states.map(state),
    rows: rows as unknown as Workflow['definition']['rows'],
    renamed,
    gone: { edges: [edge] },
    ...more,
  } as Workflow['definition'],
  states: { ...now.states, stages: keyed(now.states?.stages) },
  files: { ...now.files, needs: keyed(now.files?.needs) },
})
const changed = tomorrow()
const textsThen = {
  ...texts,
  rows: new Map([
    ...texts.rows,
    ['Z1', { because: 'a draft is not planned again' }],
    ...Object.entries(renamed.rows).map(([id, name]) => [name, texts.rows.get(id) ?? {}] as const),
  ]),
}

const edgeThen = (folder: Folder) => ({ ...edgeAt(folder), texts: textsThen })
const castThen = (folder: Folder, spell: string) =>
  cast(workIn(edgeThen(folder).root, changed), spell, edgeThen(folder))
const checkedBy = async (folder: Folder, workflow: Workflow) =>
  (
    await check(folder.path, {}, new Date(), { requirement: 'any', noOverrides: false }, String, [
      workIn(folder.path, workflow),
    ])
  ).findings
const foundBy = (folder: Folder, workflow: Workflow) =>
  examine({ root: folder.path, workflow, env: {}, now: new Date() })

async function expectHonest(folder: Folder, workflow = changed): Promise<void> {
  expect(await foundBy(folder, workflow)).toEqual([])
  expect(await checkedBy(folder, workflow)).toEqual([])
}

/** Work of today that stands in a state which has another name tomorrow, after a task, and the row that is gone. */
async function workOfToday(): Promise<Folder> {
  const folder = makeFolder()
  await planned(folder, planOf(3))
  await doneTask(folder, 'header')
  await castIn(folder, 'finite')
  return folder
}

test('nothing that is renamed or gone is in the table, and what it is called today is', async () => {
  const all = await Promise.all(workflows.map(async ({ load }) => (await load()).open('task').definition))
  for (const definition of [...all, changed.definition]) {
    const { renamed: names = {}, gone = {}, states, rows: table } = definition
    const ids = new Set(table.map(({ id }) => id))
    const wrong = [
      ...Object.keys(names.rows ?? {}).filter((id) => ids.has(id)),
      ...Object.values(names.rows ?? {}).filter((id) => !ids.has(id)),
      ...Object.keys(names.states ?? {}).filter((name) => states.includes(name)),
      ...Object.values(names.states ?? {}).filter((name) => !states.includes(name)),
      ...(gone.states ?? []).filter((name) => states.includes(name)),
    ]
    expect([definition.name, wrong]).toEqual([definition.name, []])
  }
})

describe('a history of today, under the table of tomorrow', () => {
  test('is honest, and so is every step that follows', async () => {
    const folder = await workOfToday()
    const before = folder.contents()
    await expectHonest(folder)
    expect((await castThen(folder, 'lumos')).outcome).toBe('shown')
    expect((await readHistory(workIn(folder.path, changed))).warnings).toEqual([])
    expect(folder.contents()).toEqual(before)
    for (const spell of ['accio', 'finite', 'accio', 'reparo']) {
      folder.write({ '.ai/task/task.md': '# Task\n\nDo it.\n', '.ai/task/task-results.md': 'Done.\n' })
      await castThen(folder, spell)
      await expectHonest(folder)
    }
    await override(
      workIn(edgeThen(folder).root, changed),
      edgeThen(folder),
      'gather_editing',
      'It has another name now.',
    )
    expect(loadState(folder.path, changed).current).toBe('GATHER_PLANNING')
    await expectHonest(folder)
    await undo(workIn(edgeThen(folder).root, changed), edgeThen(folder))
    await expectHonest(folder)
  })

  test('is found to be illegal if nothing says what became of a step', async () => {
    const folder = await workOfToday()
    const { gone: _, ...rest } = changed.definition
    const silent = { ...changed, definition: rest as Workflow['definition'] }
    const findings = await checkedBy(folder, silent)
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set(['history-walk-illegal']))
  })
})

test('a state under its old name is read, the next step writes the new one, and an undo of old steps leads there', async () => {
  const folder = await workOfToday()
  expect(folder.read(stateFile)).toContain('"current_state": "GATHER_EDITING"')
  expect(loadState(folder.path, changed)).toMatchObject({ current: 'GATHER_PLANNING', byHand: false, unlogged: [] })
  const { undone, to } = await undo(workIn(edgeThen(folder).root, changed), edgeThen(folder))
  expect([undone.from, undone.to, to]).toEqual(['ACHIEVE_DRAFT', 'GATHER_PLANNING', 'ACHIEVE_DRAFT'])
  expect(folder.read(stateFile).split('\n')[1]).toBe('  "current_state": "ACHIEVE_DRAFT",')
  await expectHonest(folder)
})

test('a step that was stopped half-way by the table of today is ended by that of tomorrow', async () => {
  const folder = await workOfToday()
  const lines = folder.read(historyFile)
  folder.write({ [historyFile]: lines.slice(0, lines.trimEnd().lastIndexOf('\n') + 1) })
  expect(loadState(folder.path, changed)).toMatchObject({ byHand: false, unlogged: [{ trigger: 'Finite' }] })
  await castThen(folder, 'accio')
  expect(folder.read(historyFile).startsWith(lines)).toBe(true)
  await expectHonest(folder)
})

test('of a line that this very table has made the row counts; of another the way it leads', async () => {
  const line = (table: string, row: string) => ({
    timestamp: '2026-08-20T15:30:00Z',
    transition: 'GATHER_PLANNING → ACHIEVE_DRAFT',
    trigger: 'Accio',
    row,
    layout,
    table,
  })
  for (const [table, row, isLegal] of [
    [tableDigest(changed.definition), 'G4', true],
    [tableDigest(changed.definition), 'A2x', false],
    ['0123456789ab', 'A2x', true],
  ] as const) {
    const folder = await workOfToday()
    await forge(folder, (all) => [...all, line(table, row)])
    expect([table, row, (await followHistory(folder.path, changed)).illegal === undefined]).toEqual([
      table,
      row,
      isLegal,
    ])
  }
  const folder = await workOfToday()
  await forge(folder, (all) => [
    ...all,
    { ...line('0123456789ab', 'Z9'), transition: 'GATHER_PLANNING → ACHIEVE_COMPLETE' },
  ])
  expect((await followHistory(folder.path, changed)).illegal).toBeDefined()
})

describe('a state that the table has no more', () => {
  const without = (name: string): Workflow => {
    const states = changed.definition.states.filter((known) => known !== name)
    return tomorrow({ states, gone: { states: [name], edges: [edge] } })
  }

  test('in which work stands stops every spell, and says so', async () => {
    const folder = await workOfToday()
    folder.write({ '.ai/task/task.md': '# Task\n\nDo it.\n' })
    await castIn(folder, 'accio')
    await castIn(folder, 'accio')
    const { current } = loadState(folder.path, engineer)
    const gone = without(current)
    expect(isState(gone.definition, current)).toBe(false)
    const failure = await failing(() => loadState(folder.path, gone))
    expect(failure).toMatchObject({ exitCode: 5, code: 'state-unreadable', message: /has no more/ })
  })

  test('in a backup is no damage, and nothing goes back there', async () => {
    const folder = await workOfToday()
    folder.write({ '.ai/task/task.md': '# Task\n\nDo it.\n' })
    await castIn(folder, 'accio')
    await castIn(folder, 'accio')
    const { history } = loadState(folder.path, engineer)
    const from = history.at(-1)?.transition.split(' → ')[0] ?? ''
    const gone = without(state(from))
    const names = { ...gone, definition: { ...gone.definition, gone: { states: [from, state(from)], edges: [edge] } } }
    expect((await foundBy(folder, names as Workflow)).map(({ code }) => code)).not.toContain('backup-unreadable')
    expect(await failing(() => undo(workIn(edgeThen(folder).root, names as Workflow), edgeThen(folder)))).toMatchObject(
      { code: 'cannot-undo' },
    )
  })
})
