import { firstOf } from '../answer/markdown'
import { readText } from '../disk/read'
import { ifPossible } from '../failure/failure'
import type { Work } from '../work/work'
import { readComments } from './read-comments'
import { isThread } from './reviews-at'

/** @returns what of a review is not decided, and what is meant as a part of it and is not read; a sentence each */
export function undecidedIn({ root, folder }: Work): string[] {
  const path = `${folder}/comments.md`
  const text = ifPossible(() => readText(root, path)) ?? ''
  const { entries, unread } = readComments(text)
  const open = entries.filter((each) => isThread(each) && each.word !== 'resolved' && each.note === '')
  const ids = firstOf(
    open.map(({ id }) => id),
    mostNamed,
  )
  const unknown = `this is a decision on no comment of the file. For example: \`- c1: wontfix\``
  return [
    open.length > 0 && `Without a decision in ${path}: ${ids}.`,
    unread.length > 0 && `${path} line ${firstOf(unread, mostNamed)}: ${unknown}`,
    entries.length === 0 && /^### /m.test(text) && `${path} has no comment that is read: one begins \`### c1 · open\`.`,
  ].filter((said) => said !== false)
}

const mostNamed = 10
