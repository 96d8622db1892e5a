import { join } from 'node:path'
import { exit, Failure } from '../failure/failure'
import { inCommon, readTrimmed } from './head'

/** Sections of git's settings in which programs can be named, and those that lead to further files. */
const telling = /^\s*\[\s*(?:filter|diff|merge|trailer|include)/im
const programs =
  /^(?:filter\..*\.(?:clean|smudge|process)|diff\..*\.(?:textconv|command)|merge\..*\.driver|trailer\..*\.(?:command|cmd))$/
type Ask = (args: readonly string[]) => Promise<string>
const asked = ['--null', '--name-only', '--get-regexp', '^(filter|diff|merge|trailer)\\.']

/**
 * Settings that switch off the programs that the repository's own settings name. A clone brings none; a folder that
 * another user has packed may, and looking at it must not run them. Those of the user's settings stay.
 *
 * @param own git's folder; nothing is switched off without it
 * @throws Failure (notPossible) `git-program` for one that cannot be switched off
 */
export async function withoutOwnPrograms(own: string | undefined, ask: Ask): Promise<string[]> {
  if (!own) return []
  const shared = readTrimmed(join(inCommon(own), 'config')) ?? ''
  // git reads the other file only where this one says so.
  const ofWorktree = /worktreeConfig/i.test(shared) ? (readTrimmed(join(own, 'config.worktree')) ?? '') : ''
  if (![shared, ofWorktree].some((text) => telling.test(text))) return []
  const keys = (await ownKeys(ask)).filter((key) => programs.test(key))
  return [...new Set(keys)].flatMap((key) => {
    const name = key.slice(0, key.lastIndexOf('.'))
    if (/[=\n]/.test(name)) throw cannotBeSwitchedOff(key)
    const more = name.startsWith('filter.')
      ? [`${name}.required=false`]
      : name.startsWith('trailer.')
        ? [`${name}.ifMissing=doNothing`, `${name}.ifExists=doNothing`]
        : []
    return [`${key}=`, ...more]
  })
}

async function ownKeys(ask: Ask): Promise<string[]> {
  try {
    const entries = (await ask(['config', '--show-scope', ...asked])).split('\0')
    // In turn a scope and a key.
    return entries.filter((_, index) => index % 2 === 1 && /^(?:local|worktree)$/.test(entries[index - 1] ?? ''))
  } catch {
    // Before git 2.26 nothing says whose they are.
    return (await ask(['config', ...asked])).split('\0')
  }
}

const cannotBeSwitchedOff = (key: string): Failure =>
  new Failure(
    exit.notPossible,
    'git-program',
    `git's settings of this repository name a program, ${JSON.stringify(key)}, that cannot be switched off.`,
    'git config --local --edit   # take it out, if it is not yours',
  )
