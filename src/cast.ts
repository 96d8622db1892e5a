import type { Answer } from './answer/answer'
import { compose } from './answer/compose'
import { offers } from './answer/offers'
import { placeOf } from './answer/place'
import type { Texts } from './answer/texts'
import type { Facts } from './engine/definition'
import { reduce, type Step } from './engine/reduce'
import { exit, Failure } from './failure'
import type { Waiting } from './store/lock'
import type { Plan } from './store/plan'
import { probeFiles } from './store/probe'
import { loadSettings } from './store/settings'
import { loadState, markOf, type Saved, seeStill } from './store/state'
import { probeFinished } from './store/unfinished'
import type { Effect, Probe, Settings, Workflow } from './workflows/workflow'

/** Everything a cast depends on and cannot ask for itself. */
export interface Edge {
  /** Absolute. */
  readonly root: string
  readonly now: Date
  readonly env: Readonly<Record<string, string | undefined>>
  readonly texts: Texts
  /** How long to wait while somebody else is at work here, in seconds. */
  readonly wait: number
  /** Told again and again while it is waited: for whom, and how long already, in seconds. */
  readonly waiting?: Waiting['waiting'] | undefined
  /** Ends the waiting. What has begun to write ends what it does. */
  readonly signal?: AbortSignal | undefined
  /** The commit that git stands at, asked only where a line is written. */
  readonly head: () => string | undefined
  /** What the answer has to say of what was done before the cast. */
  readonly warnings?: readonly string[]
  /** Told when a part of the way is done, for `--timing`. */
  readonly mark?: (part: string) => void
  /** Told which rows were tried, for `--debug`. */
  readonly trace?: (rows: readonly string[]) => void
}

/** What one look at the disk saw, and what the table says to it. */
interface Sight {
  readonly saved: Saved
  readonly probe: Probe
  readonly facts: Facts
  readonly step: Step<string, string, string, Effect>
}

/** Characters that a note may have (000, 001: `Accio: <note>`). */
export const longestNote = 2000

const nothing: Plan = {
  changes: [],
  files: { created: [], kept: [], moved: [] },
  shown: [],
  untouched: [],
  warnings: [],
}

/**
 * Casts a spell: load → probe → reduce → commit → answer. The only place where the pieces meet; command line, menu,
 * tour and tests all come through here. A spell that changes nothing writes nothing and waits for nobody.
 *
 * @param workflow the workflow whose state it is
 * @param spell one of the workflow's events
 * @param edge the outside world, as values
 * @param note kept in the line of the history, where one is written
 * @returns the answer; its `outcome` gives the exit code
 * @throws Failure where the state, the history or the settings are unreadable, the note is too long, somebody else is at
 *   work for too long or it is not waited any more, or the disk refuses
 */
export async function cast(workflow: Workflow, spell: string, edge: Edge, note?: string): Promise<Answer> {
  refuseLongNote(spell, note)
  const { root } = edge
  edge.mark?.('boot')
  const settings = await loadSettings(root, edge.env)
  const sight = seeStill(root, workflow, () => see(workflow, spell, edge, settings))
  edge.trace?.(sight.step.trace)
  if (!changes(sight)) return answer(workflow, spell, edge, settings, note, sight, nothing, sight)

  const { commit, digestOfFile, planEffects, settle, stampOf, withLock } = await import('./store/writing')
  const planOf = ({ step }: Sight) => planEffects(root, workflow, step.effects, edge.texts, () => stampOf(edge.now))
  // What can be seen to fail beforehand leaves no trace.
  const planned = sight.saved.unlogged.length === 0 ? await planOf(sight) : undefined
  const take = async () => {
    // Whoever had the lock before may have changed everything.
    const isSame = () => markOf(root, workflow) === sight.saved.mark
    const byHand = await settle(root, workflow, isSame() ? sight.saved : loadState(root, workflow), edge.now)
    const before = isSame() ? sight : see(workflow, spell, edge, settings)
    if (!changes(before)) return { before, plan: nothing, after: before }

    const { saved, facts, step } = before
    const plan = planned && before === sight ? planned : await planOf(before)
    const digest = await digestOfFile(root, workflow.planFile)
    const head = edge.head()
    await commit(root, workflow, saved, {
      to: step.state,
      trigger: spell.charAt(0).toUpperCase() + spell.slice(1),
      now: edge.now,
      about: {
        row: step.row.id,
        ...(note && { note }),
        ...(head && { head }),
        ...(digest && { plan: { digest, ...workflow.progress(facts) } }),
      },
      changes: plan.changes,
    })
    const probe = plan.changes.length > 0 ? probeFiles(root, workflow.probes) : before.probe
    const after = { probe, facts: probe === before.probe ? facts : workflow.facts(probe, settings) }
    const warnings = byHand
      ? ['The state had been changed by hand; the history says so now.', ...plan.warnings]
      : plan.warnings
    return { before, plan: { ...plan, warnings }, after }
  }
  const made = await withLock(root, spell, edge.now, edge.wait, take, edge)
  edge.mark?.('commit')
  return answer(workflow, spell, edge, settings, note, made.before, made.plan, made.after)
}

/**
 * @returns where the work stands, and which files a spell would create now
 * @throws Failure as `cast`
 */
export function foresee(
  workflow: Workflow,
  spell: string,
  edge: Edge,
  settings: Settings,
): { state: string; creates: readonly string[] } {
  const { saved, step } = seeStill(edge.root, workflow, () => see(workflow, spell, edge, settings))
  return {
    state: saved.current,
    creates: step.effects.flatMap((effect) => (effect.do === 'create' ? [effect.file] : [])),
  }
}

/** Looks at the disk. A step that somebody was stopped in counts as done. */
function see(workflow: Workflow, spell: string, { root, mark }: Edge, settings: Settings): Sight {
  const saved = loadState(root, workflow)
  mark?.('load')
  const probe = probeFinished(root, workflow, saved)
  const facts = workflow.facts(probe, settings)
  mark?.('probe')
  const step = reduce(workflow.definition, saved.current, spell, facts)
  mark?.('reduce')
  return { saved, probe, facts, step }
}

const changes = ({ saved, step }: Sight): boolean =>
  step.state !== saved.current || step.effects.some((effect) => effect.do === 'create' || effect.do === 'move')

function answer(
  workflow: Workflow,
  spell: string,
  { texts, warnings = [] }: Edge,
  settings: Settings,
  note: string | undefined,
  { saved, probe, step }: Sight,
  plan: Plan,
  after: Pick<Sight, 'probe' | 'facts'>,
): Answer {
  const { definition } = workflow
  return compose({
    workflow: definition.name,
    spell,
    row: step.row,
    from: saved.current,
    to: step.state,
    place: placeOf(workflow, step.state, texts),
    facts: after.facts,
    texts,
    offers: offers(definition, step.state, after.facts, texts),
    files: plan.files,
    keyFiles: Object.entries(workflow.keyFiles).filter(([path]) => after.probe[path] !== undefined),
    shown: plan.shown,
    links: step.effects.flatMap((effect) =>
      effect.do === 'list' ? (workflow.lists[effect.list]?.(probe, settings) ?? []) : [],
    ),
    note: note || undefined,
    warnings: [
      ...warnings,
      ...plan.untouched.map((path) => `${path} is still its untouched template.`),
      ...plan.warnings,
    ],
  })
}

function refuseLongNote(spell: string, note: string | undefined): void {
  const length = [...(note ?? '')].length
  if (length <= longestNote) return
  throw new Failure(
    exit.usage,
    'note-too-long',
    `The note has ${length} characters; ${longestNote} is the most.`,
    `spell ${spell} --note "…"`,
  )
}
