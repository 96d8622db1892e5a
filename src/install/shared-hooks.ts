import { dirname, isAbsolute, join } from 'node:path'
import { asideCommand } from '../disk/aside-command'
import { attempt, exit, Failure } from '../text/failure'
import { hookPath, ourHook } from './hook-managers/hook-line'
import { fingerprint, markedFile } from './pieces/marker'
import type { Site } from './pieces/piece'
import { type Planned, type Purpose, refusal, unchanged } from './pieces/planned'
import { type Choices, type Filed, readInstalled } from './pieces/record'

export interface HookRequest {
  /** Undefined removes everything. */
  readonly choices: Choices | undefined
  readonly purpose: Purpose
  /** Only files in git's own folder, for a fresh clone. */
  readonly onlyHere?: boolean
  /** Only the files at these paths. */
  readonly only?: readonly string[]
}

/** Our hook in git's own folder, from whichever working copy or worktree, or another one beside what ours had renamed. */
export function hooksHere(look: Site, known: readonly Filed[]): Filed[] {
  const { root, hooksFolder } = look
  if (!hooksFolder) return []
  const path = hookPath(root, join(hooksFolder, ourHook))
  const text = isAbsolute(path) && !look.isOutside(path) && look.read(path)
  if (!text || known.some((filed) => filed.path === path)) return []
  const chain = `${path}.before-spell`
  const renamed = look.isThere(chain) && { chain }
  if (!markedFile(text)) return renamed ? [{ path, whole: '', before: null, ...renamed }] : []
  return [{ path, whole: fingerprint(text), before: null, ...renamed }]
}

/** Keeps the hook that other worktrees use, and what lies outside of the repository, where others may use it. */
export function unlessOthersUseIt(
  look: Site,
  { purpose, onlyHere }: HookRequest,
  file: Planned,
  isWanted: boolean,
  filed: Filed | undefined,
): Planned {
  const { path, before, after, chain, back, refused } = file
  const isChange = before !== after || chain || back || refused
  if (!isAbsolute(path) || !isChange) return file
  const stays = (why: string, fix: string) => unchanged(path, filed, [{ kept: 'refused', why, fix, path }])
  if (!look.isOutside(path)) {
    const other = isWanted ? undefined : look.worktrees.find(usesHooksOfGit)
    return other
      ? stays(`The worktree ${other} uses it, so it stays.`, `spell uninstall --cwd ${JSON.stringify(other)}`)
      : file
  }
  if (!isWanted)
    return stays(
      'It lies outside of this repository, where others may use it, so it stays.',
      asideCommand(look.root, path),
    )
  const why = `git looks for hooks in ${dirname(path)}, outside of this repository, and a hook there is for every repository that uses that folder: let one of your own call “spell guard pre-commit”.`
  const fix = 'spell init --guard none'
  if (onlyHere || purpose === 'update') return stays(why, fix)
  return refusal(new Failure(exit.usage, 'outside-repository', why, fix), path, filed)
}

function usesHooksOfGit(root: string): boolean {
  const installed = attempt(() => readInstalled(root))
  return installed instanceof Failure || ['git', 'hooks-path'].includes(installed?.choices?.guard ?? '')
}
