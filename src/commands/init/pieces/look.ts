import { join } from 'node:path'
import type { Hooks } from '../../../git/hooks-folder'
import { readAsIs } from '../../../store/disk/read'
import { readerOf } from './apply'
import type { Look } from './piece'

/**
 * @param root absolute
 * @param hooks where git looks for them; undefined without git
 * @returns what adapters may look at; a file that is no text is there, but cannot be read
 */
export function lookAt(root: string, hooks: Hooks | undefined): Look {
  return {
    root,
    read: (path) => readAsIs(join(root, path)) || undefined,
    isThere: readerOf(root).isThere,
    ...(hooks && { hooksFolder: hooks.folder }),
    ...(hooks?.path && { hooksPath: hooks.path }),
  }
}
