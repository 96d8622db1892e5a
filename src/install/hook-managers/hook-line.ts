import { isAbsolute, join, relative, sep } from 'node:path'
import type { BlockPiece, FilePiece, Piece } from '../agents/piece'
import { hasMarker, markedFile } from '../pieces/marker'
import { programIn } from '../pieces/package-json'
import type { Adapter, Look } from '../pieces/piece'

/** The script of the hook, and the guard's message, from `templates/hooks/`. */
export interface HookTexts {
  readonly guard: string
  /** The message for a commit that has to wait. */
  readonly blocked: string
}

/** The hook of git that runs us. */
export const ourHook = 'pre-commit'

/** A hook manager, which runs git's hooks from its configuration. */
export interface HookRunner extends Omit<Adapter, 'pieces'> {
  /** Makes it call the script of our hook. */
  readonly pieceFor: (look: Look) => Piece
}

/** The script for hook managers; relative to the root. */
const script = '.ai/guard.sh'
/** By which a configuration names our part. */
export const guardId = 'guard'

/** The text of the hook, which looks for the program where this repository has it. */
export const scriptOf = (look: Look, { guard }: HookTexts): string =>
  look.package ? guard.replace('spell=spell ', () => `spell=./\${at}${programIn(look)} `) : guard

/** The script as a shared file that every hook manager can call. */
export const scriptPiece = (look: Look, texts: HookTexts): FilePiece => ({
  do: 'file',
  path: script,
  text: scriptOf(look, texts),
  comment: 'hash',
  starts: ourHook,
})

/** The shell line that calls the script, if it exists. */
export const line = `[ ! -f ${script} ] || sh ${script}`

/** @returns what git runs before a commit, as a text; empty if that is ours */
export function hookOf(look: Look): string {
  const text = look.read(join(look.hooksFolder ?? '', ourHook)) || ''
  return markedFile(text) ? '' : text
}

/** @returns whether a configuration calls the script already, in a line of the developer's own */
export const callsByHand = (text: string): boolean => !hasMarker(text) && text.includes(`sh ${script}`)

export const blockIn = (
  path: string,
  lines: readonly string[],
  place: NonNullable<BlockPiece['place']>,
): BlockPiece => ({ do: 'block', path, id: guardId, text: `${lines.join('\n')}\n`, comment: 'hash', place })

/** @returns the path of a hook for a piece; relative if it is a file of the team, outside git's own folder */
export function hookPath(root: string, full: string): string {
  const path = relative(root, full).split(sep).join('/')
  return path.startsWith('../') || path.startsWith('.git/') || isAbsolute(path) ? full : path
}
