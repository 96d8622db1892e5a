import { startNew } from '../../src/new'
import { engineer } from '../../src/workflows/engineer'
import type { Spell } from '../../src/workflows/engineer/states'
import { proveWhole } from '../support/before-or-after'
import { castIn, edgeAt } from '../support/casting'
import type { Act } from '../support/crashes'
import { type Folder, makeFolder } from '../support/folder'
import { type Reached, reached, reachedWithFew, reachedWithMany, worldOf } from '../support/worlds'

jest.setTimeout(600_000)

/** Rows that change the state, which all others that change files do, too; each in each of its states once for each world. */
const changing = [...reached, ...reachedWithMany, ...reachedWithFew].filter(({ row }) => row.to !== 'same')
const different = new Map(changing.map((world) => [JSON.stringify([world.row.id, world.from, world.facts]), world]))

const phases = new Map<string, Reached[]>()
for (const world of different.values()) {
  const phase = world.from.split('_').slice(0, 2).join('_')
  phases.set(phase, [...(phases.get(phase) ?? []), world])
}

let total = 0
afterAll(() => console.log(`${total} points`))

/** Proves one step, and names it where it fails. */
async function prove(name: string, begin: () => Folder | Promise<Folder>, act: Act): Promise<void> {
  try {
    total += await proveWhole(begin, act)
  } catch (error) {
    throw Object.assign(error as Error, { message: `${name}, ${(error as Error).message}` })
  }
}

const casting =
  (spell: Spell): Act =>
  (folder) =>
    castIn(folder, spell)
const putAway: Act = (folder) => startNew(engineer, edgeAt(folder), undefined, async () => true)

describe('wherever its process dies and whatever the disk refuses, a step happens as a whole or not at all', () => {
  test.each([...phases])('of every row in %s', async (_, worlds) => {
    for (const world of worlds) {
      const { row, from, facts } = world
      const name = `${row.id} in ${from} with ${JSON.stringify(facts)}`
      await prove(name, () => makeFolder(worldOf(world)), casting(row.on))
    }
  })

  test('of spell new, with every file that can be there', async () => {
    const from = ['GATHER_NEEDS_CONTEXT', 'GATHER_EDITING', 'ACHIEVE_COMPLETE', 'PR_APPLIED_PENDING_ARCHIVE_A']
    const worlds = new Map(reachedWithMany.map((world) => [world.from, world]))
    for (const world of worlds.values()) {
      if (!from.includes(world.from)) continue
      const begin = () => makeFolder({ ...worldOf(world), '.ai/task/notes/today.txt': 'Ask Kim.\n' })
      await prove(`new in ${world.from}`, begin, putAway)
    }
  })
})
