import { type Ground, time } from '../bench/ground'
import { makePlan, makePlanned } from '../bench/planned'
import { type Calls, countOperations, total } from './count'

/** An Accio that accepts a plan, and a proof of one criterion. */
export interface Frequent {
  readonly accio: readonly Calls[]
  readonly prove: readonly Calls[]
}

const criterion = '  - run: `true`'

/** Counts what the commands that are given most often ask for on disk. Each is run once before, to cache its compiled code. */
export async function countFrequent(ground: Ground): Promise<Frequent> {
  const accio = await least(ground, ['accio'], () => makePlan(ground, 4, criterion))
  const prove = await least(ground, ['prove', '1'], () => makePlanned(ground, 1, criterion))
  return { accio, prove }
}

const runs = 3

/** The least of several equal runs, each in a new folder: on a busy machine one may look again. */
async function least(ground: Ground, args: readonly string[], make: () => string | Promise<string>) {
  time(ground, [...ground.spell, ...args], await make())
  const counted: (readonly Calls[])[] = []
  while (counted.length < runs) counted.push(countOperations(ground, args, await make()))
  return counted.reduce((fewest, calls) => (total(calls) < total(fewest) ? calls : fewest))
}
