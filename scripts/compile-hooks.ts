import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HookTexts } from '../src/install/hook-managers/hook-line'

/**
 * Reads the scripts of hooks, and inserts the files that they share.
 *
 * @param folder `templates/hooks`
 */
export function compileHooks(folder: string): HookTexts {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').replace(/\r\n/g, '\n')
  const script = (name: string) =>
    read(`${name}.sh`).replace(/^\{\{([a-z-]+)\}\}$/gm, (_, part: string) => read(`${part}.sh`).trimEnd())
  return { guard: script('guard'), trailer: script('trailer'), blocked: read('blocked.md') }
}
