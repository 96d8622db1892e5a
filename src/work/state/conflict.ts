/** Both sides of a file with conflict markers of git. */
export interface Sides {
  /** The file of this branch. */
  readonly ours: string
  /** The file of the other branch. */
  readonly theirs: string
}

/** The part of a conflict that a line belongs to. */
type Side = 'both' | 'ours' | 'ancestor' | 'theirs'

/** @returns the part after a marker; undefined if the line is no marker here */
function sideAfter(line: string, side: Side): Side | undefined {
  if (side === 'both') return /^<{7}(\s|$)/.test(line) ? 'ours' : undefined
  if (side === 'theirs') return /^>{7}(\s|$)/.test(line) ? 'both' : undefined
  if (/^={7}\r?$/.test(line)) return 'theirs'
  return side === 'ours' && /^\|{7}(\s|$)/.test(line) ? 'ancestor' : undefined
}

/**
 * Splits a file with conflict markers, with or without the common ancestor.
 *
 * @returns undefined if there is no complete conflict in it
 */
export function sidesOf(text: string): Sides | undefined {
  const lines = text.split('\n')
  if (!isInConflict(lines)) return undefined
  const ours: string[] = []
  const theirs: string[] = []
  let side: Side = 'both'
  for (const line of lines) {
    const after = sideAfter(line, side)
    if (!after && (side === 'both' || side === 'ours')) ours.push(line)
    if (!after && (side === 'both' || side === 'theirs')) theirs.push(line)
    side = after ?? side
  }
  return { ours: ours.join('\n'), theirs: theirs.join('\n') }
}

/** @returns whether the file has conflicts, all complete; streams the lines */
export function isInConflict(lines: Iterable<string>): boolean {
  let side: Side = 'both'
  let conflicts = 0
  for (const line of lines) {
    const after = sideAfter(line, side)
    if (after === 'both') conflicts += 1
    side = after ?? side
  }
  return conflicts > 0 && side === 'both'
}
