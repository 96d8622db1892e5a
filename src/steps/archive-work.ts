import type { CastContext } from '../cast/cast'
import { refuseMerging } from '../cast/merging'
import { namesIn } from '../disk/read'
import { attempt, exit, Failure } from '../failure/failure'
import type { Workflow } from '../flows/flow'
import { withWord } from '../word/pass'
import { type HistoryLine, historyPath, statePath } from '../work/history/history-line'
import { idOf } from '../work/history/work-id'
import { changeUse } from '../work/kept-use'
import { forgetOthers, rememberWork } from '../work/state/archive'
import type { Work } from '../work/work'
import { change, write } from '../work/writing'

interface Archiving {
  /** The command; it is the row of the entry. */
  readonly verb: string
  /** The state in which the developer has agreed to it. */
  readonly from: string
  /** Returns the path of the archive for the work's id; it must be free. */
  readonly place: (id: string) => string
  readonly note?: string | undefined
  /** What the entry says of the work as it is then. */
  readonly about?: HistoryLine['about']
  /** The command that shows the work, in case it has gone on meanwhile. */
  readonly look: string
}

/**
 * Archives a whole piece of work: its folder moves in one recorded step, which undo takes back. Returns its new path.
 *
 * @throws Failure `changed-meanwhile` (busy) if it is in another state than `from`; as `settle` and `commit` do
 */
export async function archiveWork(
  work: Work,
  ctx: CastContext,
  { verb, from, place, note, about, look }: Archiving,
): Promise<string> {
  const { root, flow, folder } = work
  await refuseMerging(work, ctx.env)
  return withWord({ word: verb, work }, ctx, (passing) =>
    change(work, verb, passing, async (now) => {
      const { saved } = now
      // Another process may have made a step while the user was asked.
      if (saved.current !== from)
        throw new Failure(exit.busy, 'changed-meanwhile', 'The work has gone on meanwhile.', look)
      const id = idOf(now) ?? ctx.newWork()
      const archive = place(id)
      const isNameless = saved.history.length === 0
      rememberWork(root, flow, id)
      await write(
        now,
        {
          to: from,
          trigger: 'New',
          about: {
            row: verb,
            ...(note && { note }),
            ...(about && { about }),
            archive,
            ...(isNameless && { work: id }),
          },
          changes: namesIn(root, folder)
            .filter((entry) => !isOurs(flow, entry))
            .map((entry) => ({ do: 'move', from: `${folder}/${entry}`, to: `${archive}/${entry}` })),
        },
        passing,
      )
      // Old backups only take space, so an error does not matter.
      attempt(() => forgetOthers(root, flow, id))
      // What is archived is no longer in use; if this fails, the next command asks.
      attempt(() => changeUse(root, flow.definition.name, now.name))
      return archive
    }),
  )
}

/** What every piece of work has from its start. */
export const isOurs = (workflow: Workflow, name: string): boolean =>
  [statePath(workflow), historyPath(workflow)].includes(`${workflow.folder}/${name}`)
