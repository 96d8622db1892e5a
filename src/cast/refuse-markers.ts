import { exit, Failure } from '../text/failure'
import { conflictIn, markerIn } from '../text/markdown/merge-markers'
import type { Probe } from '../workflow/transition'

/** @returns the failure `merge-conflict` (unreadable) if a file that the facts depend on was committed as a merge left it */
export function markersIn(probe: Probe): Failure | undefined {
  for (const [path, text] of Object.entries(probe))
    if (typeof text === 'string' && markerIn(text) !== undefined)
      return new Failure(exit.unreadable, 'merge-conflict', conflictIn(path), 'spell doctor')
  return undefined
}
