import { hasDigest } from '../../disk/digest'
import { isThere } from '../../disk/read'
import type { Workflow } from '../../workflow/flow'
import { type HistoryLine, historyPath, parseLine, statePath } from '../history/history-line'
import { lineTextsOf } from '../history/text-lines'
import { isCurrent, type Work } from '../work'
import { archivedFiles, type FixedFile } from './archived-files'
import { changedByHand } from './context-digest'
import { refuseOlder } from './relation'
import type { Saved } from './state'

/** What a cast asks of it, if at all. */
export interface Tampering {
  /** Throws Failure as `refuseTampered` does. */
  readonly refuse: () => void
  /** Warnings for a look. */
  readonly told: () => readonly string[]
}

export const tamperingOf = (work: Work): Tampering => ({
  refuse: () => refuseTampered(work),
  told: () => tellTampering(work),
})

/**
 * No workflow continues from a state that is older than its history, and none that depends on its context from a state
 * or a context that was changed by hand.
 *
 * @throws Failure `state-older`, `state-by-hand`, `context-by-hand` (unreadable); as `loadState` does
 */
export function refuseTampered(work: Work): void {
  for (let now = work; ; now = now.again()) {
    refuseOlder(statePath(now.flow), now.saved)
    const failure = changedByHand(now.root, now.flow, now.saved)
    if (!failure) return
    // Unless another process has made a step meanwhile.
    if (isCurrent(now)) throw failure
  }
}

/**
 * Reports manual changes in a workflow that depends on its context, as warnings for a look.
 *
 * @returns sentences; none for an edited state, which every workflow reports, nor while a step is incomplete
 */
function tellTampering({ root, flow: workflow, saved }: Work): readonly string[] {
  if (saved.relation !== 'agree') return []
  const failure = changedByHand(root, workflow, saved)
  const changed = workflow.files.areFixed ? changedArtifacts(root, workflow, saved) : []
  const told = changed.map((path) => `${path} was changed after it was handed in.`)
  return [...(failure ? [failure.message] : []), ...told].map((sentence) => `${sentence} Run \`spell doctor\`.`)
}

/** The paths of artifacts that were changed since; deleted ones are not included. */
function changedArtifacts(root: string, workflow: Workflow, saved: Saved): readonly string[] {
  const files = archivedFiles<object>(workflow)
  for (const line of linesOf(root, workflow, saved)) files.take(line, {})
  const isChanged = ({ path, digest, isArtifact }: FixedFile) =>
    isArtifact && isThere(root, path) && !hasDigest(root, path, digest)
  return files
    .end()
    .filter(isChanged)
    .map(({ path }) => path)
}

/** The state has all entries of young work. */
function* linesOf(root: string, workflow: Workflow, { history }: Saved): Generator<HistoryLine> {
  if (history[0]?.number === 1) yield* history
  else
    for (const text of lineTextsOf(root, historyPath(workflow))) {
      const line = parseLine(text)
      if (line) yield line
    }
}
