import { proofs, proveWhole } from '../../support/before-or-after'
import { classesOf, rowCasts, rowUndos, type Step } from '../../support/crash-classes'
import { isProving, some } from '../../support/proving'

const prove = proofs()

// Each is carried out as a whole, and then the first of each class wherever it can be disturbed.
test.each([
  ['every row', rowCasts],
  ['an undo of every row', isProving ? rowUndos : []],
])('%s is of a class that happens as a whole or not at all, whatever happens', async (_, steps) => {
  const classes = await classesOf(steps)
  for (const [{ name, begin, act } = steps[0] as Step] of some([...classes.values()]))
    await prove(name, proveWhole(begin, act))
  console.log(`${steps.length} steps of ${classes.size} classes`)
})
