import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type HistoryLine, historyPath, statePath } from '../../../src/work/history/history-line'
import { layout } from '../../../src/work/history/layout'
import { commit } from '../../../src/work/state/commit'
import { loadState, type Saved, seeStill } from '../../../src/work/state/state'
import { parseState, printState } from '../../../src/work/state/state-document'
import { engineer } from '../../../src/workflows/engineer'
import { makeFolder } from '../../support/folder'
import { failing } from '../../support/posix'
import { often } from '../../support/proving'
import { anyCharacter } from '../../support/random'

const now = new Date('2026-08-20T15:30:00.500Z')
const source = { now, head: () => undefined, newWork: () => '0a1b2c3d' }
const state = '.ai/task/state.json'
const history = '.ai/task/history.jsonl'

/** A state file that has this, too. */
const and = (more: string) => `{"current_state":"GATHER_EDITING",${more}}`
const lacks = (entry: number) => `has a history whose entry ${entry} lacks a timestamp, transition or trigger`

const line = (more: Partial<HistoryLine> = {}): HistoryLine => ({
  timestamp: '2025-08-20T15:30:00Z',
  transition: 'GATHER_NEEDS_CONTEXT → GATHER_EDITING_CONTEXT',
  trigger: 'Accio',
  ...more,
})

const untriggered = JSON.stringify({ ...line(), trigger: undefined })

const load = (files: Readonly<Record<string, string>>) => loadState(makeFolder(files).path, engineer)

describe('the state', () => {
  const nothing = { context: {}, history: [], rest: {}, relation: 'agree', unlogged: [], byHand: false }

  test('lives in the folder of the workflow, beside its history', () => {
    expect([statePath(engineer), historyPath(engineer)]).toEqual([state, history])
  })

  test('is the very start if there is nothing', () => {
    expect(load({})).toEqual({ ...nothing, current: 'GATHER_NEEDS_CONTEXT', version: '' })
  })

  test('is what a file written by hand says', () => {
    const said = { current: 'ACHIEVE_COMPLETE', version: expect.stringMatching(/./) }
    expect(load({ [state]: '{"current_state":"ACHIEVE_COMPLETE"}' })).toEqual({ ...nothing, ...said })
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
    expect(load({ [state]: text })).toMatchObject({ ...saved, byHand: true })
    expect(load({ [state]: `\uFEFF${text.replaceAll('\n', '\r\n')}` })).toMatchObject(saved)
  })

  test.each([
    ['an empty file', '', 'is empty'],
    ['no JSON', 'GATHER_EDITING', 'is not valid JSON in line 1'],
    ['JSON that breaks off', '{\n  "current_state": "GATHER_EDITING",\n', 'is not valid JSON in line 3'],
    ['a list', '[]', 'is not a JSON object'],
    ['no state', '{}', 'has no current_state'],
    ['a state that is a number', '{"current_state":1}', 'has no current_state'],
    ['an unknown state', '{"current_state":"PLANNING"}', 'names a current_state that does not exist'],
    ['a context that is a list', and('"context":[]'), 'has a context that is not an object'],
    ['a history that is an object', and('"history":{}'), 'has a history that is not a list'],
    ['a line without a trigger', and(`"history":[${JSON.stringify(line())},${untriggered}]`), lacks(2)],
    ['a line that is null', and('"history":[null]'), lacks(1)],
    ['a state that is there twice', and('"context":{},"current_state":"ACHIEVE_COMPLETE"'), 'has current_state twice'],
    ['a key of the context that is there twice', and('"context":{"a":[{"b":1,"c":2,"b":3}]}'), 'has b twice'],
    ['a key of a line that is there twice', and('"history":[{"trigger":"","a":"","trigger":""}]'), 'has trigger twice'],
    ['a state that is there twice, once in disguise', and('"current\\u005fstate":"x"'), 'has current_state twice'],
  ])('%s is unreadable', async (_, text, problem) => {
    expect(await failing(() => load({ [state]: text }))).toEqual({
      exitCode: 5,
      code: 'state-unreadable',
      message: `.ai/task/state.json ${problem}.`,
      fix: 'spell doctor --fix',
    })
  })

  test('is in conflict where git has left its markers, and the doctor tells of both sides', async () => {
    expect(await failing(() => load({ [state]: '{\n<<<<<<< HEAD\n=======\n>>>>>>> other\n}\n' }))).toEqual({
      exitCode: 5,
      code: 'merge-conflict',
      message: 'git has left conflict markers in .ai/task/state.json.',
      fix: 'spell doctor',
    })
  })

  test('a key of others within is no second state', () => {
    const text = '{"current_state":"GATHER_EDITING","context":{"current_state":"x","y":["current_state"]}}'
    expect(load({ [state]: text })).toMatchObject({ current: 'GATHER_EDITING' })
  })

  test('of a newer version that has no lines yet is refused', async () => {
    const text = JSON.stringify({ current_state: 'GATHER_EDITING', layout: layout + 1, history: [] })
    expect(await failing(() => load({ [state]: text }))).toMatchObject({ exitCode: 5, code: 'layout-newer' })
  })

  test('any text is either read or refused', async () => {
    const values = fc.oneof(fc.constantFrom('GATHER_EDITING', 'ACHIEVE_COMPLETE'), fc.jsonValue({ maxDepth: 2 }))
    const documents = fc.record({ current_state: values, context: values, history: values }, { requiredKeys: [] })
    const texts = fc.oneof(
      documents.map((document) => JSON.stringify(document)),
      fc.json(),
      fc.string({ unit: anyCharacter }),
    )
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const read = async () => parseState(text, engineer)
        const failure = await failing(read).catch(() => undefined)
        if (failure) expect(failure).toMatchObject({ exitCode: 5, code: 'state-unreadable' })
        else expect(engineer.definition.states).toContain((await read()).current)
      }),
      { numRuns: often(500) },
    )
  })
})

describe('a look while another process is at work', () => {
  const begin = () => makeFolder({ [state]: '{"current_state":"GATHER_EDITING"}' })
  const change = (folder: ReturnType<typeof begin>) => folder.write({ [state]: '{"current_state":"ACHIEVE_COMPLETE"}' })

  test('is the first one if the state file stays as it is', () => {
    let looks = 0
    expect(seeStill(begin().path, engineer, () => ++looks)).toBe(1)
  })

  test('is made again until the state file has stayed as it is meanwhile', () => {
    const folder = begin()
    let looks = 0
    const look = () => {
      const { current } = loadState(folder.path, engineer)
      if (++looks === 1) change(folder)
      return current
    }
    expect(seeStill(folder.path, engineer, look)).toBe('ACHIEVE_COMPLETE')
    expect(looks).toBe(2)
  })

  test('fails only if the state file has stayed as it is', () => {
    const folder = begin()
    let looks = 0
    const look = (): string => {
      if (++looks === 1) change(folder)
      throw new Error(`look ${looks}`)
    }
    expect(() => seeStill(folder.path, engineer, look)).toThrow('look 2')
  })
})

describe('the file', () => {
  const saved = (history: readonly HistoryLine[]) => ({
    current: 'GATHER_EDITING',
    context: { a: 1 },
    history,
    rest: { b: [2] },
  })

  test('has the state in its second line and each line of the history in its own', () => {
    expect(printState(saved([line(), line({ trigger: 'Finite' })]), engineer)).toBe(
      [
        '{',
        '  "current_state": "GATHER_EDITING",',
        '  "context": {"a":1},',
        '  "history": [',
        `    ${JSON.stringify(line())},`,
        `    ${JSON.stringify(line({ trigger: 'Finite' }))}`,
        '  ],',
        '  "b": [2]',
        '}',
        '',
      ].join('\n'),
    )
  })

  test('keeps the last 50 lines', () => {
    const lines = Array.from({ length: 60 }, (_, index) => line({ number: index + 1 }))
    expect(parseState(printState(saved(lines), engineer), engineer).history).toEqual(lines.slice(10))
  })

  test('whatever was in it is in it again', () => {
    const foreign = fc.dictionary(
      fc.string().filter((key) => !['current_state', 'context', 'history'].includes(key)),
      fc.jsonValue(),
    )
    const lines = fc.array(fc.record({ timestamp: fc.string(), transition: fc.string(), trigger: fc.string() }), {
      maxLength: 50,
    })
    fc.assert(
      fc.property(foreign, fc.dictionary(fc.string(), fc.jsonValue()), lines, (rest, context, history) => {
        const before = JSON.stringify({ ...rest, current_state: 'GATHER_EDITING', context, history })
        // Of what cannot be kept nothing is touched.
        fc.pre(!before.includes('\uFFFD'))
        expect(JSON.parse(printState(parseState(before, engineer), engineer))).toEqual(JSON.parse(before))
      }),
    )
  })
})

describe('the state beside its history', () => {
  const saved: Saved = {
    ...parseState('{"current_state":"GATHER_NEEDS_CONTEXT"}', engineer),
    version: '',
    relation: 'agree',
    unlogged: [],
    byHand: false,
  }
  const go = (path: string, from: Saved, to: string) =>
    commit({ root: path, flow: engineer, saved: from }, { to, trigger: 'Accio', about: {}, changes: [] }, source)

  async function twoSteps() {
    const folder = makeFolder()
    await go(folder.path, saved, 'GATHER_EDITING_CONTEXT')
    await go(folder.path, loadState(folder.path, engineer), 'GATHER_EDITING')
    const [first = '', second = ''] = folder.read(history).split('\n')
    return { folder, first, second, seen: () => loadState(folder.path, engineer) }
  }

  test('has the lines that it lacks', async () => {
    const { folder, first, second, seen } = await twoSteps()
    folder.write({ [history]: `${first}\n` })
    expect(seen()).toMatchObject({ unlogged: [JSON.parse(second)], byHand: false })
    folder.remove(history)
    expect(seen()).toMatchObject({ unlogged: [JSON.parse(first), JSON.parse(second)], byHand: false })
  })

  test('has the whole of a line that was cut off, wherever it was', async () => {
    const { folder, first, second, seen } = await twoSteps()
    const bytes = Buffer.from(second)
    for (let length = 0; length < bytes.length; length++) {
      folder.write({ [history]: `${first}\n` })
      appendFileSync(join(folder.path, history), bytes.subarray(0, length))
      expect(seen()).toMatchObject({ unlogged: [JSON.parse(second)], byHand: false })
    }
  })

  test('checked out by git on Windows fits it too', async () => {
    const { folder, seen } = await twoSteps()
    folder.write({ [history]: folder.read(history).replaceAll('\n', '\r\n') })
    expect(seen()).toMatchObject({ unlogged: [], byHand: false })
  })

  test('was changed by hand where it stands elsewhere, or knows nothing of the last line', async () => {
    const { folder, seen } = await twoSteps()
    const text = folder.read(state)
    folder.write({ [state]: text.replace('"GATHER_EDITING"', '"ACHIEVE_COMPLETE"') })
    expect(seen()).toMatchObject({ current: 'ACHIEVE_COMPLETE', byHand: true })
    folder.write({ [state]: '{"current_state":"GATHER_EDITING"}' })
    expect(seen()).toMatchObject({ byHand: true })
  })

  test.each([
    ['garbage', 'garbage\n'],
    ['garbage without a line end', 'garbage'],
    ['a line without a digest', `${JSON.stringify(line())}\n`],
    ['zeros, as a power loss leaves them', '\0'.repeat(100)],
  ])('cannot be trusted where that ends with %s', async (_, end) => {
    const { folder, first, second } = await twoSteps()
    folder.write({ [history]: `${first}\n${second}\n${end}` })
    expect(await failing(() => loadState(folder.path, engineer))).toMatchObject({
      exitCode: 5,
      code: 'history-unreadable',
      fix: 'spell doctor --fix',
    })
  })

  test("is in conflict where it ends with git's markers, and the doctor tells of both sides", async () => {
    const { folder, first, second } = await twoSteps()
    folder.write({ [history]: `${first}\n<<<<<<< HEAD\n${second}\n=======\n>>>>>>> other\n` })
    expect(await failing(() => loadState(folder.path, engineer))).toMatchObject({
      exitCode: 5,
      code: 'merge-conflict',
      fix: 'spell doctor',
    })
  })
})
