import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Ground } from './ground'
import { inPairs } from './pairs'
import { differenceRow, type Section } from './row'
import { nothing } from './spells'

/** The limit, in milliseconds over Node. */
const bar = 150

/** Measures how soon the live page is there: until its address is printed, when it can be asked for. */
export async function measureWatch(ground: Ground, work: string): Promise<Section> {
  const until = async ([program = '', ...args]: readonly string[], event: 'data' | 'close'): Promise<number> => {
    const begin = process.hrtime.bigint()
    const child = spawn(program, args, { cwd: work, env: ground.env, stdio: ['ignore', 'pipe', 'ignore'] })
    await once(event === 'data' ? child.stdout : child, event)
    const taken = Number(process.hrtime.bigint() - begin) / 1e6
    child.kill()
    if (event === 'data') await once(child, 'close')
    return taken
  }
  const pairs = await inPairs(
    Math.ceil(ground.pairs / 3),
    () => until([...ground.spell, 'watch', '--no-open'], 'data'),
    () => until(nothing(ground), 'close'),
  )
  return {
    title: 'The live page',
    other: '`node -e 0`',
    rows: [differenceRow('`spell watch` is up, more than Node', 'ms', pairs, bar)],
  }
}
