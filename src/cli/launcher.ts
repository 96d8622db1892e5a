import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attemptOr, Failure } from '../text/failure'
import { fromJson, isRecord } from '../text/json'
import { namedIn } from '../text/wording'
import type { Document, Output } from './command'
import { homeHere } from './home-of-packages'

/** Read access to a folder; paths are relative to it. */
interface Look {
  /** No text if the file cannot be read. */
  readonly read: (path: string) => string | undefined | false
  readonly isThere: (path: string) => boolean
}

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** Unlike `npx spell` and `bunx spell`, none of these downloads a package of that name if it is not installed. */
const launchers: Readonly<Record<Manager, string>> = {
  npm: 'npx --no -- spell',
  pnpm: 'pnpm exec spell',
  yarn: 'yarn spell',
  bun: 'bun run spell',
}

/** The same for a package of a workspace, from any of its folders. */
const inWorkspace: Readonly<Partial<Record<Manager, (name: string) => string>>> = {
  npm: (name) => `npm exec --no --workspace ${name} -- spell`,
  pnpm: (name) => `pnpm --filter ${name} exec spell`,
  yarn: (name) => `yarn workspace ${name} spell`,
}

const lockFiles: readonly (readonly [path: string, manager: Manager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['.pnp.cjs', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
]

function managerOf({ read, isThere }: Look): Manager {
  const [, named] = /"packageManager"\s*:\s*"(npm|pnpm|yarn|bun)@/.exec(read('package.json') || '') ?? []
  const [, locked] = lockFiles.find(([path]) => isThere(path)) ?? []
  return (named as Manager | undefined) ?? locked ?? 'npm'
}

/** @returns the command that runs a folder's own copy of the program, with its package manager: `pnpm exec spell` */
export const launcherIn = (look: Look): string => launchers[managerOf(look)]

/** @returns the command that runs the copy of a package in a workspace with this root; undefined if nothing starts it from everywhere */
export function launcherOf(look: Look, folder: string): string | undefined {
  const own = fromJson(look.read(`${folder}/package.json`) || '')
  const name = isRecord(own) && typeof own.name === 'string' ? own.name : ''
  const isWorkspace = look.isThere('pnpm-workspace.yaml') || /"workspaces"\s*:/.test(look.read('package.json') || '')
  return isWorkspace && [name, folder].every((one) => /^[\w./@-]+$/.test(one))
    ? inWorkspace[managerOf(look)]?.(name)
    : undefined
}

const program = 'node_modules/.bin/spell'

/** In the root it is the program itself, as in the files of `init`: it starts six times faster than a package manager. */
function launcherAt(home: string): string {
  const isThere = (path: string) => existsSync(join(home, path))
  if (home === process.cwd() && isThere(program)) return program
  return launcherIn({ isThere, read: (path) => (isThere(path) ? readFileSync(join(home, path), 'utf8') : undefined) })
}

/** The launcher that is needed here; an error in finding it must not hide the original one. */
function launcherHere(): string | undefined {
  const home = homeHere()
  return home && attemptOr(undefined, () => launcherAt(home))
}

/** What stands in a fence is quoted from a file, and stays as it is there. */
const fenceOrSpell = /^(`{3,})[^`\n]*\n[\s\S]*?^\1$|(`|<code>|: |, or |\$ |\b[Rr]un )spell (?=[a-z-])/gm
const inText = (text: string, launcher: string) =>
  text.replace(fenceOrSpell, (found, fence, before) => (fence === undefined ? `${before}${launcher} ` : found))
const inFix = (fix: string, launcher: string) => fix.replace(/(^|`|: |\b[Rr]un )spell (?=[a-z-])/g, `$1${launcher} `)

/** @returns a text of ours whose commands can be pasted, wherever the program runs from */
export function commandsHere(text: string, launcher = launcherHere()): string {
  return launcher === undefined ? text : inText(text, launcher)
}

/** @returns a failure whose commands can be pasted, wherever the program runs from; not changed in prose */
export function failureHere(failure: Failure, launcher = launcherHere()): Failure {
  if (launcher === undefined) return failure
  const { exitCode, code, message, fix, details, cause } = failure
  const shown = details.map((detail) => inText(detail, launcher))
  return new Failure(exitCode, code, inText(message, launcher), inFix(fix, launcher), { cause, details: shown })
}

/** What quotes the commands of users, which are shown as they are; its own are named where it is written. */
const records: readonly string[] = ['report', 'history', 'proof', 'allow', 'threads']

/** @returns the same for findings, and for whatever is said to an agent or the developer; a record is shown as it is */
export function outputHere(output: Output, launcher = launcherHere()): Output {
  if (launcher === undefined || output.exact !== undefined || records.includes(output.document.kind)) return output
  const shown = (text: string) => inText(text, launcher)
  const fixed = (value: unknown, key = ''): unknown => {
    if (typeof value === 'string') {
      if (key === 'fix') return inFix(value, launcher)
      return key === 'ai' || key === 'developer' ? shown(value) : value
    }
    if (Array.isArray(value)) return value.map((item) => fixed(item))
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fixed(item, name)]))
      : value
  }
  const { markdown, terminal, board } = output
  return {
    ...output,
    markdown: shown(markdown),
    document: fixed(output.document) as Document,
    ...(terminal && {
      terminal: { ...terminal, main: shown(terminal.main), aside: shown(terminal.aside) },
    }),
    ...(board && { board: namedIn(board, shown) }),
  }
}
