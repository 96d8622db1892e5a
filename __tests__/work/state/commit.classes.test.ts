import { proofs, proveWhole } from '../../support/before-or-after'
import { classesOf, rowCasts, rowUndos, type Step } from '../../support/crash-classes'
import { isProving, some } from '../../support/proving'

const prove = proofs()

const rows = ['every row', rowCasts] as const
const undos = ['an undo of every row', rowUndos] as const

// Each is carried out, and then the first of each class wherever it can be disturbed.
test.each(isProving ? [rows, undos] : [rows])(
  '%s is of a class that happens as a whole or not at all, whatever happens',
  async (_, steps) => {
    const classes = await classesOf(steps)
    for (const [{ name, begin, act } = steps[0] as Step] of some([...classes.values()]))
      await prove(name, proveWhole(begin, act))
    console.log(`${steps.length} steps of ${classes.size} classes`)
  },
)
