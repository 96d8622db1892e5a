import fc from 'fast-check'
import { filesUnder } from '../../src/disk/read'
import { Failure } from '../../src/text/failure'
import { followHistory } from '../../src/work/history/chain'
import { effectiveSteps } from '../../src/work/history/effective-steps'
import { loadState } from '../../src/work/state/state'
import { engineer } from '../../src/workflows/engineer'
import { file } from '../../src/workflows/engineer/files'
import { type Spell, spells, states } from '../../src/workflows/engineer/states'
import { holdsWithinBudget } from '../support/budget'
import { castIn, edgeAt } from '../support/casting'
import { archiveWork, moveTo, takeBack } from '../support/engineer-acts'
import { type Folder, makeFolder } from '../support/folder'

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

const stateOf = (folder: Folder) => loadState(folder.path, engineer)
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
      const before = stateOf(folder)
      const { written, over } = await perform(folder, doing, text)
      if (over !== undefined) alive.delete(over)
      if (written) alive.add(text)

      const there = bytesIn(folder)
      expect([...alive].filter((one) => !there.includes(one))).toEqual([])
      const { lines, newest, torn, ...damage } = await followHistory(folder.path, engineer)
      expect({ torn, damage }).toEqual({ torn: false, damage: {} })
      const after = stateOf(folder)
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
        const before = stateOf(folder)
        const { '.ai/task/history.jsonl': _, '.ai/task/state.json': __, ...files } = folder.contents()
        await castIn(folder, spell)
        if (stateOf(folder).version === before.version) return
        await takeBack(folder)
        const { '.ai/task/history.jsonl': ___, '.ai/task/state.json': ____, ...now } = folder.contents()
        expect(now).toEqual(files)
        expect(stateOf(folder).current).toBe(before.current)
        folder.remove('.')
      },
    ),
  )
})
