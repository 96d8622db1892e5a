import { hash } from 'node:crypto'
import { dirname, join, resolve } from 'node:path'
import type { Terms } from '../settings/allowed'
import { type BoundFiles, boundFilesIn, pathsIn } from './bound-files'
import type { PlannedCommand } from './criteria/criterion'
import { simpleCommand } from './criteria/simple-command'
import { makefilesOf } from './makefiles'
import { type PackageCall, packageCallOf, scriptsIn } from './package-scripts'
import { type CommandLine, type Finds, lookThrough } from './started-commands'

/** A script of a package.json that a command runs. */
export interface BoundScript {
  /** `package.json (scripts.test)` */
  readonly from: string
  readonly text: string
  /** Whether the command certainly runs it; otherwise it cannot be told which scripts it runs. */
  readonly isSure: boolean
}

/** What consent to a command is bound to. */
export interface Binding {
  /** The SHA-256 of the command with the content of all that it is bound to. */
  readonly digest: string
  /** Why a later one differs: what it is bound to, as a consent keeps it. */
  readonly terms: Terms
  /** In the order in which they run, as far as that can be told. */
  readonly scripts: readonly BoundScript[]
  /** Names of files and parts of them, from the root; those that are shown. */
  readonly boundTo: readonly string[]
  /** Those that are files in the repository, relative to the root. */
  readonly files: readonly string[]
  /** Files that it writes anew, and so is not bound to. */
  readonly writes: readonly string[]
  /** Why the command cannot be run or bound, as a sentence. */
  readonly fault?: string
}

/**
 * Binds a command of a plan to what it says and to the content that it names. What that loads in its turn is not bound.
 *
 * @param root absolute
 */
export function bindingOf(root: string, command: PlannedCommand): Binding {
  const { kind, text, folder } = command
  const line = commandLine(command)
  const files = boundFilesIn(root)
  const writes = reportsOf(command)
  const scripts = 'needsShell' in line ? [] : bind(root, join(root, folder), line, files, writes)
  const bound = files.digests()
  const digest = hash('sha256', JSON.stringify({ kind, text, folder, bound, ...(writes.length > 0 && { writes }) }))
  const short = Object.entries(bound).map(([name, full]) => [name, full.slice(0, shortDigits)])
  const terms = { kind, folder, writes, bound: Object.fromEntries(short) }
  const fault = faultOf(line, files)
  const boundTo = Object.keys(bound)
  return { digest, terms, scripts, boundTo, files: files.inside(), writes, ...(fault && { fault }) }
}

/** Enough to tell that something has changed; the digest of all of it decides. */
const shortDigits = 16

const commandLine = ({ kind, text }: PlannedCommand): CommandLine | { readonly needsShell: string } =>
  kind === 'shell' ? { shell: text } : simpleCommand(text)

function faultOf(line: CommandLine | { readonly needsShell: string }, files: BoundFiles): string | undefined {
  if ('needsShell' in line) return `\`run:\` has no shell, and ${line.needsShell}.`
  const excess = files.excess()
  return excess && `The command binds ${excess}.`
}

/** A command that has to write a file anew would lose its consent by that. XML is no code. */
const reportsOf = ({ expect }: PlannedCommand): string[] =>
  expect.flatMap((each) => (each.kind === 'tests' ? [each.file] : [])).sort()

/** @returns the scripts that are bound with it */
function bind(
  root: string,
  folder: string,
  line: CommandLine,
  files: BoundFiles,
  writes: readonly string[],
): BoundScript[] {
  const written = new Set(writes.map((file) => resolve(root, file)))
  /** The scripts of each package that have been looked at; `true` if all of them count. */
  const seen = new Map<string, Set<string> | true>()
  const start: Finds['start'] = (words, at) => {
    for (const path of makefilesOf(words, at)) files.add(path)
    const { manifests, scripts, files: others } = packageCallOf(words, at, root) ?? none
    for (const path of others) files.add(path)
    for (const manifest of manifests) lookAt(manifest, scripts)
  }
  const lookAt = (manifest: string, named: PackageCall['scripts']): void => {
    const scripts = scriptsIn(manifest)
    if (!scripts) {
      files.add(manifest)
      return
    }
    const known = named === 'all' ? [] : named.filter((name) => Object.hasOwn(scripts, name))
    const before = seen.get(manifest)
    if (before === true) return
    const fresh = (known.length > 0 ? known : Object.keys(scripts)).filter((name) => !before?.has(name))
    seen.set(manifest, known.length === 0 || new Set([...(before ?? []), ...known]))
    // A script starts others by their names.
    for (const name of fresh) lookThrough({ shell: scripts[name] ?? '' }, dirname(manifest), { word: () => {}, start })
  }
  const word: Finds['word'] = (said, at) => {
    for (const path of pathsIn(said, at)) if (!written.has(path)) files.addInside(path)
  }
  lookThrough(line, folder, { word, start })
  return [...seen].flatMap(([manifest, names]) => {
    const scripts = scriptsIn(manifest) ?? {}
    if (names === true) files.addPart(manifest, 'scripts', JSON.stringify(scripts))
    else for (const name of names) files.addPart(manifest, `scripts.${name}`, scripts[name] ?? '')
    const isSure = names !== true
    return (isSure ? [...names] : Object.keys(scripts)).map((name) => {
      return { from: files.nameOfPart(manifest, `scripts.${name}`), text: scripts[name] ?? '', isSure }
    })
  })
}

const none: PackageCall = { manifests: [], scripts: [], files: [] }
