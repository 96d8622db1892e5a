import type { Answer } from '../../answer/answer'
import { exit, Failure } from '../../failure/failure'
import { copyIntoFolder } from '../../store/disk/copy-folder'
import { freePath } from '../../store/disk/free-path'
import { asidePath } from '../../store/disk/local'
import { moveFolder, setAside } from '../../store/disk/move-aside'
import { filesUnder, isThere, namesIn } from '../../store/disk/read'
import { beginningOf, workIdOf } from '../../store/history/work-id'
import { loadState, seeStill } from '../../store/state/state'
import { loadSealed } from '../../store/state/tampering'
import { stampOf, withLock } from '../../store/writing'
import { archiveOf, nameOf, recordOf } from '../../workflows/collab/documents'
import type { Workflow } from '../../workflows/workflow'
import type { PieceOfWork } from '../verbs/standard'
import { castOnSession } from './session-command'

export const choices = ['archive', 'delete', 'keep'] as const

/**
 * Does what becomes of the papers of a session. First the copy is made, whole; then the session ends; then its papers are taken
 * away, and its state and history go to the archive in one move, where `spell check` finds them. Stopped on the way it can be
 * done again, and at worst there are two copies.
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
  await loadSealed(root, workflow)
  const { current, history } = seeStill(root, workflow, () => loadState(root, workflow))
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
  const first = beginningOf(root, workflow, history)
  const record = freePath(root, recordOf(nameOf(workflow), (first && workIdOf(first)) ?? stamp))
  const aside = `${freePath(root, `${asidePath}/collab-${stamp}`)}/${nameOf(workflow)}`
  const papers = namesIn(root, folder).filter((name) => !isOfRecord.test(name))
  const answer = await castOnSession(meant, {
    verb: 'cleanup',
    choice,
    record,
    ...(archive && { archive }),
    ...(papers.length > 0 && { aside }),
  })
  if (!answer.ok) return answer
  await withLock(root, 'collab', now, wait, async () => {
    if (loadState(root, workflow).current !== 'done')
      throw new Failure(exit.busy, 'changed-meanwhile', 'The session has gone on meanwhile.', 'spell collab status')
    setAside(
      root,
      papers.map((name) => `${folder}/${name}`),
      aside,
    )
    moveFolder(root, folder, record)
  })
  return {
    ...answer,
    files: {
      ...answer.files,
      created: [...answer.files.created, ...(archive ? filesUnder(root, archive) : [])],
      moved: [
        ...answer.files.moved,
        ...papers.map((name) => ({ from: `${folder}/${name}`, to: `${aside}/${name}` })),
        { from: folder, to: record },
      ],
    },
  }
}

/** What proves the steps of a session, also those that a repair or a merge has kept. */
const isOfRecord = /^(?:state\.json|history\.jsonl|(?:broken|merged)-.*)$/

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
