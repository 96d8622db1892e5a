import { listingOf, readListed } from '../disk/listing'
import { type Failure, ifPossible } from '../text/failure'
import { statePath } from '../work/history/history-line'
import { olderBy } from '../work/state/relation'
import type { Saved } from '../work/state/state'
import type { Work } from '../work/work'
import type { Probe } from '../workflow/transition'
import type { Answer } from './answer/answer'
import { answerTo } from './answer-command'
import type { Asked } from './cast'
import { type Decision, noPlan, resultOf } from './decide'
import { markersIn } from './merging'
import { factsOf, type World } from './read'
import type { Written } from './write'

/** Step 4 of a cast: says what happened and what can be said next. Throws Failure if a file to show cannot be read. */
export async function tell(
  { decision, plan, probe, facts, passed }: Written,
  { spell, ctx, note }: Asked,
): Promise<Answer> {
  const { world, step } = decision
  const { work, settings, payload, refused } = world
  const { flow } = work
  const namesCommands = step.effects.some((effect) => effect.do === 'name commands')
  const values = namesCommands ? { commands: (await import('./commands-here')).commandsHere(work.root) } : {}
  const unsettled = namesCommands || spell === flow.look ? await conflictsIn(work, ctx.listing) : undefined
  const { file = '', faultIn } = flow.effects.naming ?? {}
  const task = probe[file]
  const misnamed = typeof task === 'string' ? await faultIn?.(task) : undefined
  const event = {
    spell,
    row: step.row,
    via: step.via.map(({ id }) => id),
    files: plan.files,
    keyFiles: Object.entries(flow.files.key ?? {}).filter(([path]) => probe[path] !== undefined),
    shown: plan.shown,
    links: step.effects.flatMap((effect) =>
      effect.do === 'list' ? (flow.effects.lists?.[effect.list]?.(world.probe, settings) ?? []) : [],
    ),
    note: note || undefined,
    ...(refused && { refused }),
    warnings: [
      ...(ctx.warnings ?? []),
      ...plan.untouched.map((path) => `${path} is still the template: tell the agent what belongs in it.`),
      ...plan.warnings,
      ...(unsettled ? [`${unsettled.message} Run \`${unsettled.fix}\`.`] : []),
      ...(misnamed ? [`${file} line ${misnamed.line}: ${misnamed.message} For example: ${misnamed.fix}`] : []),
    ],
  }
  // The next event has no payload yet, but the same person may make it.
  const next = payload?.person === undefined ? undefined : { person: payload.person }
  const open = payload ? factsOf({ ...world, probe }, next, step.context, step.state) : facts
  const lines = [...world.saved.history, ...(passed ? [passed] : [])]
  const hasAgreed = lines.some(({ agreed }) => agreed?.open)
  const isAgreed = hasAgreed ? (await import('../work/history/agreed')).agreedOpen(lines) : undefined
  return answerTo(
    work,
    ctx,
    settings,
    { ...resultOf(decision, ctx.now), probe, ticked: await tickedIn(world, probe), ...(isAgreed && { isAgreed }) },
    open,
    event,
    values,
  )
}

/** @returns the numbers of the criteria that were ticked since the last step, by their texts, wherever they stand now */
async function tickedIn({ work: { flow }, saved: { history } }: World, probe: Probe): Promise<readonly number[]> {
  const text = flow.plan && probe[flow.plan.file]
  const criteria = typeof text === 'string' ? (flow.plan?.criteria(text) ?? []) : []
  const before = history.findLast(({ plan }) => plan?.ticked !== undefined)?.plan?.ticked
  // Most answers end here, and make no digest.
  if (!criteria.some(({ ticked }, index) => ticked && before?.[index] !== 'x')) return []
  return (await import('../work/history/compare-criteria')).tickedSince(history, criteria)
}

/** What git has left in the guides, which the agent reads before it drafts. */
async function conflictsIn({ root, flow }: Work, listing = listingOf(root)): Promise<Failure | undefined> {
  const texts = Object.keys(flow.files.guides ?? {}).map(
    (path) => [path, ifPossible(() => readListed(root, listing, path))] as const,
  )
  return markersIn(Object.fromEntries(texts.filter(([, text]) => text?.includes('<<<<<<< '))))
}

/** @returns what an answer says of a decision that changes nothing. A first state written by hand is a legal start, so it is no warning. */
export function unchanged(decision: Decision, recorded: readonly string[] = []): Written {
  const { work, saved, probe, warnings, refused } = decision.world
  const open = refused ? [`${refused.message} Run \`${refused.fix}\`.`] : []
  const plan = noPlan([...recorded, ...open, ...strayed(statePath(work.flow), saved), ...warnings])
  return { decision, plan, probe, facts: decision.facts }
}

function strayed(path: string, { relation, behind, history }: Saved): string[] {
  if (relation === 'older') return [`${path} is ${olderBy(behind)}. Run \`spell doctor\`.`]
  if (relation !== 'edited' || history.length === 0) return []
  return [
    `${path} is not the end of its history: it was changed by hand, or git has mixed two sides. Run \`spell doctor\`.`,
  ]
}
