import { workflows } from '../workflows/all'
import type { Command, Group } from './command'

/** The verbs of each workflow beside the six spells. */
const verbs: Readonly<Record<string, () => Promise<readonly Command[]>>> = {
  discovery: async () => (await import('./discovery')).commands,
  collab: async () => (await import('./collab')).commands,
  hope: async () => (await import('./hope')).commands,
}

/** The workflows beside the six spells. */
export const groups: readonly Group[] = workflows.flatMap(({ name, summary }) => {
  const load = verbs[name]
  return load ? [{ name, summary, load }] : []
})
