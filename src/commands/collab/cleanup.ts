import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Answer } from '../../cast/answer/answer'
import type { ChosenWork } from '../../cast/chosen-work'
import { disk } from '../../disk/disk'
import { onDisk } from '../../disk/disk-failure'
import { freePath } from '../../disk/free-path'
import { refuseLinks } from '../../disk/links'
import { asidePath } from '../../disk/local'
import { filesUnder, isThere, readBeginning } from '../../disk/read'
import { setAside } from '../../disk/tidy'
import { isGoal } from '../../engine/place'
import { exit, Failure } from '../../text/failure'
import { refuseWithoutWord } from '../../word/permission'
import { archiveEndingWith } from '../../work/archives'
import { idOf } from '../../work/history/work-id'
import { refuseTampered } from '../../work/state/tampering'
import { change, stampOf, withLock } from '../../work/writing'
import { sectionsIn } from '../../workflow/artifacts/headings'
import type { Workflow } from '../../workflow/flow'
import { slug } from '../../workflow/slug'
import { archiveOf, designOf, maxDocumentBytes, nameOf, recordOf } from '../../workflows/collab/documents'
import { castOnSession, standingsIn } from './session'

/** What becomes of the documents of a finished session. */
export type Choice = 'archive' | 'delete' | 'keep'

/**
 * Cleans up the documents of a session. First they are copied completely; then the session ends; then its state and
 * history are copied to the archive for `spell check`, also completely; then the session's folder is removed in one
 * move. Can be repeated after a crash; at worst the documents exist twice.
 *
 * @param agree asked before anything is removed without a copy
 * @throws Failure `not-agreed`; if a write fails; as `cast` does
 */
export async function cleanUp(
  meant: ChosenWork,
  choice: Choice,
  agree: () => Promise<boolean>,
  said?: string,
): Promise<Answer> {
  const { work, ctx } = meant
  const { root, now, wait } = ctx
  const { folder } = work.flow
  refuseTampered(work)
  const { current, history } = work.again().saved
  // If it is too early, the table refuses.
  if (choice === 'keep' || !['cleanup', 'done', 'stopped'].includes(current))
    return castOnSession(meant, { verb: 'cleanup', choice, ...(said && { said }) })
  await refuseWithoutWord(choice === 'delete' ? 'delete' : 'cleanup', ctx)
  if (choice === 'delete' && !(await agree()))
    throw new Failure(exit.notPossible, 'not-agreed', 'The session stays as it is.', 'spell collab cleanup archive')

  // The copies are new files, for which nothing has been proven.
  const before = await standingsIn(meant)
  const archive =
    choice === 'archive'
      ? await withLock(root, 'collab', { now, wait }, async () => archived(root, work.flow, now))
      : undefined
  const stamp = stampOf(now)
  const aside = freePath(root, `${asidePath}/collab-${stamp}`)
  const to = `${aside}/${nameOf(work.flow)}`
  const id = idOf(work.again()) ?? stamp
  // An earlier attempt may have been interrupted after this step.
  const tip = history.at(-1)?.digest
  const kept = tip === undefined ? undefined : archiveEndingWith(work, tip)
  const record = kept ?? freePath(root, recordOf(nameOf(work.flow), id))
  const ended = {
    verb: 'cleanup',
    choice,
    ...(said && { said }),
    record,
    ...(archive && { archive }),
    aside: to,
  } as const
  const answer = await castOnSession(meant, ended, before)
  if (!answer.ok) return answer
  // This also completes the history of an earlier attempt.
  await change(work.again(), 'collab', ctx, async ({ saved }) => {
    if (!isGoal(work.flow.definition, saved.current))
      throw new Failure(exit.busy, 'changed-meanwhile', 'The session has gone on meanwhile.', 'spell collab status')
    const names = filesUnder(root, folder).map((file) => [file, file.slice(folder.length + 1)] as const)
    const proofs = names.filter(([, name]) => isOfRecord.test(name))
    if (kept === undefined) copyIntoFolder(root, proofs, freePath(root, `${work.flow.local}/record-${stamp}`), record)
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

/** What proves the steps of a session, including files kept by a repair or a merge. */
const isOfRecord = /^(?:state\.json$|history\.jsonl$|proofs\.jsonl$|(?:broken|merged)-)/

/** A session that was only given its date is archived under the title of its design. */
function nameForArchive(root: string, name: string): string {
  if (!/^\d{4}-\d\d-\d\d-\d+$/.test(name)) return name
  const design = readBeginning(root, designOf(name), maxDocumentBytes)?.text ?? ''
  return slug(sectionsIn(design).within[0]?.title ?? '') || name
}

/** @returns the path of the copy; undefined if there is nothing to copy */
function archived(root: string, { folder, local }: Workflow, now: Date): string | undefined {
  const files = ['documents', 'diagrams'].flatMap((part) => filesUnder(root, `${folder}/${part}`))
  if (files.length === 0) return undefined
  const wanted = archiveOf(nameForArchive(root, nameOf({ folder })))
  const place = isThere(root, wanted) ? freePath(root, `${wanted}-${stampOf(now)}`) : wanted
  const names = files.map((file) => [file, file.slice(folder.length + 1)] as const)
  copyIntoFolder(root, names, freePath(root, `${local}/archive-${stampOf(now)}`), place)
  return place
}

/**
 * Copies files into a new folder, which appears complete or not at all. Needs the lock.
 *
 * @param files each with its path in the new folder
 * @param waiting where the folder is built; like the final `place` it must not exist
 * @throws Failure if a link is in the path, or a write fails
 */
export function copyIntoFolder(
  root: string,
  files: readonly (readonly [from: string, name: string])[],
  waiting: string,
  place: string,
): void {
  refuseLinks(root, [...files.map(([from]) => from), `${waiting}/file`, `${place}/file`])
  for (const [from, name] of files) {
    onDisk('write', from, () => {
      const to = join(root, waiting, name)
      if (!existsSync(dirname(to))) disk.makeFolder(dirname(to))
      disk.copy(join(root, from), to, `${to}.part`)
    })
  }
  onDisk('write', place, () => {
    const above = dirname(join(root, place))
    if (!existsSync(above)) disk.makeFolder(above)
    disk.move(join(root, waiting), join(root, place))
    disk.sync(above)
  })
}
