import type { Adapter } from '../pieces/piece'
import { type HookRunner, type HookTexts, scriptPiece } from './hook-line'
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
  pieces: (look, hooks) => hooks.flatMap((hook) => [scriptPiece(look, hook, texts), pieceFor(look, hook)]),
})
