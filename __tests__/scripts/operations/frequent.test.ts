import { dirname } from 'node:path'
import { makeGround } from '../../../scripts/bench/ground'
import { total } from '../../../scripts/operations/count'
import { countFrequent, type Frequent } from '../../../scripts/operations/frequent'
import { program } from '../../support/packed-program'
import { testOnPosix } from '../../support/posix'

/**
 * How often a command may ask for something on disk, as `npm run operations` counts it: each time a file system is slow, as
 * over a network or under a scanner, takes as long as all that the command computes.
 */
const budget: Readonly<Record<keyof Frequent, number>> = { accio: 65, prove: 123 }

const ground = makeGround(process.execPath, 0, dirname(dirname(program)))
afterAll(ground.clean)

// What Node itself asks for, as when it starts a program, differs between its versions.
const testOnOldest = process.version.startsWith('v20.') ? testOnPosix : test.skip

testOnOldest('an Accio and a proof ask for something on disk no more often than they may', async () => {
  const { accio, prove } = await countFrequent(ground)
  expect(total(accio)).toBeLessThanOrEqual(budget.accio)
  expect(total(prove)).toBeLessThanOrEqual(budget.prove)
})
