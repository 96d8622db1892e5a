import type { CastContext } from '../../cast/cast'
import { refuseMerging } from '../../cast/merging'
import { attempt, exit, Failure } from '../../failure/failure'
import { namesIn } from '../../store/disk/read'
import { historyPath, statePath } from '../../store/history/paths'
import { beginningOf, workIdOf } from '../../store/history/work-id'
import { forgetOthers, rememberWork } from '../../store/state/archive'
import { loadState } from '../../store/state/state'
import { commit, settle, withLock } from '../../store/writing'
import type { Workflow } from '../../workflows/workflow'

/** How a piece of work is archived. */
interface Archiving {
  /** The command; it is the row of the entry. */
  readonly verb: string
  /** The state in which the developer has agreed to it. */
  readonly from: string
  /** Returns the path of the archive for the work's id; it must be free. */
  readonly place: (id: string) => string
  readonly note?: string | undefined
  /** The command that shows the work, in case it has gone on meanwhile. */
  readonly look: string
}

/**
 * Archives a whole piece of work: its folder moves in one recorded step, which undo takes back.
 *
 * @returns the path of the archive
 * @throws Failure `changed-meanwhile` (busy) if it is in another state than `from`; as `settle` and `commit` do
 */
export async function archiveWork(
  workflow: Workflow,
  ctx: CastContext,
  { verb, from, place, note, look }: Archiving,
): Promise<string> {
  const { root } = ctx
  const { folder } = workflow
  await refuseMerging(root, workflow, ctx.env)
  return withLock(root, verb, ctx.now, ctx.wait, async () => {
    await settle(root, workflow, loadState(root, workflow), ctx.now)
    const saved = loadState(root, workflow)
    // Another process may have made a step while the user was asked.
    if (saved.current !== from)
      throw new Failure(exit.busy, 'changed-meanwhile', 'The work has gone on meanwhile.', look)
    const first = beginningOf(root, workflow, saved.history)
    const id = (first && workIdOf(first)) ?? ctx.newWork()
    const archive = place(id)
    const isNameless = saved.history.length === 0
    rememberWork(root, workflow, id)
    await commit(
      root,
      workflow,
      saved,
      {
        to: from,
        trigger: 'New',
        about: { row: verb, ...(note && { note }), archive, ...(isNameless && { work: id }) },
        changes: namesIn(root, folder)
          .filter((entry) => !isOurs(workflow, entry))
          .map((entry) => ({ do: 'move', from: `${folder}/${entry}`, to: `${archive}/${entry}` })),
      },
      ctx,
    )
    // Old backups only take space, so an error does not matter.
    attempt(() => forgetOthers(root, workflow, id))
    return archive
  })
}

/** What every piece of work has from its start. */
export const isOurs = (workflow: Workflow, name: string): boolean =>
  [statePath(workflow), historyPath(workflow)].includes(`${workflow.folder}/${name}`)
