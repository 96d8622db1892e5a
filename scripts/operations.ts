import { parseArgs } from 'node:util'
import { makeGround, time } from './bench/ground'
import { makePlan, makePlanned } from './bench/planned'
import { type Calls, countOperations, operationTable, total } from './operations/count'

/**
 * Counts how often two commands ask for something on disk: `npm run operations`. Each runs once before, so that the
 * program's compiled code is cached.
 */
const { values } = parseArgs({
  options: {
    /** Prints every call as JSON instead of the tables. */
    json: { type: 'boolean', default: false },
  },
})

const ground = makeGround(process.execPath, 0)
const criterion = '  - run: `true`'

const runs = 3

/** The least of several equal runs after a first one, each in a new folder: on a busy machine one may look again. */
async function warm(args: readonly string[], make: () => string | Promise<string>) {
  time(ground, [...ground.spell, ...args], await make())
  const counted: (readonly Calls[])[] = []
  while (counted.length < runs) counted.push(countOperations(ground, args, await make()))
  return counted.reduce((least, calls) => (total(calls) < total(least) ? calls : least))
}

async function main(): Promise<void> {
  const accio = await warm(['accio'], () => makePlan(ground, 4, criterion))
  const prove = await warm(['prove', '1'], () => makePlanned(ground, 1, criterion))
  if (values.json) return console.log(JSON.stringify({ accio, prove }, null, 2))
  console.log(operationTable('`spell accio`: a plan with four criteria, its first task', accio))
  console.log(`\n${operationTable('`spell prove 1`: one criterion', prove)}`)
}

main().finally(ground.clean)
