import { spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from './folder'
import { emptyRepository, packed } from './packed'

// Real processes on slow machines.
jest.setTimeout(180_000)

/** The packed program, as a user has it. */
export const program = join(packed, 'package', 'bin', 'spell.cjs')

export interface Run {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number | null
}

/** The environment without what would change an answer. */
export const plainEnv: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(SPELL_|GIT_|GITHUB_|GH_|NO_COLOR|FORCE_COLOR|CI$|TERM$|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)/i.test(
          name,
        ),
    ),
  ),
  // Where the program keeps what V8 has compiled; nothing of the tests goes into the user's own.
  XDG_CACHE_HOME: join(packed, 'cache'),
  LOCALAPPDATA: join(packed, 'cache'),
  // Nor do they read the user's own settings.
  XDG_CONFIG_HOME: join(packed, 'config'),
  APPDATA: join(packed, 'config'),
}

/** Runs the packed program to its end. */
export function spell(
  cwd: string,
  args: readonly string[],
  more: { input?: string; env?: Readonly<Record<string, string | undefined>>; timeout?: number } = {},
): Run {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
    input: more.input ?? '',
    env: { ...plainEnv, ...more.env },
    maxBuffer: 64 * 1024 * 1024,
    // One that hangs has no exit code.
    timeout: more.timeout,
    killSignal: 'SIGKILL',
  })
  return { stdout, stderr, exitCode: status }
}

/** A fresh git repository. */
export function makeRepository(files: Readonly<Record<string, string>> = {}) {
  const folder = makeFolder(files)
  cpSync(emptyRepository, folder.path, { recursive: true })
  return folder
}
