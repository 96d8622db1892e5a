import { startGit } from './start'

/** @returns the bytes of a blob; rejects with git's message if it cannot be read */
export async function readBlob(root: string, id: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  await (await startGit(root, (bytes) => pieces.push(bytes))).raw('cat-file', 'blob', id)
  return Buffer.concat(pieces)
}
