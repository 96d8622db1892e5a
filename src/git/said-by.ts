import type { ChildProcessWithoutNullStreams } from 'node:child_process'

/**
 * @param child git, whose input has been written
 * @returns what it prints; nothing if it says no by ending with 1 and without a word
 * @throws Error with git's complaint
 */
export const saidBy = (child: ChildProcessWithoutNullStreams): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const printed: Buffer[] = []
    const complaint: Buffer[] = []
    child.stdout.on('data', (bytes: Buffer) => printed.push(bytes))
    child.stderr.on('data', (bytes: Buffer) => complaint.push(bytes))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      if (code === 0 || (code === 1 && complaint.length === 0)) resolve(Buffer.concat(printed))
      else reject(new Error(Buffer.concat(complaint).toString() || `git ended with ${signal ?? code}`))
    })
  })
