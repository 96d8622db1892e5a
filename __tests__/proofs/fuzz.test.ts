import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { lockPath } from '../../src/disk/local'
import { filesUnder } from '../../src/disk/read'
import { exit, Failure, ifPossible } from '../../src/text/failure'
import { isIntact } from '../../src/work/history/entry-digest'
import { isContextIntact } from '../../src/work/state/context-digest'
import { loadState } from '../../src/work/state/state'
import { engineer } from '../../src/workflows/engineer'
import { reviewFrom } from '../../src/workflows/engineer/review-origin'
import { spells } from '../../src/workflows/engineer/states'
import { rows } from '../../src/workflows/engineer/table'
import { mutated } from '../support/broken-texts'
import { holdsWithinBudget } from '../support/budget'
import { castIn } from '../support/casting'
import { everyCrashPoint } from '../support/crash-points'
import { casting } from '../support/engineer-acts'
import { type Folder, makeFolder, snapshot } from '../support/folder'
import { filesOf, reached, worldOf } from '../support/row-worlds'

const stateFile = '.ai/task/state.json'
const historyFile = '.ai/task/history.jsonl'
const settingsFile = '.ai/spell.json'
type Files = Readonly<Record<string, string>>

/** Work as it is found: at every row, in the midst of a walk, and where a process died. */
const found: Files[] = reached.map((world) => ({
  [stateFile]: '{ "current_state": "GATHER_NEEDS_CONTEXT", "context": { "mine": 1 }, "history": [], "more": [true] }\n',
  ...worldOf(world),
}))
const settings = '{\n  "version": 1,\n  "atlassian": { "hosts": ["jira.example.com", "wiki.example.com:8443"] }\n}\n'

/** Also what waits there of a step. */
const everythingIn = (folder: Folder): Files =>
  Object.fromEntries(filesUnder(folder.path, '.ai').map((path) => [path, folder.read(path)]))

beforeAll(async () => {
  const task = reached.find(({ row }) => row.id === 'A2')
  const begin = () => makeFolder({ ...(task && worldOf(task)), [settingsFile]: settings })
  const walked = begin()
  for (const spell of ['accio', 'finite', 'accio', 'reparo', 'accio', 'accio'] as const) {
    await castIn(walked, spell, 'as agreed with Kim')
    found.push(everythingIn(walked))
  }
  await everyCrashPoint(begin, casting('accio'), async (folder) => {
    folder.remove(lockPath)
    found.push(everythingIn(folder))
  })
})

/** How often each thing happened: a row answered, or a failure had this code. */
const seen = new Map<string, number>()
const count = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
afterAll(() => {
  const all = [...seen].sort(([, one], [, other]) => other - one)
  const cases = all.reduce((sum, [, times]) => sum + times, 0)
  console.log(`${cases} cases: ${all.map(([what, times]) => `${what} ${times}`).join(', ')}`)
})

/** Breaks files, casts a spell, and says whether it ended as it may. */
async function endsWell(
  files: Files,
  broken: readonly (readonly [path: string, bytes: Uint8Array])[],
  spell: (typeof spells)[number],
) {
  const folder = makeFolder({ ...files, ...Object.fromEntries(broken.map(([path]) => [path, ''])) })
  for (const [path, bytes] of broken) writeFileSync(join(folder.path, path), bytes)
  const before = snapshot(folder.path)
  const wasStopped = isStopped(folder)
  const wasEdited = isEditedInTheMidst(folder)
  try {
    const { row: id, from, to, outcome } = await castIn(folder, spell)
    const row = rows.find(
      (one) => one.id === id && one.on === spell && [one.from].flat().some((state) => state === from),
    )
    expect({ id, from, spell, known: row !== undefined }).toEqual({ id, from, spell, known: true })
    expect(to).toBe(row?.to === 'same' ? from : row?.to)
    expect(loadState(folder.path, engineer).current).toBe(to)
    // A spell that was to change something finishes the step before, and may be refused by what that leaves.
    const isFinished = wasStopped || (wasEdited && loadState(folder.path, engineer).unlogged.length === 0)
    if (row?.to === 'same' && isFinished) await expectFinished(folder, spell, id)
    else if (row?.to === 'same') expect(snapshot(folder.path)).toEqual(before)
    else expectForeignKeys(before[stateFile], folder.read(stateFile))
    count(outcome)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { exitCode, code, message, fix } = error
    expect(Object.values(exit)).toContain(exitCode)
    expect(exitCode).not.toBe(exit.done)
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
    expect(`${message}\n${fix}`).not.toMatch(/\n +at |undefined|\[object|NaN/)
    expect(fix).not.toBe('')
    expect({ code, message, there: snapshot(folder.path) }).toEqual({ code, message, there: before })
    count(code)
  } finally {
    folder.remove('.')
  }
}

/** Whether a process died in the midst of the last step, and nobody has changed the state or its context since. */
function isStopped({ path }: Folder): boolean {
  const saved = inTheMidst(path)
  return saved !== undefined && !saved.byHand && isContextIntact(path, engineer, saved)
}

const isEditedInTheMidst = ({ path }: Folder): boolean => inTheMidst(path)?.byHand === true

/** The state in the midst of a step whose entry is whole. */
function inTheMidst(path: string) {
  const saved = ifPossible(() => loadState(path, engineer))
  return saved && saved.unlogged.length > 0 && saved.unlogged.every(isIntact) ? saved : undefined
}

/** A spell that stays finishes a step in whose midst a process died: once, and it changes no answer. */
async function expectFinished(folder: Folder, spell: (typeof spells)[number], row: string): Promise<void> {
  expect(isStopped(folder)).toBe(spell === engineer.look)
  const before = snapshot(folder.path)
  expect((await castIn(folder, spell)).row).toBe(row)
  expect(snapshot(folder.path)).toEqual(before)
}

/** Whatever others keep in a state file is theirs; the layout and the table are those of its last line, and a step forgets a review. */
function expectForeignKeys(before: string | undefined, after: string): void {
  const foreignIn = (text: string) => {
    const {
      current_state: _,
      history: __,
      layout: ___,
      table: ____,
      context = {},
      ...foreign
    } = JSON.parse(text.replace(/^\uFEFF/, ''))
    const { [reviewFrom]: _____, ...remembered } = context ?? {}
    return { context: remembered, ...foreign }
  }
  const was = before ? foreignIn(Buffer.from(before, 'latin1').toString()) : { context: {} }
  expect(JSON.stringify(foreignIn(after))).toBe(JSON.stringify(was))
}

const brokenIn = (path: string, seeds: () => readonly Files[], standard = '') =>
  fc.nat().chain((at) => {
    const all = seeds()
    const files = all[at % all.length] as Files
    return fc.record({
      files: fc.constant(files),
      broken: mutated(files[path] ?? standard).map((bytes) => [path, bytes] as const),
    })
  })

const asOftenAsThereIsTime = <Given>(property: fc.IAsyncProperty<Given>) =>
  holdsWithinBudget({ seconds: 4, atLeast: 2, all: 25, runs: 100 }, property)

const having = (path: string) => () => found.filter((files) => files[path] !== undefined)

describe('whatever stands in a file, a spell answers by the table or says what is wrong and touches nothing', () => {
  const frontMatter = filesOf(reached.find(({ row }) => row.id === 'A2')?.facts ?? {})['.ai/task/task.md'] ?? ''
  const forArchiving = () =>
    found.filter((files) => files['.ai/task/task.md'] && /EXECUTED|RESULTS/.test(files[stateFile] ?? ''))

  test.each([
    [stateFile, having(stateFile), ''],
    [historyFile, having(historyFile), ''],
    [settingsFile, () => found, settings],
    ['.ai/task/plan.md', () => found, ''],
    ['.ai/task/task.md', forArchiving, frontMatter],
  ] as const)('in %s', async (path, seeds, standard) => {
    await asOftenAsThereIsTime(
      fc.asyncProperty(
        brokenIn(path, seeds, standard),
        fc.constantFrom('accio', 'accio', ...spells),
        ({ files, broken }, spell) => endsWell(files, [broken], spell),
      ),
    )
  })

  test('in state and history at once', async () => {
    const both = brokenIn(stateFile, having(historyFile)).chain(({ files, broken }) =>
      fc.record({ files: fc.constant(files), state: fc.constant(broken), history: mutated(files[historyFile] ?? '') }),
    )
    await asOftenAsThereIsTime(
      fc.asyncProperty(both, fc.constantFrom(...spells), ({ files, state, history }, spell) =>
        endsWell(files, [state, [historyFile, history]], spell),
      ),
    )
  })
})
