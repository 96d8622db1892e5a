import { rmSync } from 'node:fs'
import { longWorkflow } from '../../__tests__/support/long-workflow'
import { type Ground, time, write } from './ground'
import { inPairs } from './pairs'
import { differenceRow, type Section } from './row'
import { nothing } from './spells'

const states = 200
/** The limit, in milliseconds. */
const most = 2_000

/** What it costs to prove a workflow of the repository. */
export async function measureOwn(ground: Ground): Promise<Section> {
  const folder = ground.makeFolder()
  write(folder, '.ai/workflows/long.yaml', longWorkflow(states))
  const pairs = await inPairs(
    Math.ceil(ground.pairs / 12),
    () => time(ground, [...ground.spell, 'verify', 'long'], folder),
    () => time(ground, nothing(ground), folder),
  )
  rmSync(folder, { recursive: true })
  const rows = [differenceRow(`\`spell verify\` of a workflow of ${states} states`, 'ms', pairs, most)]
  return { title: 'A workflow of the repository', other: '`node -e 0`', rows }
}
