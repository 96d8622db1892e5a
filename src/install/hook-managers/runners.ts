import { join } from 'node:path'
import type { Piece } from '../agents/piece'
import type { Adapter, Hook, Look } from '../pieces/piece'
import { callsByHand, type HookRunner, type HookTexts, hookPath, scriptOf, scriptPiece } from './hook-line'
import { husky } from './husky'
import { lefthook } from './lefthook'
import { preCommit } from './pre-commit'

/** @returns all ways to run git's hooks, the most specific first */
export const hookRunners = (texts: HookTexts): readonly Adapter[] => [
  ...[husky, lefthook, preCommit].map((runner) => withScripts(runner, texts)),
  ownFolder(texts),
  plain(texts),
]

const withScripts = ({ pieceFor, ...runner }: HookRunner, texts: HookTexts): Adapter => ({
  ...runner,
  pieces: (look, hooks) =>
    hooks.flatMap((hook) => {
      const piece = pieceFor(look, hook)
      const isByHand = piece.do === 'block' && callsByHand(look.read(piece.path) || '', hook)
      return [scriptPiece(look, hook, texts), ...(isByHand ? [] : [piece])]
    }),
})

/** git's own hooks folder, shared by all worktrees of this clone. */
const plain = (texts: HookTexts): Adapter => ({
  name: 'git',
  title: 'git itself',
  detect: ({ hooksFolder, hooksPath }) => hooksFolder !== undefined && hooksPath === undefined,
  pieces: (look, hooks) => hooks.map((hook) => hookFile(look, hook, texts)),
})

/** A hooks folder that the team has configured. */
const ownFolder = (texts: HookTexts): Adapter => ({
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
