import { type HistoryLine, isInside, parseLine } from './history-line'
import { readTail } from './tail'
import { linesOf } from './text-lines'

/** The history of one piece of work. */
export interface Chapter {
  /** Relative to the root. */
  readonly path: string
  readonly first?: HistoryLine
}

/** The histories of all pieces of work, each in the archive that the first line of the next one names. */
export interface Chapters {
  /** The oldest first; the last one is that of the work at hand. */
  readonly chapters: readonly Chapter[]
  /** The archive without the history that the first line of the oldest one goes on from. */
  readonly lost?: string
}

/**
 * @param root absolute
 * @param path of the history of the work at hand
 * @throws Failure where one of them cannot be read
 */
export function chaptersOf(root: string, path: string): Chapters {
  const chapters: Chapter[] = []
  for (let next = path; ; ) {
    const [line] = linesOf(root, next)
    const first = line?.ended ? parseLine(line.text) : undefined
    chapters.unshift({ path: next, ...(first && { first }) })
    if (first?.trigger !== 'New' || first.previous === undefined || first.archive === undefined) return { chapters }
    const { archive } = first
    next = `${archive}/history.jsonl`
    const goesOn = isInside(next) && readTail(root, next)?.digest === first.previous
    // Lines that name each other in a circle were written by hand.
    if (!goesOn || chapters.some((chapter) => chapter.path === next)) return { chapters, lost: archive }
  }
}
