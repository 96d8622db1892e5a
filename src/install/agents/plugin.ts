import type { Piece } from './piece'

const folders = /(?:^|\/)(skills\/spell\/SKILL\.md|commands\/(?:accio|lumos)\.\w+)$/

/** @returns the path in a plugin of what `init` would write; undefined for what no plugin brings, such as hooks of a workflow */
export function pathInPlugin(piece: Piece): string | undefined {
  if (piece.do === 'file') return folders.exec(piece.path)?.[1]
  if (piece.do === 'block' || !piece.keys.some(({ at }) => at[0] === 'hooks')) return undefined
  return / \w+ hook /.test(JSON.stringify(piece.keys)) ? undefined : 'hooks/hooks.json'
}

/** The name of the plugin in every agent. */
export const plugin = 'spell'

/** The user's own folder, in which agents keep plugins. */
export const homeIn = ({ HOME, USERPROFILE }: Readonly<Record<string, string | undefined>>): string =>
  HOME ?? USERPROFILE ?? ''
