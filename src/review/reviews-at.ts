import { foldersIn, readText, readUtf8 } from '../disk/read'
import type { Work } from '../work/work'
import { type Entry, readComments } from './read-comments'

/** A review as it is on disk. */
export interface ReviewAt {
  readonly folder: string
  readonly entries: readonly Entry[]
  /** Whether spell has fetched the comments. */
  readonly isFetched: boolean
  /** What answers its threads: the results; before there are any, what the review task answers without a change. */
  readonly results: string
  /** The address of its pull request. */
  readonly address: string | undefined
}

export const isThread = ({ word }: Entry): boolean => word.startsWith('open') || word === 'resolved'

/** @returns the review at hand, if there is one, then the archived ones, the newest first */
export function reviewsAt({ root, folder }: Pick<Work, 'root' | 'folder'>): ReviewAt[] {
  const archived = foldersIn(root, `${folder}/pr-reviews`).filter((name) => name.startsWith('pr-review-'))
  const folders = [
    folder,
    ...archived
      .toSorted()
      .reverse()
      .map((name) => `${folder}/pr-reviews/${name}`),
  ]
  return folders.flatMap((place) => {
    const path = `${place}/comments.md`
    const text = readUtf8(root, path)
    return text === undefined ? [] : [reviewIn(place, text)]
  })

  function reviewIn(place: string, text: string): ReviewAt {
    const own = readText(root, `${place}/review-task-results.md`)
    const results = own ?? unchangedIn(readText(root, `${place}/review-task.md`) ?? '')
    const address = /^- Address: <(https?:\/\/\S+)>$/m.exec(text)?.[1]
    const { entries, digest } = readComments(text)
    return { folder: place, entries, isFetched: digest !== undefined, results, address }
  }
}

/** The section of a review task that has the answers to questions. */
const unchangedIn = (task: string): string =>
  /^## Answered without a change\n.*?(?=\n## |$(?![\s\S]))/ms.exec(task.replace(/\r\n?/g, '\n'))?.[0] ?? ''
