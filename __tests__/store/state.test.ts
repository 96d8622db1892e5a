import fc from 'fast-check'
import { commit } from '../../src/store/commit'
import { historyPath, type Line, loadState, parseState, record, type Saved, statePath } from '../../src/store/state'
import { engineer } from '../../src/workflows/engineer'
import { failing } from '../support/failing'
import { makeFolder } from '../support/folder'

const now = new Date('2026-08-20T15:30:00.500Z')
const state = '.ai/task/state.json'
const history = '.ai/task/history.jsonl'

const line = (more: Partial<Line> = {}): Line => ({
  timestamp: '2025-08-20T15:30:00Z',
  transition: 'GATHER_NEEDS_CONTEXT → GATHER_EDITING_CONTEXT',
  trigger: 'Accio',
  ...more,
})

/** Loads the state of a folder that has these files. */
const load = (files: Readonly<Record<string, string>>) => loadState(makeFolder(files).path, engineer)

describe('the state', () => {
  test('lives in the folder of the workflow, beside its history', () => {
    expect([statePath(engineer), historyPath(engineer)]).toEqual([state, history])
  })

  test('is the very start where there is nothing', () => {
    expect(load({})).toEqual({ current: 'GATHER_NEEDS_CONTEXT', context: {}, history: [], rest: {} })
  })

  test('is what a file written by hand says', () => {
    expect(load({ [state]: '{"current_state":"ACHIEVE_COMPLETE"}' })).toEqual({
      current: 'ACHIEVE_COMPLETE',
      context: {},
      history: [],
      rest: {},
    })
  })

  test('is read from the example of the specification', () => {
    const text = `{
      "current_state": "GATHER_EDITING_CONTEXT",
      "context": {},
      "history": [
        { "timestamp": "2025-08-20T15:30:00Z", "transition": "GATHER_NEEDS_CONTEXT → GATHER_EDITING_CONTEXT", "trigger": "Accio" }
      ]
    }`
    const saved = { current: 'GATHER_EDITING_CONTEXT', context: {}, history: [line()], rest: {}, unlogged: [line()] }
    expect(load({ [state]: text })).toEqual(saved)
    expect(load({ [state]: `\uFEFF${text.replaceAll('\n', '\r\n')}` })).toEqual(saved)
  })

  test('keeps what others have written into the file', () => {
    const saved = load({ [state]: '{"version":3,"current_state":"GATHER_EDITING","context":{"a":1},"team":["b"]}' })
    expect(saved).toMatchObject({ context: { a: 1 }, rest: { version: 3, team: ['b'] } })
  })

  test.each([
    ['an empty file', '', 'is empty'],
    ['white space', ' \r\n\t', 'is empty'],
    ['no JSON', 'GATHER_EDITING', 'is not valid JSON in line 1'],
    ['JSON that breaks off', '{\n  "current_state": "GATHER_EDITING",\n', 'is not valid JSON in line 3'],
    ['a merge conflict', '{\n<<<<<<< HEAD\n', 'is not valid JSON in line 2'],
    ['a list', '[]', 'is not a JSON object'],
    ['null', 'null', 'is not a JSON object'],
    ['a text', '"GATHER_EDITING"', 'is not a JSON object'],
    ['no state', '{}', 'has no current_state'],
    ['a state that is a number', '{"current_state":1}', 'has no current_state'],
    ['an unknown state', '{"current_state":"PLANNING"}', 'names a current_state that does not exist'],
    ['a state in lower case', '{"current_state":"gather_editing"}', 'names a current_state that does not exist'],
    [
      'a context that is a list',
      '{"current_state":"GATHER_EDITING","context":[]}',
      'has a context that is not an object',
    ],
    [
      'a history that is an object',
      '{"current_state":"GATHER_EDITING","history":{}}',
      'has a history that is not a list',
    ],
    [
      'a history line without a trigger',
      JSON.stringify({ current_state: 'GATHER_EDITING', history: [line(), { ...line(), trigger: undefined }] }),
      'has a history whose entry 2 lacks a timestamp, transition or trigger',
    ],
    [
      'a history line that is null',
      '{"current_state":"GATHER_EDITING","history":[null]}',
      'has a history whose entry 1 lacks a timestamp, transition or trigger',
    ],
  ])('%s is unreadable', async (_, text, problem) => {
    expect(await failing(() => load({ [state]: text }))).toEqual({
      exitCode: 5,
      code: 'state-unreadable',
      message: `.ai/task/state.json ${problem}.`,
      fix: 'git restore .ai/task/state.json   # or put all of it away: spell new --yes',
    })
  })

  test('a folder in place of the file is unreadable', async () => {
    expect(await failing(() => load({ [`${state}/file`]: '' }))).toMatchObject({
      exitCode: 5,
      code: 'state-unreadable',
    })
  })

  test('a file that was removed while its history is left is unreadable', async () => {
    expect(await failing(() => load({ [history]: '' }))).toMatchObject({ exitCode: 5, code: 'state-removed' })
  })

  test('any text is either read or refused', async () => {
    const values = fc.oneof(fc.constantFrom('GATHER_EDITING', 'ACHIEVE_COMPLETE'), fc.jsonValue({ maxDepth: 2 }))
    const documents = fc.record({ current_state: values, context: values, history: values }, { requiredKeys: [] })
    const texts = fc.oneof(
      documents.map((document) => JSON.stringify(document)),
      fc.json(),
      fc.string({ unit: 'binary' }),
    )
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const read = async () => parseState(text, engineer)
        const failure = await failing(read).catch(() => undefined)
        if (failure) expect(failure).toMatchObject({ exitCode: 5, code: 'state-unreadable' })
        else expect(engineer.definition.states).toContain((await read()).current)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a step', () => {
  const saved: Saved = { current: 'GATHER_NEEDS_CONTEXT', context: {}, history: [], rest: {} }

  test('is a line in both histories, with the state written last', () => {
    const written = { ...line({ timestamp: '2026-08-20T15:30:00Z' }), row: 'GC1', note: 'Go' }
    expect(record(engineer, saved, 'GATHER_EDITING_CONTEXT', 'accio', now, { row: 'GC1', note: 'Go' })).toEqual([
      { do: 'append', path: history, line: JSON.stringify(written) },
      {
        do: 'replace',
        path: state,
        text: `${JSON.stringify({ current_state: 'GATHER_EDITING_CONTEXT', context: {}, history: [written] }, null, 2)}\n`,
      },
    ])
  })

  test('carries over the history that only a state written by hand has', () => {
    const byHand = { current_state: 'GATHER_EDITING', history: [line(), line({ trigger: 'Finite' })] }
    const { path, read } = makeFolder({ [state]: JSON.stringify(byHand) })
    for (const row of ['G2', 'A1']) {
      commit(path, record(engineer, loadState(path, engineer), 'GATHER_EDITING', 'accio', now, { row }))
    }
    const triggers = read(history)
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text).trigger)
    expect(triggers).toEqual(['Accio', 'Finite', 'Accio', 'Accio'])
  })

  test('keeps the last 50 lines in the state and all of them in the history', () => {
    const { path, read } = makeFolder()
    for (let count = 1; count <= 60; count++) {
      commit(path, record(engineer, loadState(path, engineer), 'GATHER_EDITING', 'accio', now, { row: `R${count}` }))
    }
    const rows = (lines: readonly Line[]) => lines.map(({ row }) => Number(row?.slice(1)))
    expect(rows(loadState(path, engineer).history)).toEqual(Array.from({ length: 50 }, (_, index) => index + 11))
    const all = read(history).trimEnd().split('\n')
    expect(rows(all.map((text) => JSON.parse(text)))).toEqual(Array.from({ length: 60 }, (_, index) => index + 1))
  })

  test('whatever was in the file is in it again, but for the state and its history', () => {
    const foreign = fc.dictionary(
      fc.string().filter((key) => !['current_state', 'context', 'history'].includes(key)),
      fc.jsonValue(),
    )
    const lines = fc.array(fc.record({ timestamp: fc.string(), transition: fc.string(), trigger: fc.string() }), {
      maxLength: 60,
    })
    fc.assert(
      fc.property(foreign, fc.dictionary(fc.string(), fc.jsonValue()), lines, (rest, context, past) => {
        const before = JSON.stringify({ ...rest, current_state: 'GATHER_EDITING', context, history: past })
        const changes = record(engineer, parseState(before, engineer), 'ACHIEVE_TASK_DRAFTING', 'accio', now, {})
        const written = changes.find((change) => change.do === 'replace')?.text ?? ''
        const after = parseState(written, engineer)
        const plain = JSON.parse(before)
        expect(after.current).toBe('ACHIEVE_TASK_DRAFTING')
        expect(after.context).toEqual(plain.context)
        expect(after.history.slice(0, -1)).toEqual(plain.history.slice(-49))
        for (const [key, value] of Object.entries(after.rest)) expect(value).toEqual(plain[key])
        expect(Object.keys(after.rest).sort()).toEqual(Object.keys(rest).sort())
      }),
    )
  })
})
