import type { Adapter } from '../pieces/adapter'
import type { BlockPiece, FilePiece, Hook, Look, Piece } from '../pieces/piece'
import type { HookTexts } from './texts'

/** A program that runs git's hooks as its configuration says. */
export interface HookRunner extends Omit<Adapter, 'pieces'> {
  /** Makes it call the script of a hook. */
  readonly pieceFor: (look: Look, hook: Hook) => Piece
}

/** The script of a hook, where a program that runs hooks calls it; relative to the root. */
const scripts: Readonly<Record<Hook, { readonly path: string; readonly text: keyof HookTexts; readonly id: string }>> =
  {
    'pre-commit': { path: '.ai/guard.sh', text: 'guard', id: 'guard' },
    'prepare-commit-msg': { path: '.ai/trailer.sh', text: 'trailer', id: 'trailer' },
  }

/** @returns what tells our part in a hook from others */
export const idOf = (hook: Hook): string => scripts[hook].id

/** @returns the text of a hook's script */
export const scriptOf = (hook: Hook, texts: HookTexts): string => texts[scripts[hook].text]

/** The script as a file of the team, which every program that runs hooks can call. */
export const scriptPiece = (hook: Hook, texts: HookTexts): FilePiece => ({
  do: 'file',
  path: scripts[hook].path,
  text: scriptOf(hook, texts),
  comment: 'hash',
})

/**
 * The line of shell that calls the script. On a branch from before, and where somebody has removed `.ai/`, it is silent.
 *
 * @param given what the hook gets from git, as the program that runs it writes that: `"$@"`; the guard takes nothing
 */
export function lineFor(hook: Hook, given: string): string {
  const { path } = scripts[hook]
  return `[ ! -f ${path} ] || sh ${path}${hook === 'pre-commit' ? '' : ` ${given}`}`
}

/** @returns lines of ours for a hook in a file of its program */
export const blockIn = (
  path: string,
  hook: Hook,
  lines: readonly string[],
  place: NonNullable<BlockPiece['place']>,
): BlockPiece => ({ do: 'block', path, id: idOf(hook), text: `${lines.join('\n')}\n`, comment: 'hash', place })
