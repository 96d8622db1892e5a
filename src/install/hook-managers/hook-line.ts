import { isAbsolute, join, relative, sep } from 'node:path'
import type { BlockPiece, FilePiece, Piece } from '../agents/piece'
import { hasMarker, markedFile } from '../pieces/marker'
import { programIn } from '../pieces/package-json'
import type { Adapter, Hook, Look } from '../pieces/piece'

/** The scripts of hooks, and the guard's messages, from `templates/hooks/`. */
export interface HookTexts {
  readonly guard: string
  readonly trailer: string
  /** The message for a commit that has to wait. */
  readonly blocked: string
}

/** A hook manager, which runs git's hooks from its configuration. */
export interface HookRunner extends Omit<Adapter, 'pieces'> {
  /** Makes it call a hook's script. */
  readonly pieceFor: (look: Look, hook: Hook) => Piece
}

/** A hook's script for hook managers; relative to the root. */
const scripts: Readonly<Record<Hook, { readonly path: string; readonly text: keyof HookTexts; readonly id: string }>> =
  {
    'pre-commit': { path: '.ai/guard.sh', text: 'guard', id: 'guard' },
    'prepare-commit-msg': { path: '.ai/trailer.sh', text: 'trailer', id: 'trailer' },
  }

export const idOf = (hook: Hook): string => scripts[hook].id

/** The text of a hook, which looks for the program where this repository has it. */
export const scriptOf = (look: Look, hook: Hook, texts: HookTexts): string =>
  texts[scripts[hook].text].replace('spell=spell ', look.package ? `spell=./\${at}${programIn(look)} ` : '$&')

/** The script as a shared file that every hook manager can call. */
export const scriptPiece = (look: Look, hook: Hook, texts: HookTexts): FilePiece => ({
  do: 'file',
  path: scripts[hook].path,
  text: scriptOf(look, hook, texts),
  comment: 'hash',
  starts: hook,
})

/** The shell line that calls the script, if it exists; `given` are git's arguments as the manager has them: `"$@"`. */
export function lineFor(hook: Hook, given: string): string {
  const { path } = scripts[hook]
  return `[ ! -f ${path} ] || sh ${path}${hook === 'pre-commit' ? '' : ` ${given}`}`
}

/** @returns what git runs for a hook, as a text; empty if that is ours */
export function hookOf(look: Look, hook: Hook): string {
  const text = look.read(join(look.hooksFolder ?? '', hook)) || ''
  return markedFile(text) ? '' : text
}

/** @returns whether a configuration calls the script already, in a line of the developer's own */
export const callsByHand = (text: string, hook: Hook): boolean =>
  !hasMarker(text) && text.includes(`sh ${scripts[hook].path}`)

export const blockIn = (
  path: string,
  hook: Hook,
  lines: readonly string[],
  place: NonNullable<BlockPiece['place']>,
): BlockPiece => ({ do: 'block', path, id: idOf(hook), text: `${lines.join('\n')}\n`, comment: 'hash', place })

/** @returns the path of a hook for a piece; relative if it is a file of the team, outside git's own folder */
export function hookPath(root: string, full: string): string {
  const path = relative(root, full).split(sep).join('/')
  return path.startsWith('../') || path.startsWith('.git/') || isAbsolute(path) ? full : path
}
