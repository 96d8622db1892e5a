import { startGit } from './start'

/** @returns the bytes of a file that git keeps, by its id; rejects with what git says if it cannot be read */
export async function readBlob(root: string, id: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  await (await startGit(root, (bytes) => pieces.push(bytes))).raw('cat-file', 'blob', id)
  return Buffer.concat(pieces)
}
