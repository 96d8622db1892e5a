import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeFolder } from './folder'

// git is a real process, and machines can be slow.
jest.setTimeout(60_000)

/** The user's folders in the tests, so that nothing goes into the real ones. */
export const userFolder = join(__dirname, '..', '..', 'node_modules', '.cache', 'spell', 'user')

/** The environment without variables that would change an answer. */
export const plainEnv: NodeJS.ProcessEnv = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) =>
        !/^(SPELL_|GIT_|GITHUB_|GH_|NO_COLOR|FORCE_COLOR|CI$|TERM$|CLAUDECODE$|CODEX_|CURSOR_AGENT$|COPILOT_CLI$|GEMINI_CLI$|OPENCODE$|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)/i.test(
          name,
        ),
    ),
  ),
  // The cache of compiled code.
  XDG_CACHE_HOME: join(userFolder, 'cache'),
  LOCALAPPDATA: join(userFolder, 'cache'),
  // The tests do not read the user's settings.
  XDG_CONFIG_HOME: join(userFolder, 'config'),
  XDG_STATE_HOME: join(userFolder, 'state'),
  APPDATA: join(userFolder, 'config'),
}

/** Who commits, where neither a repository nor a test says it: the machine may have no identity. */
const gitConfig = join(userFolder, 'config', 'git', 'config')
if (!existsSync(gitConfig)) {
  mkdirSync(dirname(gitConfig), { recursive: true })
  const part = `${gitConfig}.${process.pid}`
  writeFileSync(part, '[user]\n\tname = Robin\n\temail = robin@shop.example\n')
  renameSync(part, gitConfig)
}

let made: string | undefined
afterAll(() => {
  if (made !== undefined) rmSync(made, { recursive: true, force: true })
  made = undefined
})

/** An empty git repository, created once per test file: copying is faster. */
export function emptyRepository(): string {
  if (made === undefined) {
    made = mkdtempSync(join(tmpdir(), 'spell repository '))
    execFileSync('git', ['init', '--quiet', '--template=', made], { env: plainEnv })
  }
  return made
}

/** A new git repository. */
export function makeRepository(files: Readonly<Record<string, string>> = {}) {
  const folder = makeFolder(files)
  cpSync(emptyRepository(), folder.path, { recursive: true })
  return folder
}
