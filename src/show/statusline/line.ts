import { turnLine } from '../../cast/answer/turn'
import { inline } from '../../text/markdown/code'
import { visible } from '../../text/markdown/visible'
import { plain } from '../../text/markdown-parts'
import { passedCounts } from '../../workflow/criteria/counts'
import { unnamed } from '../../workflows/registry'
import type { Seen } from './glance'

/** How long a line may be, in columns of a terminal. */
const most = 80

/** @returns the line for what was found; empty without work */
export function lineOf(seen: readonly Seen[]): string {
  const [only, ...others] = seen
  if (!only) return ''
  if (others.length > 0) return joined(seen.map(({ name }) => name).join(', '), ['spell work use NAME'])
  const { name, title = name === unnamed ? '' : name, where = '', criteria, turn } = only
  // Only the first thing to do: what users wrote needs the room.
  const next = turn ? plain(turnLine({ ...turn, does: turn.does.split(/, (?!\*)| for /)[0] ?? '' })) : ''
  return joined(title, [where, criteria ? passedCounts(criteria) : '', next])
}

/** @returns the line for what cannot be read */
export const problemLine = (message: string, fix: string): string => joined(message.replace(/\.$/, ''), [fix])

/** Shortens what users wrote, so that the rest is there. */
function joined(written: string, ours: readonly string[]): string {
  const rest = ours.filter((part) => part !== '').join(' · ')
  const first = shortened(shown(written), most - rest.length - 3)
  return shortened(shown([first, rest].filter((part) => part !== '').join(' · ')), most)
}

const shown = (text: string): string => visible(inline(text).trim())

/** A letter from Hangul on may take two columns, punctuation does not. */
const columnsOf = (letter: string): number => (letter < '\u1100' || (letter >= '\u2000' && letter < '\u2600') ? 1 : 2)

function shortened(text: string, room: number): string {
  const letters = [...text]
  let taken = 0
  const end = letters.findIndex((letter) => {
    taken += columnsOf(letter)
    return taken > room
  })
  if (end < 0) return text
  // What joins or changes the letter before it must not be left alone.
  const kept = letters.slice(0, Math.max(end - 1, 0)).join('')
  return `${kept.replace(/(?:\s|\u200D|\uFE0E|\uFE0F)+$/, '')}…`
}
