import { archivePiece } from '../../src/commands/new'
import { override } from '../../src/commands/override'
import { undo } from '../../src/commands/undo'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import type { Spell } from '../../src/workflows/engineer/states'
import { castIn, edgeAt } from './casting'
import type { Folder } from './folder'

// What changes the work of the six spells, as acts in a folder.

export const casting = (spell: Spell) => (folder: Folder) => castIn(folder, spell)

export const archiveWork = (folder: Folder, ctx = edgeAt(folder)) =>
  archivePiece(workIn(folder.path, engineer), ctx, async () => true)

export const takeBack = (folder: Folder, ctx = edgeAt(folder)) => undo(workIn(folder.path, engineer), ctx)

export const moveTo = (folder: Folder, state: string, reason: string, ctx = edgeAt(folder)) =>
  override(workIn(folder.path, engineer), ctx, state, reason)
