/** Both sides of a file in which git has left conflict markers. */
export interface Sides {
  /** The file as this branch has it. */
  readonly ours: string
  /** The file as the other branch has it. */
  readonly theirs: string
}

/**
 * Takes a file with conflict markers apart, with or without the common ancestor between them.
 *
 * @returns undefined where there is no whole conflict in it
 */
export function sidesOf(text: string): Sides | undefined {
  const ours: string[] = []
  const theirs: string[] = []
  let side: 'both' | 'ours' | 'ancestor' | 'theirs' = 'both'
  let conflicts = 0
  for (const line of text.split('\n')) {
    if (side === 'both' && /^<{7}(\s|$)/.test(line)) side = 'ours'
    else if (side === 'ours' && /^\|{7}(\s|$)/.test(line)) side = 'ancestor'
    else if ((side === 'ours' || side === 'ancestor') && /^={7}\r?$/.test(line)) side = 'theirs'
    else if (side === 'theirs' && /^>{7}(\s|$)/.test(line)) {
      side = 'both'
      conflicts++
    } else {
      if (side === 'both' || side === 'ours') ours.push(line)
      if (side === 'both' || side === 'theirs') theirs.push(line)
    }
  }
  return conflicts > 0 && side === 'both' ? { ours: ours.join('\n'), theirs: theirs.join('\n') } : undefined
}
