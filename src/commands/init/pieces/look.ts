import { lstatSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Hooks } from '../../../git/hooks-folder'
import { readAsIs } from '../../../store/disk/read'
import type { Look } from './piece'

/**
 * @param root absolute
 * @param hooks where git looks for them; undefined without git
 */
export const lookAt = (root: string, hooks: Hooks | undefined): Look => ({
  root,
  read: (path) => readAsIs(placeOf(root, path)),
  isThere: (path) => lstatSync(placeOf(root, path), { throwIfNoEntry: false }) !== undefined,
  ...(hooks && { hooksFolder: hooks.folder }),
  ...(hooks?.path && { hooksPath: hooks.path }),
})

/** @returns a path of a piece, absolute */
export const placeOf = (root: string, path: string): string => (isAbsolute(path) ? path : join(root, path))
