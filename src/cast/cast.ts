import type { Answer } from '../answer/answer'
import { capital, fill } from '../answer/markdown'
import type { Texts } from '../answer/texts'
import type { Context, Facts, Payload } from '../engine/definition'
import { reduce, type Transition } from '../engine/reduce'
import { exit, Failure } from '../failure/failure'
import type { PlanSeen } from '../store/history/known-criteria'
import { statePath } from '../store/history/paths'
import type { Waiting } from '../store/lock/lock'
import { type Environment, loadSettings } from '../store/settings/settings'
import type { LineSource } from '../store/state/commit'
import type { Plan } from '../store/state/plan-effects'
import { probeFiles } from '../store/state/probe'
import type { Settled } from '../store/state/settle'
import { reloadState, type Saved, seeStill, versionOf } from '../store/state/state'
import { probeFinished } from '../store/state/unfinished'
import type { ProofsNow } from '../workflows/proving/proofs-now'
import type { Effect, Probe, Settings, TransitionInput, TransitionResult, Workflow } from '../workflows/workflow'
import { answerTo } from './answer-command'
import { mergingIn } from './merging'
import { proofsOf } from './proofs'

/** Everything that a cast depends on, passed in as values. */
export interface CastContext extends Waiting, LineSource {
  /** Absolute. */
  readonly root: string
  readonly env: Environment
  readonly texts: Texts
  /** How long to wait for another process that holds the lock, in seconds. */
  readonly wait: number
  /** Whether its workflow has several pieces of work, so that an answer names its own. */
  readonly isOneOfSeveral?: boolean
  /** Warnings about what was done before the cast, to be shown in the answer. */
  readonly warnings?: readonly string[]
  /** Called at the end of each phase, for `--timing`. */
  readonly onPhase?: (part: string) => void
  /** Called with the ids of the rows that were tried, for `--debug`. */
  readonly trace?: (rows: readonly string[]) => void
}

/** What was read from disk, and the table's transition for it. */
interface Evaluation {
  readonly saved: Saved
  readonly probe: Probe
  /** Absent if the event has no payload. */
  readonly payload: Payload | undefined
  readonly facts: Facts
  readonly step: Transition<Effect>
  /** Absent if there is nothing to prove. */
  readonly proofs: ProofsNow | undefined
}

/** The longest note, in characters. */
export const maxNoteLength = 2000

const nothing: Plan = {
  changes: [],
  files: { created: [], kept: [], moved: [] },
  shown: [],
  untouched: [],
  warnings: [],
}

/**
 * Casts a spell: load → probe → reduce → commit → answer. The only place where the pieces meet: command line, menu,
 * tour and tests all call it. A spell that changes nothing writes nothing and takes no lock.
 *
 * @param workflow the workflow whose state it is
 * @param spell one of the workflow's events
 * @param ctx the outside world, as values
 * @param note stored in the history entry, if one is written
 * @param payload the input of the event; its mistakes are reported if a row of kind `invalid` answers
 * @returns the answer; its `outcome` gives the exit code
 * @throws Failure if the state, the history or the settings are unreadable, the note is too long, the payload is
 *   refused, the lock is held for too long, waiting is cancelled, or a write fails
 */
export async function cast(
  workflow: Workflow,
  spell: string,
  ctx: CastContext,
  note?: string,
  payload?: Payload,
): Promise<Answer> {
  refuseLongNote(spell, note)
  const { root } = ctx
  ctx.onPhase?.('boot')
  const settings = await loadSettings(root, ctx.env)
  const merging = await mergingIn(root, workflow, ctx.env)
  if (merging && spell !== workflow.look) throw merging
  // A spell need not load what only the other workflows use.
  const guarding = workflow.rebuild && (await import('../store/state/tampering'))
  const sealed = spell === workflow.look ? undefined : await guarding?.loadSealed(root, workflow)
  const see = (proofs?: ProofsNow) =>
    seeStill(root, workflow, () => evaluate(workflow, spell, payload, ctx, settings, sealed, proofs))
  const plain = see()
  const proofs = await proofsOf(root, workflow, spell, plain, settings, ctx.env)
  const sight = proofs ? see(proofs) : plain
  ctx.trace?.(sight.step.trace)
  refuseInvalid(workflow, sight, ctx)
  const others = [
    ...(merging ? [`${merging.message} Run \`${merging.fix}\`.`] : []),
    ...((await guarding?.tellTampering(root, workflow, sight.saved)) ?? []),
  ]
  if (!changes(sight)) {
    const plan = { ...nothing, warnings: [...strayed(workflow, sight.saved), ...others] }
    return answer(workflow, spell, ctx, settings, note, sight, plan, sight)
  }

  const { commit, planEffects, planOfLine, settle, stampOf, withLock } = await import('../store/writing')
  const planOf = (seen: Evaluation) =>
    planEffects(root, workflow, seen.step.effects, givenOf(seen), ctx.texts, () => stampOf(ctx.now), seen.proofs?.table)
  // Plan before locking: what fails here leaves no trace.
  const planned = sight.saved.unlogged.length === 0 ? await planOf(sight) : undefined
  const take = async () => {
    // The previous holder of the lock may have changed anything.
    const settled = await settle(root, workflow, reloadState(root, workflow, sight.saved), ctx.now)
    const isSame = versionOf(root, workflow) === sight.saved.version
    const before = isSame ? sight : evaluate(workflow, spell, payload, ctx, settings, undefined, proofs)
    refuseInvalid(workflow, before, ctx)
    if (!changes(before)) return { before, plan: { ...nothing, warnings: told(settled) }, after: before }

    const { saved, facts, step } = before
    const plan = planned && before === sight ? planned : await planOf(before)
    const { plan: ofPlan, changed } = await planOfLine(
      root,
      workflow,
      before.probe,
      facts,
      saved.history,
      before.proofs,
    )
    const about = workflow.about?.(takenOf(before, ctx.now))
    const write = {
      to: step.state,
      trigger: capital(spell),
      about: {
        row: step.row.id,
        ...(step.via.length > 0 && { via: step.via.map(({ id }) => id) }),
        ...(note && { note }),
        ...(about && { about }),
        ...(ofPlan && { plan: ofPlan }),
      },
      changes: plan.changes,
      base: { ...saved, context: step.context },
    }
    await commit(root, workflow, saved, write, ctx)
    const probe = plan.changes.length > 0 ? probeFiles(root, workflow.probes) : before.probe
    // Facts depend on the state only in a workflow with several regions.
    const isHere = step.state === saved.current || workflow.definition.regions === undefined
    const isSeen = probe === before.probe && step.context === saved.context && isHere
    const after = {
      probe,
      facts: isSeen ? facts : factsWith(proofs, workflow.facts(probe, settings, step.context, undefined, step.state)),
    }
    const isPlanning = workflow.stages?.[saved.current] === 'planning'
    const toldPlan = changed && !isPlanning ? tellChanged(changed) : []
    return { before, plan: { ...plan, warnings: [...told(settled), ...others, ...toldPlan, ...plan.warnings] }, after }
  }
  const made = await withLock(root, spell, ctx.now, ctx.wait, take, ctx)
  ctx.onPhase?.('commit')
  return answer(workflow, spell, ctx, settings, note, made.before, made.plan, made.after)
}

/**
 * @returns the state of the work, and the files that a spell would create now
 * @throws Failure as `cast` does
 */
export function previewCast(
  workflow: Workflow,
  spell: string,
  ctx: CastContext,
  settings: Settings,
): { state: string; creates: readonly string[] } {
  const { saved, step } = seeStill(ctx.root, workflow, () => evaluate(workflow, spell, undefined, ctx, settings))
  return {
    state: saved.current,
    creates: step.effects.flatMap((effect) => (effect.do === 'create' ? [effect.file] : [])),
  }
}

/**
 * Reads the disk. An interrupted step counts as completed.
 *
 * @param read the state, if it was read before
 */
function evaluate(
  workflow: Workflow,
  spell: string,
  payload: Payload | undefined,
  { root, onPhase: mark }: CastContext,
  settings: Settings,
  read?: Saved,
  proofs?: ProofsNow,
): Evaluation {
  const saved = reloadState(root, workflow, read)
  mark?.('load')
  const probe = probeFinished(root, workflow, saved)
  const facts = factsWith(proofs, workflow.facts(probe, settings, saved.context, payload, saved.current))
  mark?.('probe')
  const factsIn = (context: Context, state: string) =>
    context === saved.context && state === saved.current
      ? facts
      : factsWith(proofs, workflow.facts(probe, settings, context, payload, state))
  const step = reduce(workflow.definition, saved.current, spell, factsIn, saved.context, payload)
  mark?.('reduce')
  return { saved, probe, payload, facts, step, proofs }
}

const factsWith = (proofs: ProofsNow | undefined, facts: Facts): Facts =>
  proofs ? { ...facts, ...proofs.facts } : facts

/** What the new history entry says about manual edits. */
const told = ({ byHand, edited }: Settled): string[] => [
  ...(byHand ? ['The state had been changed by hand; the history says so now.'] : []),
  ...edited.map(({ path }) => `${path} was edited while a step was stopped half-way; the history says so now.`),
]

/** What is agreed changes only while planning. */
function tellChanged({ gone, come, otherCommands }: NonNullable<PlanSeen['changed']>): string[] {
  const counted = [
    gone > 0 && `${gone} gone or reworded`,
    come > 0 && `${come} new or reworded`,
    otherCommands > 0 && `${otherCommands} with another command`,
  ].filter(Boolean)
  const said = `Criteria have changed outside planning: ${counted.join(', ')}.`
  return counted.length > 0 ? [`${said} \`spell finite\` is the way to change them; \`spell check\` names it.`] : []
}

const changes = ({ saved, step }: Evaluation): boolean =>
  step.state !== saved.current ||
  step.context !== saved.context ||
  step.effects.some((effect) => ['create', 'move', 'change'].includes(effect.do))

const givenOf = ({ saved, step, probe, payload = {} }: Evaluation): TransitionInput => ({
  from: saved.current,
  state: step.state,
  probe,
  before: saved.context,
  context: step.context,
  payload,
})

const takenOf = (sight: Evaluation, now: Date): TransitionResult => ({
  ...givenOf(sight),
  rows: [sight.step.row, ...sight.step.via].map(({ id }) => id),
  now,
  ...(sight.proofs && { proofs: sight.proofs }),
})

/** Refuses without any change, and reports all mistakes at once. */
function refuseInvalid(workflow: Workflow, sight: Evaluation, { texts, now }: CastContext): void {
  const { saved, step, payload = {}, facts } = sight
  if (step.row.kind !== 'invalid') return
  const { code = 'invalid', problem = '', fix = '' } = texts.rows.get(step.row.id) ?? {}
  const details = workflow.problems?.(saved.context, payload, saved.current) ?? []
  const values = {
    folder: workflow.folder,
    ...facts,
    ...workflow.describeTransition?.(takenOf(sight, now), texts.phrases).values,
  }
  throw new Failure(exit.usage, code, fill(problem, values), fill(fix, values), { details })
}

async function answer(
  workflow: Workflow,
  spell: string,
  ctx: CastContext,
  settings: Settings,
  note: string | undefined,
  sight: Evaluation,
  plan: Plan,
  after: Pick<Evaluation, 'probe' | 'facts'>,
): Promise<Answer> {
  const { step } = sight
  const namesCommands = step.effects.some((effect) => effect.do === 'name commands')
  const values = namesCommands ? { commands: (await import('./commands-here')).commandsHere(ctx.root) } : {}
  // The next event has no payload yet.
  const open = sight.payload
    ? factsWith(sight.proofs, workflow.facts(after.probe, settings, step.context, undefined, step.state))
    : after.facts
  const deed = {
    spell,
    row: step.row,
    via: step.via.map(({ id }) => id),
    files: plan.files,
    keyFiles: Object.entries(workflow.keyFiles ?? {}).filter(([path]) => after.probe[path] !== undefined),
    shown: plan.shown,
    links: step.effects.flatMap((effect) =>
      effect.do === 'list' ? (workflow.lists?.[effect.list]?.(sight.probe, settings) ?? []) : [],
    ),
    note: note || undefined,
    warnings: [
      ...(ctx.warnings ?? []),
      ...plan.untouched.map((path) => `${path} is still its untouched template.`),
      ...plan.warnings,
    ],
  }
  return answerTo(workflow, ctx, { ...takenOf(sight, ctx.now), probe: after.probe }, open, deed, values)
}

/** A first state written by hand is a legal start, so it is no warning. */
const strayed = (workflow: Workflow, { byHand, history }: Saved): string[] =>
  byHand && history.length > 0
    ? [
        `${statePath(workflow)} is not the end of its history: it was changed by hand, or git has mixed two sides. Run \`spell doctor\`.`,
      ]
    : []

function refuseLongNote(spell: string, note: string | undefined): void {
  const length = [...(note ?? '')].length
  if (length <= maxNoteLength) return
  throw new Failure(
    exit.usage,
    'note-too-long',
    `The note has ${length} characters; ${maxNoteLength} is the most.`,
    `spell ${spell} --note "…"`,
  )
}
