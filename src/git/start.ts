import type { SimpleGit } from 'simple-git'

/**
 * @param folder absolute
 * @returns git, to be asked there
 */
export async function startGit(folder: string): Promise<SimpleGit> {
  const { simpleGit } = await import('simple-git')
  // Without this it waits 50 ms after git has ended, in case there is more to come …
  const git = simpleGit(folder, { completion: { onClose: true, onExit: false } })
  // … and without this once more where git has said nothing.
  return git.outputHandler((_, stdout) => void setImmediate(() => stdout.emit('data', Buffer.alloc(0))))
}
