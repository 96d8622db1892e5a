import { proofs, proveWhole } from '../../support/before-or-after'
import { castIn } from '../../support/casting'
import { classesOf, type Step } from '../../support/crash-classes'
import { takeBack } from '../../support/engineer-acts'
import { makeFolder } from '../../support/folder'
import { isProving, some } from '../../support/proving'
import { changingByPhase, worldOf } from '../../support/row-worlds'

/** Every row that changes anything changes the state, too. */
const worlds = [...changingByPhase().values()].flat()

const casts: Step[] = worlds.map((world) => ({
  name: `${world.row.id} in ${world.from} with ${JSON.stringify(world.facts)}`,
  begin: () => makeFolder(worldOf(world)),
  act: (folder) => castIn(folder, world.row.on),
}))

const undos: Step[] = casts.map(({ name, begin, act }) => ({
  name: `undo of ${name}`,
  begin: async () => {
    const folder = await begin()
    await act(folder)
    return folder
  },
  act: takeBack,
}))

const prove = proofs()

// Each is carried out as a whole, and then the first of each class wherever it can be disturbed.
test.each([
  ['every row', casts],
  ['an undo of every row', isProving ? undos : []],
])('%s is of a class that happens as a whole or not at all, whatever happens', async (_, steps) => {
  const classes = await classesOf(steps)
  for (const [{ name, begin, act } = steps[0] as Step] of some([...classes.values()]))
    await prove(name, proveWhole(begin, act))
  console.log(`${steps.length} steps of ${classes.size} classes`)
})
