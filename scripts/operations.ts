import { makeGround } from './bench/ground'
import { operationTable } from './operations/count'
import { countFrequent } from './operations/frequent'

/** Counts how often two commands ask for something on disk: `npm run operations`. */
async function main(): Promise<void> {
  const { accio, prove } = await countFrequent(ground)
  console.log(operationTable('`spell accio`: a plan with four criteria, its first task', accio))
  console.log(`\n${operationTable('`spell prove 1`: one criterion', prove)}`)
}

const ground = makeGround(process.execPath, 0)
main().finally(ground.clean)
