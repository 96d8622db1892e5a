import type { Change, TransitionInput } from '../flow'
import { readArtifact } from './artifact'
import type { Artifacts } from './checks'
import { artifactKey, from, type Phase, phases } from './phases'
import { type EventPayload, type Plan, planIn } from './plan'
import { hasArtifact } from './problems'

export const folderOf = (task: string): string => `.ai/discovery/${task}`
export const archiveOf = (task: string, id: string): string => `.ai/discovery-archive/${task}-${id}`
export const draftPath = (folder: string, phase: Phase): string => `${folder}/draft-${phase.replace('_', '-')}.json`
export const artifactPath = (folder: string, phase: Phase): string => `${folder}/artifacts/${artifactKey[phase]}.json`
const counting = (plan: Plan): readonly Phase[] =>
  phases.filter((phase) => hasArtifact(plan, phase) && !plan.stale.includes(phase))
/** The artifacts that a plan builds on: submitted, and not stale. */
export const artifactsOf = (folder: string, plan: Plan | undefined): readonly string[] =>
  plan ? counting(plan).map((phase) => artifactPath(folder, phase)) : []
/** @returns the artifacts that count, parsed, from what was found in their files; unreadable ones are left out */
export function artifactsIn(folder: string, plan: Plan, probe: TransitionInput['probe']): Artifacts {
  return Object.fromEntries(
    counting(plan).flatMap((phase) => {
      const text = probe[artifactPath(folder, phase)]
      const { artifact } = typeof text === 'string' ? readArtifact(phase, text) : {}
      return artifact ? [[phase, artifact]] : []
    }),
  )
}
/** The path of an earlier version of an artifact; the first one has the number 1. */
export const revisionPath = (folder: string, phase: Phase, revision: number): string =>
  `${folder}/artifacts/${artifactKey[phase]}.r${revision}.json`

/** The file changes of rows. No text of a user or an agent is lost. */
export const changesIn = (folder: string): Readonly<Record<string, (given: TransitionInput) => readonly Change[]>> => ({
  'store artifact': ({ context, payload, probe }) => {
    const { phase } = planOf(context)
    const { text = '', at = '', source }: EventPayload = payload
    const path = artifactPath(folder, phase)
    const draft = draftPath(folder, phase)
    const { artifact } = readArtifact(phase, text)
    return [
      ...foundIn(folder, [phase], probe, at),
      // So that it is not handed in once more.
      ...(source === draft ? [{ do: 'move', from: draft, to: stamped(`${folder}/drafts/${phase}`, at) } as const] : []),
      { do: 'create', path, text: `${JSON.stringify(artifact, null, 2)}\n` },
    ]
  },

  'keep revision': ({ context, probe }) => {
    const plan = planOf(context)
    return keptRevisions(folder, plan, [plan.phase], probe)
  },

  restart: ({ context, probe, payload }) => {
    const plan = planOf(context)
    const { at = '' }: EventPayload = payload
    const { restart_from: start = 'discovery', set_aside: known = [] } = plan.restart_context ?? {}
    const unknown = from(start).filter((phase) => !known.includes(phase))
    return [...keptRevisions(folder, plan, known, probe), ...foundIn(folder, unknown, probe, at)]
  },
})

const moved = (
  folder: string,
  of: readonly Phase[],
  probe: TransitionInput['probe'],
  to: (phase: Phase) => string,
): Change[] =>
  of
    .filter((phase) => probe[artifactPath(folder, phase)] !== undefined)
    .map((phase) => ({ do: 'move', from: artifactPath(folder, phase), to: to(phase) }))

const keptRevisions = (
  folder: string,
  { revisions }: Plan,
  redone: readonly Phase[],
  probe: TransitionInput['probe'],
) => moved(folder, redone, probe, (phase) => revisionPath(folder, phase, revisions[artifactKey[phase]] ?? 0))

/** Files of unknown origin are renamed to make room. */
const foundIn = (folder: string, of: readonly Phase[], probe: TransitionInput['probe'], at: string) =>
  moved(folder, of, probe, (phase) => stamped(`${folder}/artifacts/${artifactKey[phase]}.found`, at))

const stamped = (path: string, at: string): string => `${path}-${at.replace(/[:.]/g, '-')}.json`

const planOf = (context: TransitionInput['context']): Plan => planIn(context) as Plan
