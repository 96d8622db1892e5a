import type { Answer } from '../cast/answer/answer'
import { cast as castOn } from '../cast/cast'
import { castContextOf } from '../cast/cast-context'
import { exit, Failure } from '../text/failure'
import { openWork } from '../work/open'
import { standardFlow } from '../workflows/registry'
import { commandContextOf } from './print'

/** `spell-cli`: the command line's functions for other programs. */
export type { Answer } from '../cast/answer/answer'
export { verifyWorkflow as verify } from '../commands/verify'
export type { TableFault as Finding, Verification as Report } from '../engine/verify'
export { type ExitCode, exit, Failure } from '../text/failure'

export interface CastOptions {
  /** Stored in the history if the spell changes the state; at most 2,000 characters. */
  readonly note?: string
  /** How long to wait for another process that is writing, in seconds (default: 5). */
  readonly wait?: number
  /** The name of the piece of work, where there are several (default: the one that is meant here, as for the command). */
  readonly work?: string
}

/**
 * Casts a spell, as `spell accio` does. In the answer `ok` is false if it was refused, and `outcome` says how.
 *
 * @param project a folder of the repository
 * @param spell `accio`, `expecto`, `reparo`, `reverto`, `finite` or `lumos`
 * @throws Failure `unknown-spell`, and as the command line fails; its `fix` is a command that helps
 */
export async function cast(
  project: string,
  spell: string,
  { note, wait, work: asked }: CastOptions = {},
): Promise<Answer> {
  const { events } = standardFlow.definition
  if (!events.some((event) => event === spell)) {
    const message = `There is no spell "${spell}"; there is ${events.join(', ')}.`
    throw new Failure(exit.usage, 'unknown-spell', message, 'spell lumos')
  }
  // A program that calls the library is no developer who types, also in a terminal.
  const { isTyped: _, isPiped: __, ...ctx } = castContextOf(commandContextOf({ cwd: project, quiet: true }))
  const isLook = spell === standardFlow.look
  const work = await openWork(ctx.root, { asked, env: ctx.env, isLook })
  return castOn(work, spell, wait === undefined ? ctx : { ...ctx, wait }, note)
}
