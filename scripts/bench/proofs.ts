import { existsSync, rmSync } from 'node:fs'
import { proofLogOf, withProof } from '../../src/work/proof-log'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { type Ground, time } from './ground'
import { peakOf } from './memory'
import { inPairs } from './pairs'
import { makePlanned } from './planned'
import { differenceRow, type Row, type Section } from './row'
import { nothing } from './spells'

/** The limits, in milliseconds and megabytes. */
const most = { prove: 60, lumos: 5, check: 200, memory: 20 }

const criteria = 20
const proofs = 1_000
const command = '  - run: `node -e 0`'

/** What proofs cost, as differences: a plan with commands against the same one without, proving against the command alone. */
export async function measureProofs(ground: Ground): Promise<Section> {
  const quick = await makePlanned(ground, 1, command)
  const plain = await makePlanned(ground, criteria, '')
  const [many, ticked] = [await makePlanned(ground, criteria, command), await makePlanned(ground, criteria, command)]
  const spell = (folder: string, ...args: readonly string[]) => time(ground, [...ground.spell, ...args], folder)
  const idle = () => time(ground, nothing(ground), quick)
  spell(ticked, 'prove')
  const prove = () => spell(quick, 'prove', '--all')
  const rows: Row[] = [
    await difference(ground, '`spell prove`, over Node and the command', prove, () => idle() + idle(), most.prove),
    await difference(
      ground,
      `\`spell lumos\` of a plan with ${criteria} commands`,
      () => spell(many, 'lumos'),
      () => spell(plain, 'lumos'),
      most.lumos,
    ),
    await difference(
      ground,
      '… all of them proven',
      () => spell(ticked, 'lumos'),
      () => spell(plain, 'lumos'),
      most.lumos,
    ),
  ]
  const [proven, once] = [await makePlanned(ground, 1, command), await makePlanned(ground, 1, command)]
  for (const folder of [proven, once]) spell(folder, 'prove')
  let work = workIn(proven, engineer)
  const [last] = proofLogOf(work).proofs.slice(-1)
  for (let count = 1; last && count < proofs; count++) {
    const { previous: _, digest: __, ...proof } = last
    work = withProof(work, proof)
  }
  rows.push(
    await difference(
      ground,
      `\`spell check\` of ${proofs.toLocaleString('en')} proofs, over that of one`,
      () => spell(proven, 'check'),
      () => spell(once, 'check'),
      most.check,
    ),
  )
  if (existsSync('/proc/self/status')) rows.push(await measureOutput(ground, quick))
  for (const folder of [quick, plain, many, ticked, proven, once]) rmSync(folder, { recursive: true })
  return { title: 'Proofs', other: 'Without', rows }
}

/** The peak memory while a command prints a gigabyte, over that of a command that prints nothing. */
async function measureOutput(ground: Ground, quick: string): Promise<Row> {
  const loud = await makePlanned(ground, 1, '  - shell: `head -c 1000000000 /dev/zero`')
  const peak = (folder: string) => peakOf(ground, [...ground.spell, 'prove', '--all'], folder)
  const pairs = await inPairs(
    Math.ceil(ground.pairs / 12),
    () => peak(loud),
    () => peak(quick),
  )
  rmSync(loud, { recursive: true })
  const name = '`spell prove` of a command that prints 1 GB, memory'
  return differenceRow(name, 'MB', pairs, most.memory)
}

async function difference(
  ground: Ground,
  name: string,
  ours: () => number,
  other: () => number,
  limit: number,
): Promise<Row> {
  const pairs = await inPairs(ground.pairs, ours, other)
  return differenceRow(name, 'ms', pairs, limit)
}
