import type { Answer } from '../../answer/answer'
import { exit, Failure } from '../../failure/failure'
import { copyIntoFolder } from '../../store/disk/copy-folder'
import { freePath } from '../../store/disk/free-path'
import { asidePath } from '../../store/disk/local'
import { setAside } from '../../store/disk/move-aside'
import { filesUnder, isThere } from '../../store/disk/read'
import { historyPath } from '../../store/history/paths'
import { readTail } from '../../store/history/tail'
import { beginningOf, workIdOf } from '../../store/history/work-id'
import { loadState } from '../../store/state/state'
import { loadSealed } from '../../store/state/tampering'
import { settle, stampOf, withLock } from '../../store/writing'
import { archiveOf, nameOf, recordOf } from '../../workflows/collab/documents'
import type { Workflow } from '../../workflows/workflow'
import { archivesIn } from '../doctor/archived-texts'
import type { PieceOfWork } from '../verbs/standard'
import { castOnSession } from './session-command'

export const choices = ['archive', 'delete', 'keep'] as const

/**
 * Does what becomes of the papers of a session. First the copy is made, whole; then the session ends; then its state and history
 * are copied to the archive, where `spell check` finds them, whole, too; then the session is taken away in one move. Stopped on
 * the way it can be done again, and at worst there are two copies of the papers.
 *
 * @param agree asked before anything is taken away without a copy
 * @throws Failure `not-agreed`; where the disk refuses; as `cast`
 */
export async function cleanUp(
  meant: PieceOfWork,
  choice: (typeof choices)[number],
  agree: () => Promise<boolean>,
): Promise<Answer> {
  const { workflow, ctx } = meant
  const { root, now, wait } = ctx
  const { folder } = workflow
  const { current, history } = await loadSealed(root, workflow)
  // Where it is not time yet, the table says so.
  if (choice === 'keep' || !['cleanup', 'done'].includes(current))
    return castOnSession(meant, { verb: 'cleanup', choice })
  if (choice === 'delete' && !(await agree()))
    throw new Failure(exit.notPossible, 'not-agreed', 'The session stays as it is.', 'spell collab cleanup archive')

  const archive =
    choice === 'archive'
      ? await withLock(root, 'collab', now, wait, async () => archived(root, workflow, now))
      : undefined
  const stamp = stampOf(now)
  const aside = freePath(root, `${asidePath}/collab-${stamp}`)
  const to = `${aside}/${nameOf(workflow)}`
  const first = beginningOf(root, workflow, history)
  const id = (first && workIdOf(first)) ?? stamp
  // An earlier try may have been stopped after it.
  const tip = history.at(-1)?.digest
  const kept = archivesIn(root, workflow).find(
    (place) => tip !== undefined && readTail(root, historyPath({ ...workflow, folder: place }))?.digest === tip,
  )
  const record = kept ?? freePath(root, recordOf(nameOf(workflow), id))
  const answer = await castOnSession(meant, { verb: 'cleanup', choice, record, ...(archive && { archive }), aside: to })
  if (!answer.ok) return answer
  await withLock(root, 'collab', now, wait, async () => {
    const saved = loadState(root, workflow)
    if (saved.current !== 'done')
      throw new Failure(exit.busy, 'changed-meanwhile', 'The session has gone on meanwhile.', 'spell collab status')
    // The line of an earlier try may not be in the history yet.
    await settle(root, workflow, saved, now)
    const names = filesUnder(root, folder).map((file) => [file, file.slice(folder.length + 1)] as const)
    const proofs = names.filter(([, name]) => isOfRecord.test(name))
    if (kept === undefined) copyIntoFolder(root, proofs, freePath(root, `${workflow.local}/record-${stamp}`), record)
    setAside(root, [folder], aside)
  })
  return {
    ...answer,
    files: {
      ...answer.files,
      created: [...answer.files.created, ...(archive ? filesUnder(root, archive) : []), ...filesUnder(root, record)],
      moved: [...answer.files.moved, { from: folder, to }],
    },
  }
}

/** What proves the steps of a session, also those that a repair or a merge has kept. */
const isOfRecord = /^(?:state\.json$|history\.jsonl$|(?:broken|merged)-)/

/** @returns where the copy is, undefined where there is nothing to copy */
function archived(root: string, { folder, local }: Workflow, now: Date): string | undefined {
  const files = ['documents', 'diagrams'].flatMap((part) => filesUnder(root, `${folder}/${part}`))
  if (files.length === 0) return undefined
  const wanted = archiveOf(nameOf({ folder }))
  const place = isThere(root, wanted) ? freePath(root, `${wanted}-${stampOf(now)}`) : wanted
  const names = files.map((file) => [file, file.slice(folder.length + 1)] as const)
  copyIntoFolder(root, names, freePath(root, `${local}/archive-${stampOf(now)}`), place)
  return place
}
