import type { Answer } from '../../answer/answer'
import { cast } from '../../cast/cast'
import { outputOf } from '../../cli/answer-output'
import { castContextOf } from '../../cli/cast-context'
import type { CommandContext, CompletionRequest, Output } from '../../cli/command'
import { attempt } from '../../failure/failure'
import { type InstanceKind, namesOf, resolveInstance } from '../../works/instances'
import { canUndo } from '../work/undo'
import type { PieceOfWork } from './standard'

/** @returns the piece of work that the value of its option means. Throws Failure where there is no such piece */
export function instanceOf(cli: CommandContext, kind: InstanceKind, asked: string | undefined): PieceOfWork {
  const ctx = castContextOf(cli, kind.workflow)
  return { workflow: resolveInstance(ctx.root, kind, asked), ctx }
}

/** Casts an event on a piece of work; its time comes with it. */
export const castOn = (
  { workflow, ctx }: PieceOfWork,
  event: string,
  brought: object,
  note?: string,
): Promise<Answer> => cast(workflow, event, ctx, note, { ...brought, at: ctx.now.toISOString() })

/** Puts an answer into the form that was asked for; also a look has a part for the AI. */
export const outputOfWork = (answer: Answer, { options }: CommandContext): Output => outputOf(answer, options.for)

/**
 * @param meant the piece of work that the line means
 * @returns the names of the pieces of work, or the verbs that would do something here and now; undefined at any other place
 */
export async function completionsOf(
  { at, verb, verbs, cli }: CompletionRequest,
  kind: InstanceKind,
  meant: () => PieceOfWork,
): Promise<readonly string[] | undefined> {
  const names = namesOf(castContextOf(cli, kind.workflow).root, kind)
  if (at === kind.flag) return names
  if (verb !== undefined) return undefined
  if (names.length === 0) {
    const needNone = verbs.filter(({ options }) => !options.some(({ flag }) => flag === kind.flag))
    return needNone.map(({ name }) => name)
  }
  const { workflow, ctx } = meant()
  const { spells } = await cast(workflow, workflow.look, ctx)
  const isPossible = (name: string) => {
    if (name === 'start') return true
    if (name === 'undo') return attempt(() => canUndo(ctx.root, workflow)) === true
    return spells.find((spell) => spell.name === name)?.available ?? true
  }
  return verbs.map(({ name }) => name).filter(isPossible)
}
