import { exit, Failure } from '../failure/failure'

/** The last words of settings whose value is a program: git starts it, or a filter of the user's, as git-lfs does. */
const programs = new Set(
  'clean smudge process textconv external driver command cmd program helper pager editor askpass sshcommand gitproxy difffilter defaultkeycommand alternaterefscommand packobjectshook'.split(
    ' ',
  ),
)

/** What git needs besides, so that it does without the program. */
const instead: Readonly<Record<string, readonly string[]>> = {
  filter: ['required=false'],
  trailer: ['ifMissing=doNothing', 'ifExists=doNothing'],
  hook: ['enabled=false'],
}

const asked = ['--includes', '--null', '--name-only', '--list']

/**
 * Settings that switch off the programs that the repository's own settings name. A clone brings none; a folder that
 * another user has packed may, and looking at it must not run them. Those of the user's settings stay. Only git itself
 * knows what it reads, from which files.
 *
 * @throws Failure (notPossible) `git-program` for one that cannot be switched off; Error of git
 */
export async function withoutOwnPrograms(ask: (args: readonly string[]) => Promise<string>): Promise<string[]> {
  const keys = (await ownKeys(ask)).filter((key) => programs.has(key.slice(key.lastIndexOf('.') + 1)))
  return [...new Set(keys)].flatMap((key) => {
    if (key.includes('=')) throw cannotBeSwitchedOff(key)
    const name = key.slice(0, key.lastIndexOf('.'))
    const more = name.includes('.') ? (instead[name.slice(0, name.indexOf('.'))] ?? []) : []
    return [`${key}=`, ...more.map((setting) => `${name}.${setting}`)]
  })
}

async function ownKeys(ask: (args: readonly string[]) => Promise<string>): Promise<string[]> {
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
