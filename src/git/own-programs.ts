import { exit, Failure } from '../text/failure'

/** The last words of settings whose value is a program: git starts it, or a filter of the user's, as git-lfs does. */
const programs = new Set(
  'clean smudge process textconv external driver command cmd program helper pager editor askpass sshcommand gitproxy difffilter defaultkeycommand alternaterefscommand packobjectshook'.split(
    ' ',
  ),
)

/** What git needs besides, so that it does without the program. */
const instead: Readonly<Record<string, readonly string[]>> = {
  filter: ['required=false'],
  hook: ['enabled=false'],
}

const asked = ['--includes', '--null', '--name-only', '--list']

/** What git's settings name. */
export interface SettingsNamed {
  /** Settings that switch off the programs that the repository's own settings name. */
  readonly off: readonly string[]
  /** The names of all settings, in lower case but for their middle, and of those of the repository. */
  readonly all: readonly string[]
  readonly own: readonly string[]
}

/**
 * A clone brings no settings of its own; a folder that another user has packed may, and looking at it must not run the
 * programs that they name. Those of the user's settings stay. Only git itself knows what it reads, from which files.
 *
 * @throws Failure (notPossible) `git-program` for one that cannot be switched off; Error of git
 */
export async function namedSettings(ask: (args: readonly string[]) => Promise<string>): Promise<SettingsNamed> {
  const named = await listed(ask)
  const keys = named.own.filter((key) => programs.has(key.slice(key.lastIndexOf('.') + 1)))
  const off = [...new Set(keys)].flatMap((key) => {
    if (key.includes('=')) throw cannotBeSwitchedOff(key)
    const name = key.slice(0, key.lastIndexOf('.'))
    const more = name.includes('.') ? (instead[name.slice(0, name.indexOf('.'))] ?? []) : []
    return [`${key}=`, ...more.map((setting) => `${name}.${setting}`)]
  })
  return { ...named, off }
}

async function listed(ask: (args: readonly string[]) => Promise<string>): Promise<Omit<SettingsNamed, 'off'>> {
  try {
    const entries = (await ask(['config', '--show-scope', ...asked])).split('\0')
    // In turn a scope and a key.
    const all = entries.filter((_, index) => index % 2 === 1)
    return { all, own: all.filter((_, index) => /^(?:local|worktree)$/.test(entries[2 * index] ?? '')) }
  } catch {
    // Before git 2.26 nothing says whose they are.
    const all = (await ask(['config', ...asked])).split('\0')
    return { all, own: all }
  }
}

function cannotBeSwitchedOff(key: string): Failure {
  const message = `git's settings of this repository name a program, ${JSON.stringify(key)}, that cannot be switched off.`
  const fix = 'git config --local --edit   # take it out, if it is not yours'
  return new Failure(exit.notPossible, 'git-program', message, fix)
}
