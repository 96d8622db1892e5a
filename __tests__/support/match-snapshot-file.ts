import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Compares a text with a reviewed file, which `jest -u` updates and a first run creates (not with `--ci`). Like
 * `toMatchSnapshot`, but each text stays a separate, readable file.
 */
export function expectToMatchFile(text: string, path: string): void {
  const { snapshotState } = expect.getState() as unknown as {
    snapshotState: { _updateSnapshot: 'all' | 'new' | 'none' }
  }
  const mode = snapshotState._updateSnapshot
  if (mode === 'all' || (mode === 'new' && !existsSync(path))) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  expect(text).toBe(existsSync(path) ? readFileSync(path, 'utf8').replace(/\r\n/g, '\n') : undefined)
}
