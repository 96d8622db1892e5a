import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** Lends a new empty folder, and a function that writes into it as a user would; removes it in any case. */
export async function withThrowawayFolder<T>(
  use: (folder: string, write: (path: string, text: string) => void) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(realTemporary(), 'spell-'))
  try {
    return await use(folder, (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

let temporary: { readonly named: string; readonly real: string } | undefined

/** The folder of temporary ones, whose links are followed once. */
function realTemporary(): string {
  const named = tmpdir()
  if (temporary?.named !== named) temporary = { named, real: realpathSync(named) }
  return temporary.real
}

/**
 * Copies a file, if it is there, within or into such a folder, with its time, less a millisecond: git compares the time
 * of its index with those of the files, and looks again at such as are not older.
 *
 * @returns that time, in seconds; undefined if it is not there
 */
export function copyWithTime(from: string, to: string): number | undefined {
  // Before it is copied: what takes its place meanwhile is newer.
  const stat = statSync(from, { throwIfNoEntry: false })
  if (!stat) return undefined
  const earlier = (Math.floor(stat.mtimeMs) - 1) / 1000
  copyFileSync(from, to)
  utimesSync(to, earlier, earlier)
  return earlier
}
