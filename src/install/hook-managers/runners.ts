import type { Adapter } from '../pieces/piece'
import { callsByHand, type HookRunner, type HookTexts, scriptPiece } from './hook-line'
import { husky } from './husky'
import { lefthook } from './lefthook'
import { ownFolder, plain } from './plain'
import { preCommit } from './pre-commit'
import { simpleGitHooks } from './simple-git-hooks'

/** @returns all ways to run git's hooks, the most specific first */
export const hookRunners = (texts: HookTexts): readonly Adapter[] => [
  ...[husky, lefthook, preCommit, simpleGitHooks].map((runner) => withScripts(runner, texts)),
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
