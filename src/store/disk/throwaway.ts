import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/**
 * Lends a new empty folder, and removes it in any case.
 *
 * @param use gets its absolute path, and a function that writes into it as the user would with an editor
 */
export async function withThrowawayFolder<T>(
  use: (folder: string, write: (path: string, text: string) => void) => Promise<T>,
): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'spell-tour-')))
  try {
    return await use(folder, (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
