import type { Answer } from '../answer/answer'
import type { WordTold } from '../answer/compose'
import type { Kind } from '../engine/definition'
import { attemptAsync, Failure } from '../failure/failure'
import { hasPassed } from '../word/mark'
import { statePath } from '../work/history/paths'
import { olderBy } from '../work/state/relation'
import type { Saved } from '../work/state/state'
import type { Work } from '../work/work'
import { answerTo } from './answer-command'
import type { CastContext } from './context'
import { type Decision, resultOf } from './decide'
import { factsOf } from './read'
import type { Written } from './write'

/** Step 4 of a cast: says what happened and what can be said next. Throws Failure if a file to show cannot be read. */
export async function tell(
  { decision, plan, probe, facts }: Written,
  spell: string,
  ctx: CastContext,
  note: string | undefined,
): Promise<Answer> {
  const { world, step, payload } = decision
  const { work, settings } = world
  const { flow } = work
  const namesCommands = step.effects.some((effect) => effect.do === 'name commands')
  const values = namesCommands ? { commands: (await import('./commands-here')).commandsHere(work.root) } : {}
  const deed = {
    spell,
    row: step.row,
    via: step.via.map(({ id }) => id),
    files: plan.files,
    keyFiles: Object.entries(flow.files?.key ?? {}).filter(([path]) => probe[path] !== undefined),
    shown: plan.shown,
    links: step.effects.flatMap((effect) =>
      effect.do === 'list' ? (flow.effects?.lists?.[effect.list]?.(world.probe, settings) ?? []) : [],
    ),
    note: note || undefined,
    warnings: [
      ...(ctx.warnings ?? []),
      ...plan.untouched.map((path) => `${path} is still its untouched template.`),
      ...plan.warnings,
    ],
  }
  const word = await wordOf(work.again(), step.row.kind, ctx)
  // The next event has no payload yet.
  const open = payload ? factsOf({ ...world, probe }, undefined, step.context, step.state) : facts
  return answerTo(work, ctx, { ...resultOf(decision, ctx.now), probe }, open, { ...deed, word }, values)
}

/** @returns what the answer tells of the developer's words; nothing where none was passed on */
async function wordOf(work: Work, kind: Kind, ctx: CastContext): Promise<WordTold> {
  const isTyped = (await ctx.isTyped?.()) === true
  if (!isTyped && !hasPassed(ctx.root, 'host', ctx.now) && !hasPassed(ctx.root, 'typed', ctx.now)) return {}
  const { wordTold } = await import('../word/seen')
  // The step is made, so what cannot be told does not undo it.
  const told = await attemptAsync(() => wordTold(work, kind, { ...ctx, isForDeveloper: ctx.isForDeveloper ?? true }))
  return told instanceof Failure ? {} : told
}

/** What a look says about the record. A first state written by hand is a legal start, so it is no warning. */
export const warningsOf = ({ world: { work, saved, warnings } }: Decision): string[] => [
  ...strayed(statePath(work.flow), saved),
  ...warnings,
]

function strayed(path: string, { relation, behind, history }: Saved): string[] {
  if (relation === 'older') return [`${path} is ${olderBy(behind)}. Run \`spell doctor\`.`]
  if (relation !== 'edited' || history.length === 0) return []
  return [
    `${path} is not the end of its history: it was changed by hand, or git has mixed two sides. Run \`spell doctor\`.`,
  ]
}
