import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { archivePiece } from '../../src/commands/new'
import { undo } from '../../src/commands/undo'
import { backupsPath } from '../../src/disk/local'
import { filesUnder } from '../../src/disk/read'
import { exit, Failure } from '../../src/text/failure'
import { followHistory } from '../../src/work/history/chain'
import { effectiveSteps } from '../../src/work/history/effective-steps'
import { loadState } from '../../src/work/state/state'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { file } from '../../src/workflows/engineer/files'
import { type Spell, spells, states } from '../../src/workflows/engineer/states'
import { holdsWithinBudget } from '../support/budget'
import { castIn, edgeAt, standing } from '../support/casting'
import { archiveWork, moveTo, takeBack } from '../support/engineer-acts'
import { type Folder, makeFolder, untouched } from '../support/folder'
import { failing } from '../support/posix'
import { some } from '../support/proving'
import { filesOf, reached, worldOf } from '../support/row-worlds'
import { wholeWalk } from '../support/whole-history'

jest.setTimeout(120_000)

const stateFile = '.ai/task/state.json'
const historyFile = '.ai/task/history.jsonl'

let minute = 0
/** Each step in a minute of its own, so that no two share a name. */
const ctx = (folder: Folder) => edgeAt(folder, new Date(Date.UTC(2026, 7, 20, 15, minute++)))
const undoIn = (folder: Folder) => undo(workIn(ctx(folder).root, engineer), ctx(folder))
const newIn = (folder: Folder) => archivePiece(workIn(ctx(folder).root, engineer), ctx(folder), async () => true)

const stateOf = (folder: Folder) => JSON.parse(folder.read(stateFile))
/** Everything but the history, which goes on whatever is taken back. */
const work = (folder: Folder) => {
  const { [historyFile]: _, [stateFile]: state, ...files } = folder.contents()
  return { state: state && JSON.parse(state).current_state, files }
}

const usual = reached.find(({ row }) => row.id === 'A1')?.facts ?? {}

describe('spell undo', () => {
  test.each(
    some(reached.filter(({ row }) => row.to !== 'same')).map((world) => [world.row.id, world.from, world] as const),
  )('of %s in %s leaves everything as it was, and the same spell again does the same', async (_, from, world) => {
    const folder = makeFolder({ ...standing(from), ...worldOf(world) })
    const before = work(folder)
    const cast = await castIn(folder, world.row.on)
    const after = work(folder)
    const answer = await undoIn(folder)
    expect(work(folder)).toEqual(before)
    expect(answer).toMatchObject({
      undone: { spell: world.row.on, row: world.row.id, from: cast.from, to: cast.to },
      setAside: [],
      warnings: [],
    })
    await wholeWalk(folder)
    const again = await castIn(folder, world.row.on)
    expect({ ...again, warnings: [] }).toEqual({ ...cast, warnings: [] })
    expect(work(folder)).toEqual(after)
    await wholeWalk(folder)
  })

  test('sets aside what was written into the files since, and says where', async () => {
    const folder = makeFolder()
    await castIn(folder, 'accio')
    folder.write({ [file.context]: 'mine\n' })
    const { setAside, warnings } = await undoIn(folder)
    expect(setAside).toEqual([
      { from: file.context, to: expect.stringMatching(/^\.ai\/task\/undone-.*\/context\.md$/) },
    ])
    expect(folder.read(setAside[0]?.to ?? '')).toBe('mine\n')
    expect(warnings).toEqual([`${file.context} had been written since; it is kept as ${setAside[0]?.to}.`])
    expect(existsSync(join(folder.path, file.context))).toBe(false)
  })

  test('sets aside what stands where a file comes back, and warns of what cannot', async () => {
    const world = reached.find(({ row }) => row.id === 'A2')
    if (!world) throw new Error('no A2')
    const folder = makeFolder(worldOf(world))
    const results = folder.read(file.results)
    await castIn(folder, 'accio')
    const [gone = ''] = filesUnder(folder.path, '.ai/task/tasks').filter((path) => path.endsWith('/task.md'))
    folder.remove(gone)
    folder.write({ [file.task]: 'new task\n', [file.results]: 'new results\n' })
    const { setAside, warnings } = await undoIn(folder)
    expect(setAside.map(({ from }) => from).sort()).toEqual([file.results, file.task])
    expect(setAside.map(({ to }) => folder.read(to)).sort()).toEqual(['new results\n', 'new task\n'])
    expect(folder.read(file.results)).toBe(results)
    expect(warnings).toContainEqual(expect.stringContaining(`is gone, so ${file.task} could not come back.`))
    await wholeWalk(folder)
  })

  test('of spell new brings the work back, and the history goes on', async () => {
    const folder = makeFolder({
      ...standing('ACHIEVE_COMPLETE'),
      ...filesOf(usual),
      '.ai/task/notes/mine.txt': 'mine\n',
    })
    await castIn(folder, 'finite')
    await castIn(folder, 'reparo')
    const before = work(folder)
    const lines = folder.read(historyFile)
    await newIn(folder)
    await undoIn(folder)
    expect(work(folder)).toEqual(before)
    expect(folder.read(historyFile).startsWith(lines)).toBe(true)
    expect(stateOf(folder).history.map(({ trigger }: { trigger: string }) => trigger)).toEqual([
      ...lines
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line).trigger),
      'New',
      'Undo',
    ])
    await wholeWalk(folder)
    await undoIn(folder)
    expect(stateOf(folder).current_state).toBe('GATHER_EDITING')
    await wholeWalk(folder)
  })

  test('of spell new brings the work back also if no step was made before, as in a clone', async () => {
    const folder = makeFolder({ ...standing('ACHIEVE_COMPLETE'), ...filesOf(usual) })
    await castIn(folder, 'finite')
    folder.remove('.ai/.local')
    const before = work(folder)
    await newIn(folder)
    await undoIn(folder)
    expect(work(folder)).toEqual(before)
    await wholeWalk(folder)
  })

  type Act = (folder: Folder) => unknown
  const spells = (...names: Spell[]): Act[] => names.map((spell) => (folder) => castIn(folder, spell))
  const planned = spells('accio', 'accio')
  const garbage: Act = ({ path: root }) => {
    for (const path of filesUnder(root, backupsPath(engineer))) writeFileSync(join(root, path), 'garbage')
  }
  const byHand: Act = (folder) =>
    folder.write({ [stateFile]: folder.read(stateFile).replace('"GATHER_EDITING"', '"ACHIEVE_COMPLETE"') })
  const going = { ...standing('ACHIEVE_TASK_DRAFTING'), ...filesOf(usual) }
  const twelve = Array(6).fill(spells('finite', 'accio')).flat()
  const impossible: Record<string, [code: string, files: Record<string, string>, ...acts: Act[]]> = {
    'where nothing was cast': ['nothing-to-undo', {}],
    'where a hand has written the first state': ['nothing-to-undo', standing('GATHER_EDITING')],
    'where everything was taken back': ['nothing-to-undo', {}, ...spells('accio'), undoIn],
    'where the backup is gone': ['cannot-undo', {}, ...planned, (folder) => folder.remove(backupsPath(engineer))],
    'where the backup is garbage': ['cannot-undo', {}, ...planned, garbage],
    'where a hand has changed the state since': ['cannot-undo', {}, ...planned, byHand, ...spells('finite'), undoIn],
    'after ten steps': ['cannot-undo', going, ...twelve, ...Array(10).fill(undoIn)],
  }
  test.each(Object.entries(impossible))('is refused %s, and nothing is touched', async (_, [code, files, ...acts]) => {
    const folder = makeFolder(files)
    for (const act of acts) await act(folder)
    const refused = await untouched(folder, () => failing(() => undoIn(folder)))
    const fix = code === 'nothing-to-undo' ? 'spell lumos' : expect.any(String)
    expect(refused).toMatchObject({ exitCode: exit.notPossible, code, fix })
  })
})

/** What may happen in a folder. Every text that a user writes is one of a kind. */
type Act =
  | { readonly do: 'cast'; readonly spell: Spell }
  | { readonly do: 'new' }
  | { readonly do: 'override'; readonly to: string }
  | { readonly do: 'undo' }
  | { readonly do: 'write'; readonly path: string }
  /** Writes into something that was archived. */
  | { readonly do: 'write-archived'; readonly which: number }

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 10, arbitrary: fc.constant({ do: 'cast', spell: 'accio' } as const) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('cast' as const), spell: fc.constantFrom(...spells) }) },
  { weight: 8, arbitrary: fc.constant({ do: 'undo' } as const) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      path: fc.constantFrom(...Object.values(file), '.ai/task/notes/mine.md'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('write-archived' as const), which: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.constant({ do: 'new' } as const) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('override' as const), to: fc.constantFrom(...states) }) },
)

const loaded = (folder: Folder) => loadState(folder.path, engineer)
const bytesIn = (folder: Folder) => filesUnder(folder.path, '.ai').map((path) => folder.read(path))

/** Does it. @returns whether it has written the text, and over which other */
async function perform(
  folder: Folder,
  doing: Act,
  text: string,
): Promise<{ written?: true; over?: string | undefined }> {
  const ctx = edgeAt(folder)
  try {
    if (doing.do === 'cast') await castIn(folder, doing.spell)
    if (doing.do === 'new') await archiveWork(folder, ctx)
    if (doing.do === 'override') await moveTo(folder, doing.to, 'for a test', ctx)
    if (doing.do === 'undo') await takeBack(folder, ctx)
  } catch (error) {
    // Not everything is possible everywhere.
    if (!(error instanceof Failure) || error.exitCode !== 3) throw error
  }
  if (doing.do !== 'write' && doing.do !== 'write-archived') return {}
  const archived = filesUnder(folder.path, '.ai').filter((path) => /^\.ai\/(archive|task\/.*)\/.*\.md$/.test(path))
  const path = doing.do === 'write' ? doing.path : archived[doing.which % (archived.length || 1)]
  if (path === undefined) return {}
  const over = folder.contents()[path]
  folder.write({ [path]: text })
  return { written: true, over }
}

test('whatever is cast, written and taken back, no text is ever lost, and the history is one chain', async () => {
  const seen = { undone: 0, refused: 0, setAside: 0 }
  const check = async (walk: readonly Act[]) => {
    const folder = makeFolder()
    const alive = new Set<string>()
    for (const [index, doing] of walk.entries()) {
      const text = `# Text ${index}\n\n- [${index % 3 === 0 ? 'x' : ' '}] criterion ${index}\n`
      const before = loaded(folder)
      const { written, over } = await perform(folder, doing, text)
      if (over !== undefined) alive.delete(over)
      if (written) alive.add(text)

      const there = bytesIn(folder)
      expect([...alive].filter((one) => !there.includes(one))).toEqual([])
      const { lines, newest, torn, ...damage } = await followHistory(folder.path, engineer)
      expect({ torn, damage }).toEqual({ torn: false, damage: {} })
      const after = loaded(folder)
      expect(after).toMatchObject({ unlogged: [], byHand: false })

      if (doing.do !== 'undo') continue
      if (after.version === before.version) {
        seen.refused++
        continue
      }
      seen.undone++
      if (Object.keys(folder.contents()).some((path) => path.includes('/undone-'))) seen.setAside++
      // Of work without a step that stands it is the line that archived the work before.
      const taken = effectiveSteps(before.history)[0] ?? after.history.at(-2)
      expect(after.history.at(-1)).toMatchObject({ trigger: 'Undo', undoes: taken?.digest })
      expect(after.current).toBe(taken?.transition.split(' → ')[0])
    }
    folder.remove('.')
  }
  const walks = fc.asyncProperty(fc.array(act, { minLength: 15, maxLength: 60, size: 'max' }), check)
  // The walks do what they are for.
  await fc.assert(walks, { numRuns: 5, seed: 2027 })
  expect(Math.min(seen.undone, seen.refused, seen.setAside)).toBeGreaterThan(0)
  await holdsWithinBudget({ seconds: 8, atLeast: 1, all: 29, runs: 5 }, walks)
})

test('what was cast and taken back at once leaves every file as it was', async () => {
  await holdsWithinBudget(
    { seconds: 5, atLeast: 2, all: 30, runs: 5 },
    fc.asyncProperty(
      fc.array(act, { minLength: 5, maxLength: 40, size: 'max' }),
      fc.constantFrom(...spells),
      async (walk, spell) => {
        const folder = makeFolder()
        for (const [index, doing] of walk.entries()) await perform(folder, doing, `# Text ${index}\n\n- [ ] ${index}\n`)
        const before = loaded(folder)
        const { '.ai/task/history.jsonl': _, '.ai/task/state.json': __, ...files } = folder.contents()
        await castIn(folder, spell)
        if (loaded(folder).version === before.version) return
        await takeBack(folder)
        const { '.ai/task/history.jsonl': ___, '.ai/task/state.json': ____, ...now } = folder.contents()
        expect(now).toEqual(files)
        expect(loaded(folder).current).toBe(before.current)
        folder.remove('.')
      },
    ),
  )
})
