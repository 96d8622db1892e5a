import { codeOf } from './disk-failure'

/** How long to retry a change while another program holds the file, and the pause between two attempts. */
export const heldTimeoutMs = 1000
const heldPauseMs = 20

/** Errors of Windows for a file that another program has open, and for a folder that is being deleted. */
const heldCodes = ['EPERM', 'EACCES', 'EBUSY']

/** @returns whether a retry may succeed; on other platforms these errors are final */
export const isHeld = (error: unknown): boolean => process.platform === 'win32' && heldCodes.includes(codeOf(error))

/** Retries a change for `heldTimeoutMs` while another program holds the file. Blocks, as every change does. */
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
