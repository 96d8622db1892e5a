import type { Adapter } from '../pieces/adapter'
import { husky } from './husky'
import { lefthook } from './lefthook'
import { ownFolder, plain } from './plain'
import { preCommit } from './pre-commit'
import { simpleGitHooks } from './simple-git-hooks'
import type { HookTexts } from './texts'

/** @returns every program that can run git's hooks, the more special one first */
export const hookRunners = (texts: HookTexts): readonly Adapter[] =>
  [husky, lefthook, preCommit, simpleGitHooks, ownFolder, plain].map((adapter) => adapter(texts))
