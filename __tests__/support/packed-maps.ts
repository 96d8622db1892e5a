import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Maps } from '../../src/report/map/layout'
import { packed } from './packed'

/** The maps, as the build laid them out: their layout takes seconds. */
export const maps: Maps = JSON.parse(readFileSync(join(packed, 'package', 'dist', 'maps.json'), 'utf8'))
