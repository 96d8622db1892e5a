import { codeOf } from './disk-failure'

/** How long a change is tried again while another program holds the file, and the pause between two attempts. */
export const heldTimeoutMs = 1000
const heldPauseMs = 20

/** What Windows says of a file that an editor, an indexer or a virus scanner has open, and of a folder that is being deleted. */
const heldCodes = ['EPERM', 'EACCES', 'EBUSY']

/** @returns whether the same change may succeed in a moment; elsewhere than on Windows these codes are final */
export const isHeld = (error: unknown): boolean => process.platform === 'win32' && heldCodes.includes(codeOf(error))

/**
 * Makes a change to a name, again and again for `heldTimeoutMs` while another program holds what has it. Blocks meanwhile,
 * as every change to the disk does.
 *
 * @throws what the file system throws
 */
export function whileHeld(change: () => void): void {
  for (let left = heldTimeoutMs / heldPauseMs; ; left--) {
    try {
      change()
      return
    } catch (error) {
      if (left === 0 || !isHeld(error)) throw error
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, heldPauseMs)
  }
}
