import { compileTexts } from '../../../../scripts/compile-texts'
import { cast } from '../../../../src/cast/cast'
import { check } from '../../../../src/check/check'
import { foundAgain } from '../../../../src/check/doctor/recover'
import { undo } from '../../../../src/commands/undo'
import { filesUnder } from '../../../../src/disk/read'
import { joinParts, rowsOn } from '../../../../src/engine/place'
import { readHistory } from '../../../../src/show/history/history'
import { type HistoryLine, statePath } from '../../../../src/work/history/history-line'
import { backupsOf } from '../../../../src/work/state/backup'
import { findEditedContext, hasContextDigest } from '../../../../src/work/state/edited-context'
import { settle } from '../../../../src/work/state/settle'
import { loadState } from '../../../../src/work/state/state'
import { workIn } from '../../../../src/work/work'
import type { Workflow } from '../../../../src/workflow/flow'
import { collab } from '../../../../src/workflows/collab'
import { discovery } from '../../../../src/workflows/discovery'
import { engineer } from '../../../../src/workflows/engineer'
import { hope } from '../../../../src/workflows/hope'
import { edgeAt } from '../../../support/casting'
import { begun, plan, planned, submitted } from '../../../support/discovery-plan'
import { examine, repair } from '../../../support/doctoring'
import { type Folder, madeOnce, makeFolder } from '../../../support/folder'
import { failing } from '../../../support/posix'
import { allAtNight } from '../../../support/proving'
import { workUnderWay } from '../../../support/work-under-way'

type Json = Record<string, unknown>

/** A session with much in it. */
type Name = 'discovery' | 'collab' | 'hope'
const sessions: Readonly<Record<Name, { workflow: Workflow; step: Json & { verb: string }; event: string }>> = {
  discovery: { workflow: discovery('csv-export'), step: { verb: 'approve', as: 'human' }, event: 'autonomous' },
  collab: { workflow: collab('orders'), step: { verb: 'task', id: 'item-2', status: 'in_progress' }, event: 'task' },
  hope: { workflow: hope(), step: { verb: 'wave', done: [{ id: 'rows' }], carry: [] }, event: 'cancel' },
}

const sessionOf = madeOnce(async (name: Name) => {
  const folder = await workUnderWay(name)
  const { workflow, step } = sessions[name]
  const at = new Date().toISOString()
  await cast(workIn(edge(folder, name).root, workflow), step.verb, edge(folder, name), undefined, { ...step, at })
  expect(loadState(folder.path, workflow).history.at(-1)?.context).toBeDefined()
  // Without its repository: git has nothing to say of an edit by hand, and takes its time for that.
  folder.remove('.git')
  return folder
})

const texts = new Map(Object.keys(sessions).map((name) => [name, compileTexts(`templates/${name}`)]))
const edge = (folder: Folder, name: string) => ({
  ...edgeAt(folder, new Date()),
  texts: texts.get(name) ?? compileTexts(`templates/${name}`),
})
const castIn = (folder: Folder, name: Name, verb: string) =>
  cast(workIn(folder.path, sessions[name].workflow), verb, edge(folder, name), undefined, { verb, at: '' })
const undoIn = (folder: Folder, name: Name) => undo(workIn(folder.path, sessions[name].workflow), edge(folder, name))
const documentOf = (folder: Folder, workflow: Workflow) => JSON.parse(folder.read(statePath(workflow)))
const write = (folder: Folder, workflow: Workflow, document: Json) =>
  folder.write({ [statePath(workflow)]: `${JSON.stringify(document)}\n` })
const foundBy = (folder: Folder, workflow: Workflow) =>
  examine({ root: folder.path, workflow, env: {}, now: new Date() })
const checked = async (folder: Folder) =>
  (await check(folder.path, {}, new Date(), { requirement: 'any', noOverrides: false }, String)).findings.map(
    ({ rule, where }) => ({ rule, where }),
  )

interface Edit {
  readonly path: string
  readonly context: Json
}

/** Every change of one value, every key that is taken out, and every key that is put in. */
function editsOf(context: Json, keys: readonly string[]): Edit[] {
  const edits: Edit[] = []
  const walk = (value: unknown, path: string, put: (value: unknown) => Json) => {
    if (Array.isArray(value)) {
      edits.push({ path, context: put([...value, 'x']) })
      if (value.length > 1) edits.push({ path, context: put([...value].reverse()) })
      value.forEach((item, index) => {
        walk(item, path, (other) => put(value.with(index, other)))
      })
    } else if (typeof value === 'object' && value !== null) {
      edits.push({ path: `${path}.more`, context: put({ ...value, more: 1 }) })
      for (const [key, inner] of Object.entries(value)) {
        const { [key]: _, ...rest } = value as Json
        edits.push({ path: `${path}.${key}`, context: put(rest) })
        walk(inner, `${path}.${key}`, (other) => put({ ...value, [key]: other }))
      }
    } else edits.push({ path, context: put(otherThan(value)) })
  }
  for (const key of keys) {
    const { [key]: value, ...rest } = context
    if (!(key in context)) edits.push({ path: key, context: { ...context, [key]: 'x' } })
    else {
      edits.push({ path: key, context: rest })
      walk(value, key, (other) => ({ ...context, [key]: other }))
    }
  }
  return edits.filter((edit) => JSON.stringify(edit.context) !== JSON.stringify(context))
}

const otherThan = (value: unknown): unknown =>
  typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : `${value}x`

describe.each(Object.keys(sessions) as Name[])('what %s remembers', (name) => {
  const { workflow, event } = sessions[name]
  const go = (folder: Folder) => castIn(folder, name, event)
  const look = (folder: Folder) => cast(workIn(folder.path, workflow), workflow.look, edge(folder, name))
  const historyFile = `${workflow.folder}/history.jsonl`
  const withoutLastLine = (folder: Folder) =>
    folder.write({ [historyFile]: `${folder.read(historyFile).trimEnd().split('\n').slice(0, -1).join('\n')}\n` })
  const refusedBy = async (folder: Folder) => [
    await failing(() => go(folder)),
    await failing(() => undoIn(folder, name)),
  ]
  const expectWhole = async (folder: Folder) =>
    expect([await foundBy(folder, workflow), await checked(folder)]).toEqual([[], []])

  test('is sealed key by key: whatever is changed is named by doctor and check, and refused by the next step', async () => {
    const folder = await sessionOf(name)
    await expectWhole(folder)
    const document = documentOf(folder, workflow)
    const edits = editsOf(document.context, workflow.memory?.keys ?? [])
    expect(new Set(edits.map(({ path }) => path.split('.')[0]))).toEqual(new Set(workflow.memory?.keys))
    const where = statePath(workflow)
    const missed: unknown[] = []
    // One of each key, and more of them at night.
    const first = new Map(edits.map((edit) => [edit.path.split('.')[0], edit]))
    for (const { path, context } of new Set([...first.values(), ...allAtNight(edits)])) {
      write(folder, workflow, { ...document, context })
      const text = folder.read(where)
      const findings = await foundBy(folder, workflow)
      const [first] = findings
      const isNamed =
        findings.length === 1 && first?.code === 'context-by-hand' && first.message.includes(`: ${path.split('.')[0]}`)
      const rules = await checked(folder)
      const isChecked = rules.length === 1 && rules[0]?.rule === 'context-by-hand' && rules[0].where === where
      const refused = await refusedBy(folder)
      const isRefused = refused.every(({ exitCode, code }) => exitCode === 5 && code === 'context-by-hand')
      if (!isNamed || !isChecked || !isRefused || folder.read(where) !== text)
        missed.push({ path, findings, rules, refused })
    }
    expect(missed).toEqual([])
  })

  test('is taken back by a repair, which tells the history what it was', async () => {
    const document = documentOf(await sessionOf(name), workflow)
    for (const key of workflow.memory?.keys ?? []) {
      const folder = await sessionOf(name)
      write(folder, workflow, { ...document, context: { ...document.context, [key]: 'by hand', foreign: { mine: 1 } } })
      await repair(workflow, edge(folder, name))
      expect(documentOf(folder, workflow).context).toEqual({ ...document.context, foreign: { mine: 1 } })
      const { entries } = await readHistory(workIn(folder.path, workflow))
      expect(entries.at(-1)).toMatchObject({ spell: 'doctor', note: expect.stringContaining(`(${key})`) })
      await expectWhole(folder)
    }
  })

  test('is sealed by a step that was stopped before the history had its line, and by an undo', async () => {
    const folder = await sessionOf(name)
    const linesOf = () => folder.read(historyFile).trimEnd().split('\n')
    const { length } = linesOf()
    withoutLastLine(folder)
    expect((await foundBy(folder, workflow)).map(({ code }) => code)).toEqual(['history-behind'])
    await undoIn(folder, name)
    expect(loadState(folder.path, workflow).history.at(-1)).toMatchObject({
      trigger: 'Undo',
      context: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(linesOf()).toHaveLength(length + 1)
    await expectWhole(folder)
  })

  test('of others is not sealed, and is kept', async () => {
    const folder = await sessionOf(name)
    const document = documentOf(folder, workflow)
    write(folder, workflow, { ...document, mine: [1], context: { ...document.context, mine: { a: 1 } } })
    await expectWhole(folder)
    await undoIn(folder, name).catch(() => undefined)
    await go(folder).catch(() => undefined)
    expect(documentOf(folder, workflow)).toMatchObject({ mine: [1] })
    await expectWhole(folder)
  })

  test('in another order, and with other white space, is the same', async () => {
    const folder = await sessionOf(name)
    const document = documentOf(folder, workflow)
    const turned = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(turned)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([key, inner]) => [key, turned(inner)]),
            )
          : value
    folder.write({ [statePath(workflow)]: JSON.stringify({ ...document, context: turned(document.context) }, null, 4) })
    await expectWhole(folder)
  })

  describe('and where it stands', () => {
    const key = workflow.definition.regions ? 'regions' : 'current_state'
    const { regions, states, goal } = workflow.definition
    const everywhere = (document: Json): Json[] => {
      if (!regions) return states.filter((other) => other !== document[key]).map((other) => ({ [key]: other }))
      const here = document[key] as Record<string, string>
      return Object.entries(regions).flatMap(([region, places]) =>
        places
          .filter((place) => states.includes(place) && place !== here[region])
          .map((place) => ({ [key]: { ...here, [region]: place } })),
      )
    }
    const isAnswered = ({ [key]: where }: Json): boolean =>
      rowsOn(workflow.definition, joinParts(Object.values(where as Json) as string[]), workflow.look).length > 0
    const elsewhere = (document: Json) => everywhere(document).filter((other) => !regions || isAnswered(other))

    test('is refused, and taken back, where it is no state at all', async () => {
      const folder = await sessionOf(name)
      const document = documentOf(folder, workflow)
      const nowhere = regions ? everywhere(document).filter((other) => !isAnswered(other)) : [{ [key]: 'LUNCH' }]
      expect(nowhere).not.toEqual([])
      for (const other of nowhere) {
        write(folder, workflow, { ...document, ...other })
        const codes = (await foundBy(folder, workflow)).map(({ code }) => code)
        const failure = { exitCode: 5, code: 'state-unreadable', fix: 'spell doctor --fix' }
        for (const step of [look, go]) expect(await failing(() => step(folder))).toMatchObject(failure)
        expect(codes).toEqual(['state-unreadable'])
        await repair(workflow, edge(folder, name))
        expect(documentOf(folder, workflow)).toMatchObject({ [key]: document[key], context: document.context })
      }
    })
    const atGoal = (document: Json): Json => {
      const [first] = [goal].flat()
      return regions ? { [key]: { ...(document[key] as Json), main: first } } : { [key]: first }
    }

    test('is no less: any other state is named, refused by the next step, and taken back', async () => {
      const folder = await sessionOf(name)
      const document = documentOf(folder, workflow)
      const missed: unknown[] = []
      for (const other of elsewhere(document)) {
        write(folder, workflow, { ...document, ...other })
        const text = folder.read(statePath(workflow))
        const codes = (await foundBy(folder, workflow)).map(({ code }) => code)
        const refused = await refusedBy(folder)
        const isRefused = refused.every(
          ({ exitCode, code, fix }) => exitCode === 5 && code === 'state-by-hand' && fix === 'spell doctor --fix',
        )
        const { warnings } = await look(folder)
        const isTold = warnings.some((warning) => warning.includes('changed by hand'))
        if (codes.join() !== 'state-by-hand' || !isRefused || !isTold || folder.read(statePath(workflow)) !== text)
          missed.push({ other, codes, refused, warnings })
      }
      expect(missed).toEqual([])
      await repair(workflow, edge(folder, name))
      expect(documentOf(folder, workflow)).toMatchObject({ [key]: document[key], context: document.context })
    })

    // biome-ignore format: a case is a line
    test.each<[string, (document: Json, folder: Folder) => unknown]>([
      ['by itself', () => {}],
      ['with its lines', () => ({ history: [] })],
      ['with the words of its last line', (document) => ({ history: lastWith(document, { note: 'x' }) })],
      [
        'with a line that says so',
        ({ history }) => {
          const line = { timestamp: '2026-11-22T10:00:00.000Z', transition: 'a → b', trigger: 'Doctor' }
          return { history: [...(history as []), line] }
        },
      ],
      ['and said to be of another table', () => ({ table: '0'.repeat(12) })],
      ['without the copies of earlier states', (_, folder) => folder.remove('.ai/.local')],
      ['without a history', (_, folder) => folder.remove(historyFile)],
      [
        'beside a history with a line that was changed',
        (_, folder) => folder.write({ [historyFile]: folder.read(historyFile).replace('"trigger":"', '"trigger":"X') }),
      ],
      ['in the midst of a step that was stopped', (_, folder) => withoutLastLine(folder)],
      ['and what is remembered', ({ context }) => ({ context: { ...(context as Json), [workflow.memory?.keys[0] ?? '']: 5 } })],
    ])('is found again if it was changed %s', async (_, change) => {
      const folder = await sessionOf(name)
      const document = documentOf(folder, workflow)
      write(folder, workflow, { ...document, ...(change(document, folder) as Json | undefined), ...atGoal(document) })
      const forged = folder.read(statePath(workflow))
      expect(await failing(() => go(folder))).toMatchObject({ exitCode: 5 })
      expect(folder.read(statePath(workflow))).toBe(forged)
      expect((await foundBy(folder, workflow)).length).toBeGreaterThan(0)
      const said = await repair(workflow, edge(folder, name))
      expect(documentOf(folder, workflow)).toMatchObject({ [key]: document[key], context: document.context })
      const { entries } = await readHistory(workIn(folder.path, workflow))
      expect(entries.at(-1)).toMatchObject({ spell: 'doctor', note: said.join(' ') })
      expect(said.join(' ')).toContain(`${workflow.folder}/broken-`)
      expect(filesUnder(folder.path, workflow.folder).some((path) => folder.read(path) === forged)).toBe(true)
      await expectWhole(folder)
    })

    test('proves as much as before if a repair has found it out', async () => {
      const folder = await sessionOf(name)
      const document = documentOf(folder, workflow)
      write(folder, workflow, { ...document, ...atGoal(document) })
      const adoption = { note: foundAgain, isFound: true }
      const read = { root: folder.path, flow: workflow, saved: loadState(folder.path, workflow) }
      await settle(read, new Date(), adoption)
      const request = { requirement: 'complete', noOverrides: false } as const
      const { findings } = await check(folder.path, {}, new Date(), request, String)
      // The tasks of the session have commands that were not run.
      const unproven = name === 'collab' ? ['header', 'rows', 'item-1', 'item-2'].map(() => 'criterion-not-proven') : []
      expect(findings.map(({ rule }) => rule)).toEqual([...unproven, 'work-by-override', 'nothing-to-compare'])
    })
  })

  // biome-ignore format: a case is a line
  test.each([
    ['the lines of the state are taken out, too', () => ({ history: [] })],
    ['the last line of the state says another seal', (document: Json) => ({ history: lastWith(document, { context: '0'.repeat(64) }) })],
    ['the last line of the state seals nothing', (document: Json) => ({ history: lastWith(document, { context: undefined }) })],
    ['the last line of the state is like one written by hand', (document: Json) => ({ history: lastWith(document, { layout: undefined, table: undefined, context: undefined }) })],
    ['the state is like one written by hand', () => ({ layout: undefined, table: undefined })],
  ])('is not taken over where %s', async (_, change) => {
    const folder = await sessionOf(name)
    const document = documentOf(folder, workflow)
    const [key = ''] = workflow.memory?.keys ?? []
    const context = { ...document.context, [key]: 'by hand' }
    write(folder, workflow, { ...document, ...change(document), context })
    expect(await failing(() => go(folder))).toMatchObject({ exitCode: 5 })
    expect((await foundBy(folder, workflow)).length).toBeGreaterThan(0)
    await repair(workflow, edge(folder, name))
    expect(documentOf(folder, workflow).context[key]).toEqual(document.context[key])
    expect(await foundBy(folder, workflow)).toEqual([])
  })
})

test('what differs is named as it was, then what is new', async () => {
  const { workflow } = sessions.discovery
  const folder = await sessionOf('discovery')
  const { context, ...document } = documentOf(folder, workflow)
  const [[gone] = [], ...kept] = Object.entries(context.context_store)
  write(folder, workflow, {
    ...document,
    context: { ...context, context_store: { more: 1, ...Object.fromEntries(kept) } },
  })
  const found = findEditedContext(folder.path, workflow, loadState(folder.path, workflow))
  expect(found?.keys).toEqual([`context_store.${gone}`, 'context_store.more'])
})

test('a copy is believed by its last line alone: those before seal what is not there any more', async () => {
  const { workflow } = sessions.discovery
  const state = loadState((await sessionOf('discovery')).path, workflow)
  const [before, last] = state.history.slice(-2) as [HistoryLine, HistoryLine]
  const copy = { ...state, history: [{ ...before, note: 'by hand' }, last] }
  expect(hasContextDigest(workflow, copy)).toBe(true)
  expect(hasContextDigest(workflow, { ...copy, history: [before, { ...last, note: 'by hand' }] })).toBe(false)
})

const lastWith = ({ history }: Json, more: Json): unknown[] => {
  const lines = history as Json[]
  return [...lines.slice(0, -1), { ...lines.at(-1), ...more }]
}

test('a review by a human is not skipped by a copy: an undo does not go back to one that was changed by hand', async () => {
  const folder = makeFolder()
  await planned(folder, 'start', begun)
  await submitted(folder, { codebase_understanding: 'Orders are in one module.', complexity_assessment: 'LOW' })
  const copy = `${backupsOf(folder.path, plan)}/000000001.json`
  folder.write({ [copy]: folder.read(copy).replace('"autonomous_mode":false', '"autonomous_mode":true') })
  expect(await failing(() => undoIn(folder, 'discovery'))).toMatchObject({ code: 'cannot-undo' })
  expect(await foundBy(folder, plan)).toMatchObject([{ code: 'backup-unreadable', where: copy }])
  await repair(plan, edge(folder, 'discovery'))
  expect(await foundBy(folder, plan)).toEqual([])
})

describe('a workflow that can do without its context', () => {
  const remembering = { ...engineer, memory: { keys: ['ticket'] } }
  const castThen = (folder: Folder, spell: string) => cast(workIn(folder.path, remembering), spell, edgeAt(folder))
  const byHand = (folder: Folder) =>
    write(folder, remembering, { ...documentOf(folder, remembering), context: { ticket: 7, mine: 1 } })

  test('takes one over that was changed by hand, and its history says so', async () => {
    const folder = makeFolder()
    await castThen(folder, 'accio')
    byHand(folder)
    expect((await castThen(folder, 'lumos')).warnings).toEqual([])
    expect((await castThen(folder, 'accio')).warnings).toContain(
      'The state had been changed by hand; the history says so now.',
    )
    expect(loadState(folder.path, remembering)).toMatchObject({
      context: { ticket: 7, mine: 1 },
      history: [{ trigger: 'Accio' }, { trigger: 'Doctor', row: 'adopted' }, { trigger: 'Accio' }],
    })
    expect(await foundBy(folder, remembering)).toEqual([])
  })

  test('has what the last step left after a repair', async () => {
    const folder = makeFolder()
    await castThen(folder, 'accio')
    byHand(folder)
    expect(await foundBy(folder, remembering)).toMatchObject([{ code: 'context-by-hand' }])
    await repair(remembering, edgeAt(folder))
    expect(documentOf(folder, remembering).context).toEqual({ mine: 1 })
    expect(await foundBy(folder, remembering)).toEqual([])
  })

  test('says of a line that was made before it remembered anything that nothing is sealed', async () => {
    const folder = makeFolder()
    await cast(workIn(folder.path, { ...engineer, memory: { keys: [] } }), 'accio', edgeAt(folder))
    byHand(folder)
    expect(await foundBy(folder, remembering)).toEqual([])
    await castThen(folder, 'accio')
    expect(loadState(folder.path, remembering).history.at(-1)?.context).toMatch(/^[0-9a-f]{64}$/)
  })
})
