import { startNew } from '../../src/commands/work/new'
import { override } from '../../src/commands/work/override'
import { undo } from '../../src/commands/work/undo'
import { nextPath } from '../../src/store/disk/local'
import { filesUnder } from '../../src/store/disk/read'
import { loadState } from '../../src/store/state/state'
import { engineer } from '../../src/workflows/engineer'
import { proveWhole, proveWholeTwice } from '../support/before-or-after'
import { castIn, edgeAt } from '../support/casting'
import { type Act, everyCrashPoint, refusals } from '../support/crash-points'
import { type Folder, makeFolder } from '../support/folder'
import { type Reached, reached, reachedWithFew, reachedWithMany, worldOf } from '../support/row-worlds'
import { wholeWalk } from '../support/whole-history'

jest.setTimeout(600_000)

const back: Act = (folder) => undo(engineer, edgeAt(folder))
const putAway: Act = (folder) => startNew(engineer, edgeAt(folder), 'work', async () => true)
const overridden: Act = (folder) => override(engineer, edgeAt(folder), 'ACHIEVE_COMPLETE', 'for a test')
const accio: Act = (folder) => castIn(folder, 'accio')

const changing = [...reachedWithFew, ...reachedWithMany, ...reached].filter(({ row }) => row.to !== 'same')
const different = [
  ...new Map(changing.map((world) => [JSON.stringify([world.row.id, world.from, world.facts]), world])).values(),
]
const world = (id: string) => reached.find(({ row }) => row.id === id) as Reached

let total = 0
afterAll(() => console.log(`${total} points`))

/** Does something once, and makes folders that are all as it left them. */
async function leftBy(files: Readonly<Record<string, string>>, ...acts: readonly Act[]): Promise<() => Folder> {
  const folder = makeFolder(files)
  for (const act of acts) await act(folder)
  const left = Object.fromEntries(filesUnder(folder.path, '.ai').map((path) => [path, folder.read(path)]))
  folder.remove('.')
  return () => makeFolder(left)
}

/** Somebody writes into every file that a person could have in front of them. */
const edited: Act = async (folder) => {
  const paths = Object.keys(folder.contents()).filter((path) => path.endsWith('.md'))
  folder.write(Object.fromEntries(paths.map((path) => [path, `${folder.read(path)}Written in ${path}.\n`])))
}

/**
 * An archive comes back by two renames, so that in between there may be nothing where work lies: then the next undo brings it
 * back. Every text is there all the time.
 */
async function expectBack(folder: Folder, before: Folder): Promise<void> {
  const texts = (one: Folder) =>
    Object.entries(one.contents()).filter(([path]) => !/(state\.json|history\.jsonl)$/.test(path))
  const there = () => filesUnder(folder.path, '.ai').map((path) => folder.read(path))
  const lost = () => texts(before).filter(([, text]) => !there().includes(text))
  expect(lost()).toEqual([])
  if (loadState(folder.path, engineer).current === 'GATHER_NEEDS_CONTEXT') await back(folder)
  expect(lost()).toEqual([])
  // One who goes on takes back the step before, if all of this one was done.
  expect(['ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED']).toContain(loadState(folder.path, engineer).current)
  await overridden(folder)
  await wholeWalk(folder)
  expect(filesUnder(folder.path, nextPath(engineer))).toEqual([])
}

async function prove(name: string, proof: Promise<number>): Promise<void> {
  try {
    total += await proof
  } catch (error) {
    throw Object.assign(error as Error, { message: `${name}, ${(error as Error).message}` })
  }
}

describe('wherever its process dies and whatever the disk refuses, a step is taken back as a whole or not at all', () => {
  const phases = new Map<string, Reached[]>()
  for (const one of different) {
    const phase = one.from.split('_').slice(0, 2).join('_')
    phases.set(phase, [...(phases.get(phase) ?? []), one])
  }

  test.each([...phases])('after every row in %s', async (_, worlds) => {
    for (const one of worlds) {
      const { row, from, facts } = one
      const name = `${row.id} in ${from} with ${JSON.stringify(facts)}`
      const cast: Act = (folder) => castIn(folder, row.on)
      await prove(name, proveWhole(await leftBy(worldOf(one), cast), back, []))
    }
  })

  test.each(['GC1', 'A2', 'C1', 'P4b'])('after %s, when every file has been written in since', async (id) => {
    const { row } = world(id)
    const begin = await leftBy(worldOf(world(id)), (folder) => castIn(folder, row.on), edited)
    await prove(id, proveWhole(begin, back, refusals))
  })

  test('after an override', async () => {
    await prove('override', proveWhole(await leftBy(worldOf(world('A2')), overridden), back))
  })

  test.each([
    ['', async () => {}],
    [
      ', and new work of the same names has been written by hand',
      async (folder: Folder) => {
        folder.write({
          '.ai/task/plan.md': 'The next plan.\n',
          '.ai/task/notes/today.txt': 'Ask Lee.\n',
          '.ai/task/tasks': 'a list\n',
        })
      },
    ],
    [
      ', and new work has been begun and taken back',
      async (folder: Folder) => {
        await accio(folder)
        await back(folder)
      },
    ],
  ] as const)('after spell new%s', async (_, meanwhile) => {
    const files = { ...worldOf(world('A2')), '.ai/task/notes/today.txt': 'Ask Kim.\n' }
    const begin = await leftBy(files, accio, putAway, meanwhile)
    await everyCrashPoint(begin, back, async (folder, likewise) => {
      total++
      await expectBack(folder, await begin())
      // Whoever goes on may die, too.
      await everyCrashPoint(likewise, back, async (again) => {
        total++
        await expectBack(again, await begin())
      })
    })
  })
})

describe('whoever finishes an undo that a dead process has begun may die, too', () => {
  test.each(['GC1', 'A2', 'C1'])('after %s', async (id) => {
    const { row } = world(id)
    const begin = await leftBy(worldOf(world(id)), (folder) => castIn(folder, row.on))
    const cast: Act = (folder) => castIn(folder, row.on)
    await prove(id, proveWholeTwice(begin, [back, cast, back]))
  })
})
