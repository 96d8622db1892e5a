import type { Answer } from '../../src/answer/answer'
import { cast, type Edge } from '../../src/cast'
import { engineer } from '../../src/workflows/engineer'
import type { Spell, State } from '../../src/workflows/engineer/states'
import type { Folder } from './folder'
import { texts } from './texts'

/** The outside world of a cast in a test: the clock stands still. */
export const edgeAt = (folder: Folder, now = new Date('2026-08-20T15:30:00Z')): Edge => ({
  root: folder.path,
  now,
  env: {},
  texts,
})

/** Casts an engineer spell in a folder. */
export const castIn = (folder: Folder, spell: Spell, note?: string): Promise<Answer> =>
  cast(engineer, spell, edgeAt(folder), note)

/** The state file of work that stands in a state. */
export const standing = (state: State): Record<string, string> => ({
  '.ai/task/state.json': `${JSON.stringify({ current_state: state, context: {}, history: [] }, null, 2)}\n`,
})
