import { firstOf } from '../answer/markdown'
import { readText } from '../disk/read'
import { ifPossible } from '../failure/failure'
import type { Work } from '../work/work'
import { readComments } from './read-comments'
import { isThread } from './reviews-at'

const mostNamed = 10

/** @returns what of a review is not decided, and what is meant as a part of it and is not read; a sentence each */
export function undecidedIn({ root, folder }: Work): string[] {
  const path = `${folder}/comments.md`
  const text = ifPossible(() => readText(root, path)) ?? ''
  const { entries, unread } = readComments(text)
  const open = entries.filter((each) => isThread(each) && each.word !== 'resolved' && each.note === '')
  const isStrange = entries.length === 0 && /^### /m.test(text)
  return [
    ...(open.length > 0
      ? [
          `Without a decision in ${path}: ${firstOf(
            open.map(({ id }) => id),
            mostNamed,
          )}.`,
        ]
      : []),
    ...(unread.length > 0
      ? [
          `${path} line ${firstOf(unread, mostNamed)}: this is a decision on no comment of the file. For example: \`- c1: wontfix\``,
        ]
      : []),
    ...(isStrange ? [`${path} has no comment that is read: its heading is \`### c1 · open\`.`] : []),
  ]
}
