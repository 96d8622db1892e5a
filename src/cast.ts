import type { Answer } from './answer/answer'
import { compose } from './answer/compose'
import { offers } from './answer/offers'
import { placeOf } from './answer/place'
import type { Texts } from './answer/texts'
import { reduce } from './engine/reduce'
import { exit, Failure } from './failure'
import { commit } from './store/commit'
import { planEffects } from './store/plan'
import { probeFiles } from './store/probe'
import { loadSettings } from './store/settings'
import { loadState, record } from './store/state'
import { stampOf } from './store/time'
import type { Workflow } from './workflows/workflow'

/** Everything a cast depends on and cannot ask for itself. */
export interface Edge {
  /** Absolute. */
  readonly root: string
  readonly now: Date
  readonly env: Readonly<Record<string, string | undefined>>
  readonly texts: Texts
  /** Told which rows were tried, for `--debug`. */
  readonly trace?: (rows: readonly string[]) => void
}

/** Characters that a note may have (000, 001: `Accio: <note>`). */
const longestNote = 2000

/**
 * Casts a spell: load → probe → reduce → commit → answer. The only place where the pieces meet; command line, menu,
 * tour and tests all come through here.
 *
 * @param workflow the workflow whose state it is
 * @param spell one of the workflow's events
 * @param edge the outside world, as values
 * @param note kept in the line of the history, where one is written
 * @returns the answer; its `outcome` gives the exit code
 * @throws Failure where the state or the settings are unreadable, the note is too long, or the disk refuses
 */
export async function cast(workflow: Workflow, spell: string, edge: Edge, note?: string): Promise<Answer> {
  const length = [...(note ?? '')].length
  if (length > longestNote) {
    throw new Failure(
      exit.usage,
      'note-too-long',
      `The note has ${length} characters; ${longestNote} is the most.`,
      `spell ${spell} --note "…"`,
    )
  }
  const { root, texts } = edge
  const { definition } = workflow
  const settings = await loadSettings(root, edge.env)
  const saved = loadState(root, workflow)
  const before = probeFiles(root, workflow.probes)
  const facts = workflow.facts(before, settings)

  const step = reduce(definition, saved.current, spell, facts)
  edge.trace?.(step.trace)

  const plan = await planEffects(root, workflow, step.effects, texts.files, () => stampOf(edge.now))
  const recorded =
    step.state === saved.current
      ? []
      : record(workflow, saved, step.state, spell, edge.now, { row: step.row.id, ...(note && { note }) })
  commit(root, [...plan.changes, ...recorded])

  const probe = plan.changes.length > 0 ? probeFiles(root, workflow.probes) : before
  const after = probe === before ? facts : workflow.facts(probe, settings)
  return compose({
    workflow: definition.name,
    spell,
    row: step.row,
    from: saved.current,
    to: step.state,
    place: placeOf(workflow, step.state, texts),
    facts: after,
    texts,
    offers: offers(definition, step.state, after, texts),
    files: plan.files,
    keyFiles: Object.entries(workflow.keyFiles).filter(([path]) => probe[path] !== undefined),
    shown: plan.shown,
    links: step.effects.flatMap((effect) =>
      effect.do === 'list' ? (workflow.lists[effect.list]?.(before, settings) ?? []) : [],
    ),
    note: note || undefined,
    warnings: [...plan.untouched.map((path) => `${path} is still its untouched template.`), ...plan.warnings],
  })
}
