import { execFileSync } from 'node:child_process'
import type { Maps } from '../../src/report/map/layout'

/** The maps, as the build lays them out. */
export const maps: Maps = JSON.parse(
  execFileSync(process.execPath, ['scripts/run.js', 'maps'], { encoding: 'utf8', maxBuffer: 1e7 }),
)
