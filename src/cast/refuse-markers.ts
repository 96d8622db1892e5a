import { exit, Failure } from '../failure/failure'
import type { Probe } from '../flows/flow'
import { conflictIn, markerIn } from '../markdown/merge-markers'

/** @throws Failure `merge-conflict` (unreadable) if a file that the facts depend on was committed as a merge left it */
export function refuseMarkers(probe: Probe): void {
  for (const [path, text] of Object.entries(probe))
    if (typeof text === 'string' && markerIn(text) !== undefined)
      throw new Failure(exit.unreadable, 'merge-conflict', conflictIn(path), 'spell doctor')
}
