import type { Texts } from './answer/texts'
import { cast, type Edge } from './cast'
import { attempt, Failure } from './failure'
import { loadState } from './store/state'
import { usesIn } from './used'
import { standard } from './workflows/all'
import type { Workflow } from './workflows/workflow'

/**
 * What an agent is reminded of where the six spells have no work, and another workflow has.
 *
 * @param textsOf the texts of a workflow, by its name
 * @returns the reminder of the piece of work that was last worked on; undefined where there is none
 * @throws Failure where that cannot be read
 */
export async function reminderOfOthers(edge: Edge, textsOf: (workflow: string) => Texts): Promise<string | undefined> {
  const { root } = edge
  const others = (await usesIn(root)).filter(({ name }) => name !== standard)
  const work = others.flatMap(({ pieces }) => pieces.map(({ workflow }) => workflow))
  const [last] = work.toSorted((a, b) => (lastStep(root, a) < lastStep(root, b) ? 1 : -1))
  if (!last) return undefined
  return (await cast(last, last.look, { ...edge, texts: textsOf(last.definition.name) })).brief
}

function lastStep(root: string, workflow: Workflow): string {
  const saved = attempt(() => loadState(root, workflow))
  return saved instanceof Failure ? '' : (saved.history.at(-1)?.timestamp ?? '')
}
