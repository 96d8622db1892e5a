import { isAbsolute, join, relative, sep } from 'node:path'
import type { Piece } from '../../agents/piece'
import type { Adapter, Hook, Look } from '../pieces/piece'
import { type HookTexts, scriptOf } from './hook-line'

/** git's own hooks folder, shared by all worktrees of this clone. */
export const plain = (texts: HookTexts): Adapter => ({
  name: 'git',
  title: 'git itself',
  detect: ({ hooksFolder, hooksPath }) => hooksFolder !== undefined && hooksPath === undefined,
  pieces: (look, hooks) => hooks.map((hook) => hookFile(look, hook, texts)),
})

/** A hooks folder that the team has configured. */
export const ownFolder = (texts: HookTexts): Adapter => ({
  ...plain(texts),
  name: 'hooks-path',
  title: 'core.hooksPath',
  detect: ({ hooksPath }) => hooksPath !== undefined,
})

/** The whole script is the hook, which is fastest. It calls a previous hook, in any language. */
function hookFile(look: Look, hook: Hook, texts: HookTexts): Piece {
  const { root, hooksFolder = join(root, '.git', 'hooks') } = look
  const path = hookPath(root, join(hooksFolder, hook))
  const text = scriptOf(look, hook, texts)
  return { do: 'file', path, text, comment: 'hash', executable: true, chain: `${path}.before-spell`, starts: hook }
}

/** @returns the path of a hook for a piece; relative if it is a file of the team, outside git's own folder */
export function hookPath(root: string, full: string): string {
  const path = relative(root, full).split(sep).join('/')
  return path.startsWith('../') || path.startsWith('.git/') || isAbsolute(path) ? full : path
}
