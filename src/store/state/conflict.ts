/** Both sides of a file in which git has left conflict markers. */
export interface Sides {
  /** The file as this branch has it. */
  readonly ours: string
  /** The file as the other branch has it. */
  readonly theirs: string
}

/** Where a line of a file in conflict belongs. */
type Side = 'both' | 'ours' | 'ancestor' | 'theirs'

/** @returns where the lines after a marker belong, undefined for a line that is none there */
function sideAfter(line: string, side: Side): Side | undefined {
  if (side === 'both') return /^<{7}(\s|$)/.test(line) ? 'ours' : undefined
  if (side === 'theirs') return /^>{7}(\s|$)/.test(line) ? 'both' : undefined
  if (/^={7}\r?$/.test(line)) return 'theirs'
  return side === 'ours' && /^\|{7}(\s|$)/.test(line) ? 'ancestor' : undefined
}

/**
 * Takes a file with conflict markers apart, with or without the common ancestor between them.
 *
 * @returns undefined where there is no whole conflict in it
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

/** @returns whether there are conflicts in a file, each of them whole; keeps no line in memory */
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
