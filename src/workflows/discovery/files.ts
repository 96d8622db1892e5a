import type { Change } from '../../workflow/effect'
import type { Probe, TransitionInput } from '../../workflow/transition'
import { type Artifacts, readArtifact } from './artifact'
import { artifactKey, from, hasArtifact, type Phase, type Plan, type PlanPayload, phases } from './plan'

export const folderOf = (task: string): string => `.ai/discovery/${task}`
export const archiveOf = (task: string, id: string): string => `.ai/discovery-archive/${task}-${id}`
export const draftPath = (folder: string, phase: Phase): string => `${folder}/draft-${phase.replace('_', '-')}.json`
export const artifactPath = (folder: string, phase: Phase): string => `${folder}/artifacts/${artifactKey[phase]}.json`
/** The path of an earlier version of an artifact; the first one has the number 1. */
export const revisionPath = (folder: string, phase: Phase, revision: number): string =>
  `${folder}/artifacts/${artifactKey[phase]}.r${revision}.json`

/** The phases whose artifact a plan builds on: submitted, and not stale. */
export const counting = (plan: Plan): readonly Phase[] =>
  phases.filter((phase) => hasArtifact(plan, phase) && !plan.stale.includes(phase))

/** @returns the artifacts that count, parsed, from what was found in their files; unreadable ones are left out */
export const artifactsIn = (folder: string, plan: Plan, probe: Probe): Artifacts =>
  Object.fromEntries(
    counting(plan).flatMap((phase) => {
      const text = probe[artifactPath(folder, phase)]
      const { artifact } = typeof text === 'string' ? readArtifact(phase, text) : {}
      return artifact ? [[phase, artifact]] : []
    }),
  )

/** The file changes of rows. No text of a user or an agent is lost. */
export const changesIn = (folder: string): Readonly<Record<string, (given: TransitionInput) => readonly Change[]>> => ({
  'store artifact': ({ context, payload, probe }) => {
    const { phase } = context as Plan
    const { text = '', at = '', source }: PlanPayload = payload
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

  'keep revision': ({ context, probe }) => keptRevisions(folder, context as Plan, [(context as Plan).phase], probe),

  restart: ({ context, payload, probe }) => {
    const { at = '' }: PlanPayload = payload
    const { restart_from: start = 'discovery', set_aside: known = [] } = (context as Plan).restart_context ?? {}
    const unknown = from(start).filter((phase) => !known.includes(phase))
    return [...keptRevisions(folder, context as Plan, known, probe), ...foundIn(folder, unknown, probe, at)]
  },
})

const moved = (folder: string, of: readonly Phase[], probe: Probe, to: (phase: Phase) => string): Change[] =>
  of
    .filter((phase) => probe[artifactPath(folder, phase)] !== undefined)
    .map((phase) => ({ do: 'move', from: artifactPath(folder, phase), to: to(phase) }))

const keptRevisions = (folder: string, { revisions }: Plan, redone: readonly Phase[], probe: Probe) =>
  moved(folder, redone, probe, (phase) => revisionPath(folder, phase, revisions[artifactKey[phase]] ?? 0))

/** Files of unknown origin are renamed to make room. */
const foundIn = (folder: string, of: readonly Phase[], probe: Probe, at: string) =>
  moved(folder, of, probe, (phase) => stamped(`${folder}/artifacts/${artifactKey[phase]}.found`, at))

const stamped = (path: string, at: string): string => `${path}-${at.replace(/[:.]/g, '-')}.json`
