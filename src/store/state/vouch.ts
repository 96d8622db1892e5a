import { existsSync, lstatSync, statSync } from 'node:fs'
import type { Workflow } from '../../workflows/workflow'
import { disk } from '../disk/disk'
import { codeOf } from '../disk/disk-failure'
import { joinPosix } from '../disk/join-posix'
import { local } from '../disk/local'
import { leaveCommitsAlone, loadSettings, settingsPath } from '../settings/settings'

type Owner = Pick<Workflow, 'local'>

/**
 * What tells the hook of a commit that it need not start a program to read the state: a shell script cannot check JSON, but
 * it can compare files. The state file that a step has written has a second name here, and it, the history and a stamp have
 * the same time, which is a little in the past. Whoever writes to one of them gives it another time, also where a shell
 * compares whole seconds; whoever replaces the state file leaves another file behind the second name. The history gets its
 * time last of all, so that nothing is vouched for that is not finished.
 */
export const vouchedPath = ({ local }: Owner): string => `${local}/vouched.json`
export const stampPath = ({ local }: Owner): string => `${local}/vouched.stamp`

/** Longer than any clock ticks that a file system or a shell counts in. In seconds. */
const past = 2

/**
 * Vouches for a new state file, before it gets its name.
 *
 * @param root absolute
 * @param next the file; relative to the root
 * @returns the time to give to the history, in seconds; undefined where the file system has no second names, or refuses
 */
export function vouchForState(root: string, owner: Owner, next: string): number | undefined {
  return unlessRefused(() => {
    const [from, to, stamp] = [next, vouchedPath(owner), stampPath(owner)].map((path) => joinPosix(root, path)) as [
      string,
      string,
      string,
    ]
    const time = statSync(from).mtimeMs / 1000 - past
    if (existsSync(to)) disk.remove(to)
    disk.setMtime(from, time)
    disk.link(from, to)
    if (!existsSync(stamp)) disk.writeUnsynced(stamp, '')
    disk.setMtime(stamp, time)
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
  if (time !== undefined) unlessRefused(() => disk.setMtime(joinPosix(root, path), time))
}

export const vouchedSettingsPath = `${local}/vouched-settings.json`
/** Two stamps, a moment before the time of the settings and a moment after it. */
export const settingsStamps = [`${local}/vouched-settings.from`, `${local}/vouched-settings.to`] as const
/** In milliseconds; numbers tell no shorter time for certain. */
const moment = 1

/**
 * Vouches that the settings do not say which commits wait. They belong to people, so they keep their time, and the stamps
 * enclose it: whoever writes to them gives them another, and whoever replaces them leaves another file behind the second name.
 *
 * @param time as `vouchForState` gave it: settings that are younger are left to a later step
 */
export async function vouchForSettings(root: string, time: number): Promise<void> {
  const [settings, link] = [joinPosix(root, settingsPath), joinPosix(root, vouchedSettingsPath)]
  const look = () => {
    const stat = lstatSync(settings, { throwIfNoEntry: false })
    return stat?.isFile() && stat.mtimeMs <= time * 1000 ? stat : undefined
  }
  const before = unlessRefused(() => {
    if (lstatSync(link, { throwIfNoEntry: false })) disk.remove(link)
    return look()
  })
  if (before === undefined || !(await sayNothing(root))) return
  unlessRefused(() => {
    const now = look()
    if (now?.ino !== before.ino || now.mtimeMs !== before.mtimeMs || now.size !== before.size) return
    for (const [stamp, by] of [
      [settingsStamps[0], -moment],
      [settingsStamps[1], moment],
    ] as const) {
      const path = joinPosix(root, stamp)
      if (!existsSync(path)) disk.writeUnsynced(path, '')
      disk.setMtime(path, (before.mtimeMs + by) / 1000)
    }
    disk.link(settings, link)
  })
}

/** Those that cannot be read say what nobody knows. */
const sayNothing = (root: string): Promise<boolean> => loadSettings(root, {}).then(leaveCommitsAlone, () => false)

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
