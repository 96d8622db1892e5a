import { dirname, join } from 'node:path'
import { disk } from '../disk/disk'
import { onDisk } from '../disk/disk-failure'
import { refuseLinks } from '../disk/links'
import { readText } from '../disk/read'
import { fromJson, isRecord } from '../text/json'
import type { Work } from '../work/work'

/** A reply that was posted, or a thread that was resolved after one. */
export interface KeptReply {
  readonly thread: string
  /** How many remarks the thread had, so that a later round of the review has its own reply. */
  readonly after: number
  readonly url: string
  readonly isResolved: boolean
}

const pathIn = ({ folder }: Pick<Work, 'folder'>): string => `${folder}/pr-reviews/replies.jsonl`

/** @returns the replies of a piece of work, without lines that cannot be read */
export function keptReplies(work: Pick<Work, 'root' | 'folder'>): KeptReply[] {
  const lines = (readText(work.root, pathIn(work)) ?? '').split('\n')
  return lines.map(fromJson).filter(isReply)
}

const isReply = (value: unknown): value is KeptReply =>
  isRecord(value) &&
  typeof value.thread === 'string' &&
  typeof value.url === 'string' &&
  Number.isSafeInteger(value.after) &&
  typeof value.isResolved === 'boolean'

/** Keeps a reply at once, so that a run that is cut off knows it. Throws Failure if it cannot be written */
export function keepReply(work: Pick<Work, 'root' | 'folder'>, reply: KeptReply): void {
  const path = pathIn(work)
  refuseLinks(work.root, [path, dirname(path)])
  onDisk('write', path, () => {
    disk.makeFolder(dirname(join(work.root, path)))
    disk.append(join(work.root, path), Buffer.from(`${JSON.stringify(reply)}\n`))
  })
}

/** @returns what was posted to a thread as it was fetched, the newest first */
export const replyTo = (kept: readonly KeptReply[], thread: string, after: number): KeptReply | undefined =>
  kept.findLast((reply) => reply.thread === thread && reply.after === after)
