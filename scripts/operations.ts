import { parseArgs } from 'node:util'
import { makeGround } from './bench/ground'
import { operationTable } from './operations/count'
import { countFrequent } from './operations/frequent'

/** Counts how often two commands ask for something on disk: `npm run operations`. */
const { values } = parseArgs({
  options: {
    /** Prints every call as JSON instead of the tables. */
    json: { type: 'boolean', default: false },
  },
})

const ground = makeGround(process.execPath, 0)

async function main(): Promise<void> {
  const counted = await countFrequent(ground)
  if (values.json) return console.log(JSON.stringify(counted, null, 2))
  console.log(operationTable('`spell accio`: a plan with four criteria, its first task', counted.accio))
  console.log(`\n${operationTable('`spell prove 1`: one criterion', counted.prove)}`)
}

main().finally(ground.clean)
