import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { disk } from './disk'
import { codeOf } from './disk-failure'
import { local } from './local'

/**
 * What tells the hook of a commit that it need not start a program to read the state: a shell script cannot check JSON, but
 * it can compare files. The state file that a step has written has a second name here, and it, the history and a stamp have
 * the same time, which is a little in the past. Whoever writes to one of them gives it another time, also where a shell
 * compares whole seconds; whoever replaces the state file leaves another file behind the second name. The history gets its
 * time last of all, so that nothing is vouched for that is not finished.
 */
export const vouchedPath = `${local}/vouched.json`
export const stampPath = `${local}/vouched.stamp`

/** Longer than any clock ticks that a file system or a shell counts in. In seconds. */
const past = 2

/**
 * Vouches for a new state file, before it gets its name.
 *
 * @param root absolute
 * @param next the file; relative to the root
 * @returns the time to give to the history, in seconds; undefined where the file system has no second names, or refuses
 */
export function vouchForState(root: string, next: string): number | undefined {
  return unlessRefused(() => {
    const [from, to, stamp] = [join(root, next), join(root, vouchedPath), join(root, stampPath)]
    const time = statSync(from).mtimeMs / 1000 - past
    if (existsSync(to)) disk.remove(to)
    disk.date(from, time)
    disk.link(from, to)
    if (!existsSync(stamp)) disk.note(stamp, '')
    disk.date(stamp, time)
    return time
  })
}

/**
 * Vouches for the history, after everything else of the step is done.
 *
 * @param path of the history; relative to the root
 * @param time as `vouchForState` gave it
 */
export function vouchForHistory(root: string, path: string, time: number | undefined): void {
  if (time !== undefined) unlessRefused(() => disk.date(join(root, path), time))
}

/** Without a voucher a hook takes longer, and that is all. */
function unlessRefused<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch (error) {
    // Anything that is no refusal of the system is a mistake of ours.
    if (codeOf(error) === '') throw error
    return undefined
  }
}
