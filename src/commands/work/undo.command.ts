import { edgeOf } from '../../cli/cast-context'
import type { Command, Output, Setting } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { engineer } from '../../workflows/engineer'
import { outputOf } from '../spells/spell.command'
import { undo } from './undo'

/** Takes back the last step. */
export const command: Command = {
  name: 'undo',
  summary: 'takes back the last step, its files too; again, the one before',
  options: [waitOption],
  run: async (_, setting) => outputOfUndo(await undo(engineer, edgeOf(setting)), setting),
}

/** Puts what an undo of any workflow says into the form that was asked for. */
export function outputOfUndo(
  { undone, setAside, ...answer }: Awaited<ReturnType<typeof undo>>,
  { options }: Setting,
): Output {
  const output = outputOf({ ...answer, kind: 'cast' }, options.for ?? 'both')
  return { ...output, document: { ...answer, undone, setAside } }
}
