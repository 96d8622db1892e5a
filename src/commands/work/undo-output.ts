import { outputOf } from '../../cli/answer-output'
import type { CommandContext, Output } from '../../cli/command'
import type { undo } from './undo'

/** Puts what an undo of any workflow says into the form that was asked for. */
export function outputOfUndo(
  { undone, setAside, ...answer }: Awaited<ReturnType<typeof undo>>,
  { options }: CommandContext,
): Output {
  const output = outputOf({ ...answer, kind: 'cast' }, options.for ?? 'both')
  return { ...output, document: { ...answer, undone, setAside } }
}
