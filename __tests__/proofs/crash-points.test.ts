import { proofs, proveWhole, proveWholeTwice } from '../support/before-or-after'
import { castIn } from '../support/casting'
import type { Act } from '../support/crash-points'
import { archiveWork, casting, moveTo } from '../support/engineer-acts'
import { copyOf, type Folder, makeFolder } from '../support/folder'
import { type Reached, reached, reachedWithMany, worldOf } from '../support/row-worlds'

const prove = proofs()

/** Work in a task that the plan has been gone back to now and then. */
async function workAfter(steps: number): Promise<Folder> {
  const folder = makeFolder({ ...worldOf(world('A1')), '.ai/task/task-results.md': 'Written.\n' })
  for (let count = 0; count < steps / 2; count++)
    for (const spell of ['finite', 'accio'] as const) await castIn(folder, spell)
  return folder
}

const world = (id: string) => reached.find(({ row }) => row.id === id) as Reached

const override: Act = (folder) => moveTo(folder, 'GATHER_EDITING', 'Kim insists.')

describe('wherever its process dies and whatever the disk refuses, a step happens as a whole or not at all', () => {
  test('of spell new, with every file that can be there', async () => {
    const from = ['GATHER_NEEDS_CONTEXT', 'GATHER_EDITING', 'ACHIEVE_COMPLETE', 'PR_APPLIED_PENDING_ARCHIVE_A']
    const worlds = new Map(reachedWithMany.map((world) => [world.from, world]))
    for (const world of worlds.values()) {
      if (!from.includes(world.from)) continue
      const begin = () => makeFolder({ ...worldOf(world), '.ai/task/notes/today.txt': 'Ask Kim.\n' })
      await prove(`new in ${world.from}`, proveWhole(begin, archiveWork))
    }
  })

  test('of spell doctor --set', async () => {
    const before = await workAfter(2)
    const begin = () => copyOf(before)
    await prove('override', proveWhole(begin, override))
  })

  test('of a step that follows so many others that the oldest lines and backups go', async () => {
    const folder = await workAfter(2)
    const begin = () => copyOf(folder)
    await prove('A1 after 60 steps', proveWhole(begin, casting('accio')))
    await prove('new after 60 steps', proveWhole(begin, archiveWork))
  })
})

describe('the process that finishes what a dead process has begun may die, too', () => {
  test.each([
    ['the first spell of all', 'GC1', ['accio', 'accio', 'reparo']],
    ['a task that is archived', 'A2', ['accio', 'finite', 'accio']],
    ['a review that is set aside', 'C1', ['reparo', 'accio', 'reverto']],
  ] as const)('%s', async (_, id, walk) => {
    const begin = () => makeFolder(worldOf(world(id)))
    await prove(id, proveWholeTwice(begin, walk.map(casting)))
  })

  test('work that is archived', async () => {
    const begin = () => makeFolder(worldOf(world('A2')))
    await prove('new', proveWholeTwice(begin, [archiveWork, casting('accio'), casting('accio')]))
  })

  test('a state that was changed by hand', async () => {
    const folder = await workAfter(2)
    const state = JSON.parse(folder.read('.ai/task/state.json'))
    folder.write({ '.ai/task/state.json': JSON.stringify({ ...state, current_state: 'GATHER_EDITING', mine: 1 }) })
    const begin = () => copyOf(folder)
    await prove('adopted', proveWholeTwice(begin, [casting('accio'), casting('accio'), casting('accio')]))
  })
})
