import { accessSync, constants, existsSync, realpathSync } from 'node:fs'
import { delimiter, dirname, join, relative } from 'node:path'
import type { Environment } from '../disk/environment'
import { isInside } from '../disk/links'
import { getOrInsert } from '../engine/records'
import { topOf } from '../git/clone'
import { attemptOr, exit } from '../text/failure'
import { quoted } from '../text/markdown/shown-command'
import { programOf } from './adapters'
import type { Piece } from './agents/piece'
import { ourHook } from './hook-managers/hook-line'
import type { InstallContext } from './init'
import { launcherAt } from './pieces/package-json'
import type { Look } from './pieces/piece'
import type { Choices } from './pieces/record'
import type { InstallReport } from './report'
import { type Ended, run, type Started, tooLong } from './start-as-host'
import { chosenIn } from './wanted'

/** Files with something that does not work, for one reason. */
export interface Failing {
  readonly paths: readonly string[]
  /** What was started, and what it printed: a sentence. */
  readonly why: string
  /** A command that helps, or a sentence. */
  readonly fix: string
}

/** A command as the host of a file starts it. */
interface Start extends Started {
  readonly path: string
  /** As it is shown. */
  readonly line: string
  readonly works: (ended: Ended) => boolean
}

const atOnce = 4

/** A state that there is not: the guard has to start the program, which says so. */
const noState = 'ONLY_TRIED'

/** What a program ends with that knows what it was asked; what it has found is not the hook's fault. */
const answers: readonly (number | null)[] = [exit.done, exit.unreadable, exit.busy, exit.found]

/**
 * Starts each hook and launcher that was written, in the root and, if its host does so, below it; nothing is changed by
 * that. Nothing is started on Windows, where hosts have shells of their own, and of what the repository brings only by
 * its own program.
 *
 * @returns what does not work, and the hooks whose mode keeps git from running them; where nothing is started, all of
 *   `notCalled`
 */
export async function tryOut(ground: InstallContext, choices: Choices, env: Environment): Promise<readonly Failing[]> {
  if (process.platform === 'win32' || bringsAnother(ground.look)) return notCalled(ground, choices)
  const starts = startsIn(ground, choices)
  const ended = new Map<Start, Ended>()
  const waiting = starts.values()
  // As Claude Code names its folder.
  const clean = { ...withoutManager(env), CLAUDE_PROJECT_DIR: ground.root }
  const take = async () => {
    for (const start of waiting) {
      ended.set(start, await run(start, clean))
      // The next would take as long.
      if (ended.get(start)?.printed === tooLong) return
    }
  }
  await Promise.all(Array.from({ length: atOnce }, take))
  const failed = starts.filter((start) => {
    const how = ended.get(start)
    return how && !start.works(how)
  })
  const notRun = notAllowedIn(ground, choices)
  if (failed.length === 0) return notRun
  const pathsOf = (starts: readonly Start[]) => [...new Set(starts.map(({ path }) => path))]
  const launcher = programOf(ground.look)
  const known = launcher === 'spell' ? await notOurs(ground.root, clean) : undefined
  if (known) return [...notRun, { paths: pathsOf(failed), ...known }]
  const fix =
    launcher === 'spell' ? installThis() : `Install the packages of this repository, then: ${launcher} doctor.`
  const failing = new Map<string, Start[]>()
  for (const start of failed) {
    const [line = ''] = ended.get(start)?.printed.trim().split('\n', 1) ?? []
    getOrInsert(failing, line, () => []).push(start)
  }
  const broken = [...failing].map(([said, these]) => ({
    paths: pathsOf(these),
    why: `“${these[0]?.line}” printed ${said ? `“${said}”` : 'nothing'}.`,
    fix,
  }))
  return [...notRun, ...broken]
}

/** @returns a report that also has what does not work */
export const withFailing = (report: InstallReport, failing: readonly Failing[]): InstallReport => ({
  ...report,
  kept: [
    ...report.kept,
    ...failing.flatMap(({ paths, why, fix }) => paths.map((path) => ({ path, why, fix, code: 'hook-broken' }))),
  ],
})

/** Only the program of a repository starts that program: a look at a foreign clone must run nothing of it. */
function bringsAnother(look: Look): boolean {
  const { root } = look
  const [, program = ''] = process.argv
  const isOwn = existsSync(program) && [program, realpathSync(program)].some((path) => isInside(root, path))
  return !isOwn && (launcherAt(look) !== 'spell' || hasProgram(look, 'spell'))
}

/** Whether a package has put a program into the root, or a folder above it in the worktree. */
function hasProgram({ root, belowTop = '' }: Look, name: string): boolean {
  const top = topOf(root) ?? root
  const above = [root, ...belowTop.split('/').map((_, index, parts) => join(top, ...parts.slice(0, index)))]
  return above.some((folder) => existsSync(join(folder, 'node_modules', '.bin', name)))
}

/** @returns what is wrong if the `spell` of the PATH is none, or Debian's, which takes most of what hooks call for names of files */
async function notOurs(cwd: string, env: Environment): Promise<Pick<Failing, 'why' | 'fix'> | undefined> {
  const { code, printed } = await run({ shell: ['-c', 'spell --version'], cwd }, env)
  if (code === notFound) return { why: '`spell` is not in the PATH.', fix: installThis() }
  if (!printed.includes('GNU Spell')) return undefined
  const fix = "Put npm's folder first in the PATH, or install spell in this repository and run init there again."
  return { why: '`spell` starts the spell of Debian, which checks spelling.', fix }
}

/** What a shell ends with if there is no such program. */
const notFound = 127

/** A command that puts the program that runs into the PATH. */
function installThis(): string {
  const [, program = ''] = process.argv
  return `npm install --global ${quoted([dirname(dirname(attemptOr(program, () => realpathSync(program))))])}`
}

function startsIn(ground: InstallContext, choices: Choices): Start[] {
  const { root, look, adapters } = ground
  const chosen = chosenIn(ground.adapters, choices)
  const below = join(root, '.ai')
  const program = programOf(look)
  const told: string[] = []
  const starts = chosen.flatMap((adapter) => {
    const pieces = adapter.pieces(look, choices.agents)
    if (adapters.managers.includes(adapter)) return pieces.flatMap((piece) => gitHookOf(look, piece))
    const folders = adapter.startsHooksInRoot ? [root] : [root, below]
    told.push(
      ...pieces.flatMap((piece) => (piece.do !== 'keys' && piece.text.includes(`${program} lumos`) ? piece.path : [])),
    )
    return pieces.flatMap((piece) =>
      linesOf(piece).flatMap((line) => folders.map((cwd) => startOf(piece.path, line, cwd))),
    )
  })
  const version = ({ printed }: Ended) => /^\d+\.\d+\.\d+/m.test(printed)
  const [path] = told
  // What agents read is for the root, where they begin.
  return path === undefined ? starts : [...starts, { ...startOf(path, `${program} --version`, root), works: version }]
}

const startOf = (path: string, line: string, cwd: string): Start => ({
  path,
  line,
  shell: ['-c', line],
  cwd,
  works: ({ code }) => answers.includes(code),
})

/** The calls of the program in what was written, without what makes their failure silent. */
function linesOf(piece: Piece): string[] {
  if (piece.do === 'block') return []
  return (piece.do === 'file' ? [piece.starts ?? ''] : piece.keys.flatMap(({ value }) => textsIn(value)))
    .filter((text) => /\bspell /.test(text))
    .map((text) => text.replace(/ \|\| .*/, ''))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  const entries = Object.entries((value as object | null) ?? {})
  return entries.flatMap(([key, inner]) => (key === 'powershell' ? [] : textsIn(inner)))
}

/** The script alone, without the hook that was there before; where git starts it. */
function gitHookOf({ root, belowTop }: Look, piece: Piece): Start[] {
  if (piece.do !== 'file' || piece.starts === undefined) return []
  const start = startOf(piece.path, `git hook run ${piece.starts}`, topOf(root) ?? root)
  const env = { GIT_PREFIX: belowTop, SPELL_GUARD_BLOCK_IN: noState }
  const works = ({ printed }: Ended) => printed.includes(noState)
  return [{ ...start, shell: ['-c', piece.text, 'spell'], env, works }]
}

const notAllowed = 'git does not run it, as its mode does not allow that.'

/** @returns the hooks whose mode keeps git from running them */
export const notAllowedIn = (ground: InstallContext, choices: Choices): Failing[] =>
  notCalled(ground, choices).filter(({ why }) => why === notAllowed)

/** @returns the hook if git does not run it, or if it is not the hook manager's where git looks: `init` has said what to do */
export function notCalled({ root, look, adapters }: InstallContext, choices: Choices): Failing[] {
  const guard = chosenIn(adapters, choices).find((adapter) => adapters.managers.includes(adapter))
  if (!guard) return []
  const { title, activate, runs } = guard
  const command = activate?.(look)
  const fix = command && fixBy(look, command)
  const path = join(look.hooksFolder ?? '', ourHook)
  const isThere = existsSync(path)
  if (!fix || !runs || runs(look)) {
    const isRun = !isThere || attemptOr(false, () => accessSync(path, constants.X_OK) === undefined)
    const shown = isInside(root, path) ? relative(root, path) : path
    return isRun ? [] : [{ paths: [path], why: notAllowed, fix: `chmod +x ${quoted([shown])}` }]
  }
  if (!isThere) return [{ paths: [path], why: 'git finds no hook there yet.', fix }]
  const other = adapters.managers.find((one) => one.runs?.(look))
  const why = `What git runs there is not of ${title}${other ? ` but of ${other.title}` : ''}.`
  return [{ paths: [path], why, fix: other ? `spell init --guard ${other.name}` : fix }]
}

/** A worktree begins without packages, and npx installs none of its own. */
function fixBy(look: Look, command: readonly string[]): string {
  const [npx, , program = ''] = command
  const said = command.join(' ')
  return npx !== 'npx' || hasProgram(look, program) ? said : `Install the packages of this repository, then: ${said}.`
}

/** A package manager that has started this program leads those that it starts elsewhere than a host would. */
function withoutManager(env: Environment): Environment {
  if (env.npm_config_user_agent === undefined) return env
  const others = Object.entries(env).filter(([name]) => !name.startsWith('npm_'))
  const isOwn = (folder: string) => /[\\/](node_modules[\\/]\.bin|node-gyp-bin)$/.test(folder)
  const folders = env.PATH?.split(delimiter).filter((folder) => !isOwn(folder))
  return { ...Object.fromEntries(others), PATH: folders?.join(delimiter) }
}
