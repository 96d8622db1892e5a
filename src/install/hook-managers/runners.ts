import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CommandContext } from '../../cli/command'
import { topOf } from '../../git/clone'
import { openGit } from '../../git/git'
import type { Piece } from '../agents/piece'
import type { Adapter, Look } from '../pieces/piece'
import { callsByHand, type HookRunner, type HookTexts, hookPath, ourHook, scriptOf, scriptPiece } from './hook-line'
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
  pieces: (look) => {
    const piece = pieceFor(look)
    const isByHand = piece.do === 'block' && callsByHand(look.read(piece.path) || '')
    return [scriptPiece(look, texts), ...(isByHand ? [] : [piece])]
  },
})

/** git's own hooks folder, shared by all worktrees of this clone. */
const plain = (texts: HookTexts): Adapter => ({
  name: 'git',
  title: 'git itself',
  detect: ({ hooksFolder, hooksPath }) => hooksFolder !== undefined && hooksPath === undefined,
  pieces: (look) => [hookFile(look, texts)],
})

/** A hooks folder that the team has configured. */
const ownFolder = (texts: HookTexts): Adapter => ({
  ...plain(texts),
  name: 'hooks-path',
  title: 'core.hooksPath',
  detect: ({ hooksPath }) => hooksPath !== undefined,
})

/** The whole script is the hook, which is fastest. It calls a previous hook, in any language. */
function hookFile(look: Look, texts: HookTexts): Piece {
  const { root, hooksFolder = join(root, '.git', 'hooks') } = look
  const path = hookPath(root, join(hooksFolder, ourHook))
  const text = scriptOf(look, texts)
  return { do: 'file', path, text, comment: 'hash', executable: true, chain: `${path}.before-spell`, starts: ourHook }
}

/** Runs, in the root, what activates the installation. A failing command is reported, so that the user can run it. */
export async function activate(
  root: string,
  commands: readonly (readonly string[])[],
  { env, tell }: CommandContext,
): Promise<void> {
  const { spawnSync } = await import('node:child_process')
  for (const command of commands) {
    const [program, ...rest] = (await installed(root, command, env)) ?? []
    // On Windows these programs are scripts, which only a shell can start; the commands contain no foreign input.
    const shell = process.platform === 'win32'
    const settings = { cwd: root, env: { ...env }, stdio: 'ignore', shell } as const
    const done = program === undefined ? undefined : spawnSync(shell ? `"${program}"` : program, rest, settings)
    if (done?.status !== 0) tell(`This did not work, and has to be done by hand: ${command.join(' ')}`)
  }
}

/** A package's program is started without npx, which does what `.npmrc` says; the user starts one that is committed. */
async function installed(
  root: string,
  command: readonly string[],
  env: CommandContext['env'],
): Promise<readonly string[] | undefined> {
  const [npx, , name = '', ...rest] = command
  if (npx !== 'npx') return command
  const top = topOf(root) ?? root
  for (let folder = root; ; folder = dirname(folder)) {
    const program = join(folder, 'node_modules', '.bin', name)
    if (existsSync(program)) {
      const { ask } = openGit(folder, env)
      const tracked = await ask(['ls-files', '-z', '--', 'node_modules']).catch(() => undefined)
      return tracked === '' ? [program, ...rest] : undefined
    }
    if (folder === top || folder === dirname(folder)) return undefined
  }
}
