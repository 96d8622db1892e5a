import type { Answer } from '../cast/answer/answer'
import { answerToCommand } from '../cast/answer-command'
import type { CastContext } from '../cast/cast'
import { refuseMerging } from '../cast/merging'
import { freePath } from '../disk/free-path'
import { namesIn } from '../disk/read'
import { isGoal } from '../engine/place'
import { attempt, attemptAsync, exit, Failure } from '../text/failure'
import { titleOf } from '../text/markdown/title'
import { withWord } from '../word/permission'
import { archiveFolder, type HistoryLine, historyPath, statePath } from '../work/history/history-line'
import { idOf } from '../work/history/work-id'
import { loadSettings } from '../work/settings/settings'
import { forgetOthers, rememberWork } from '../work/state/archive'
import { remainingOf } from '../work/state/unfinished'
import { changeUse } from '../work/use-file'
import type { Work } from '../work/work'
import { change, stampOf, write } from '../work/writing'
import type { Workflow } from '../workflow/flow'
import { slug } from '../workflow/slug'

/**
 * Archives a whole piece of work, named after its plan.
 *
 * @param agree asked if the work is not complete; false changes nothing
 * @throws Failure `nothing-to-archive`, or `not-agreed`
 */
export async function archivePiece(
  work: Work,
  ctx: CastContext,
  agree: () => Promise<boolean>,
): Promise<Answer & { archive: string }> {
  const { root, flow, folder } = work
  const { current: from } = work.saved
  if (isEmpty(work))
    throw new Failure(exit.notPossible, 'nothing-to-archive', 'There is no work here to archive.', 'spell accio')
  if (!isGoal(flow.definition, from) && !(await agree()))
    throw new Failure(exit.notPossible, 'not-agreed', 'Nothing was archived.', 'spell new --yes')

  const stale = await staleIn(work, ctx)
  const nameNow = () => slug(flow.name ?? titleOf(work.again().plan ?? '')) || 'untitled'
  // Fail before any change if possible.
  freePath(root, `${archiveFolder(flow)}/${nameNow()}`)
  const archive = await archiveWork(work, ctx, {
    verb: 'new',
    from,
    place: (id) => freePath(root, `${archiveFolder(flow)}/${nameNow()}-${stampOf(ctx.now)}-${id}`),
    look: 'spell lumos',
    ...(stale.length > 0 && { about: { stale } }),
  })
  const answer = await answerToCommand(work, ctx, await loadSettings(root, ctx.env), {
    verb: 'new',
    from,
    to: flow.definition.initial,
    files: { created: [], kept: [], moved: [{ from: folder, to: archive }] },
    warnings: staleText(stale),
  })
  return { ...answer, kind: 'new' as const, archive }
}

/** @returns the numbers of the criteria that are proven for other files than these: its archive says so */
async function staleIn(work: Work, { root, env }: CastContext): Promise<readonly number[]> {
  const [{ rowsHere }, { withGit }] = await Promise.all([import('../proof/proof-rows'), import('../git/git')])
  const { proof } = await loadSettings(root, env)
  const found = await attemptAsync(() => withGit(root, env, (git) => rowsHere(work, proof, git)))
  // What cannot be read is found by `spell check`.
  return found instanceof Failure ? [] : found.rows.flatMap((row) => (row.standing === 'stale' ? [row.number] : []))
}

const staleText = (stale: readonly number[]): string[] =>
  stale.length === 0
    ? []
    : [`It is archived as stale: files have changed since criterion ${stale.join(', ')} was shown to be met.`]

/** Whether nothing has begun. An interrupted step counts as completed. */
function isEmpty({ root, flow, folder, saved }: Work): boolean {
  const { current, byHand, unlogged, archiving } = saved
  if (archiving) return true
  const unfinished = byHand ? undefined : unlogged.at(-1)
  const remaining = unfinished ? remainingOf(root, flow, unfinished) : []
  const leaving = new Set(remaining.map((change) => (change.do === 'move' ? change.from : '')))
  const staying = namesIn(root, folder).filter((name) => !leaving.has(`${folder}/${name}`))
  return current === flow.definition.initial && staying.every((name) => isOurs(flow, name))
}

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
  await refuseMerging(work, ctx)
  return withWord({ word: verb, work }, ctx, (permitted) =>
    change(work, verb, permitted, async (now) => {
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
        permitted,
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
const isOurs = (workflow: Workflow, name: string): boolean =>
  [statePath(workflow), historyPath(workflow)].includes(`${workflow.folder}/${name}`)
