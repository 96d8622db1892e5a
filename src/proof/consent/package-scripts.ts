import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { attemptOr } from '../../text/failure'
import { fromJson, isRecord } from '../../text/json'

/** A text that a command runs by a name: a script of a package.json, or a whole makefile. */
export interface Recipe {
  readonly kind: 'script' | 'makefile'
  /** Where it stands: `package.json (scripts.test)`, `Makefile`. */
  readonly from: string
  readonly text: string
}

/** The recipes that a command names, each with an absolute path, and the folder that they run in. */
export interface Call {
  readonly recipes: readonly Recipe[]
  readonly folder: string
}

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'
export const isManager = (name: string): name is Manager => /^(?:npm|pnpm|yarn|bun)$/.test(name)

/** Commands that start no script of a package. */
const without: Readonly<Record<Manager, readonly string[]>> = {
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx', 'node'],
  bun: ['x', 'test'],
}
/** Commands that are named by the script that they start. */
const lifecycle: Readonly<Record<string, readonly string[]>> = {
  t: ['test'],
  tst: ['test'],
  test: ['test'],
  start: ['start'],
  stop: ['stop'],
  restart: ['stop', 'restart', 'start'],
}
const runs = ['run', 'run-script', 'rum', 'urn']
/** Of those but npm; a script of the same name does not go first, and what they run beside it depends on the program. */
const builtIn = /^(?:add|ci|i|import|install|link|pack|publish|rebuild|remove|up|update|upgrade|version)$/

const inFolder = /^(?:--?prefix?|-C|--dir|--cwd)$/
/** Options that lead to scripts of other packages. */
const elsewhere = /^(?:-r|-F|-w|-ws|--recursive|--filter(?:-prod)?|--workspaces?|--workspace-root)$/
const withValue = ['--loglevel', '--reporter', '--userconfig']
const switches =
  /^(?:-s|-q|-d+|-y|-b|--silent|--quiet|--verbose|--if-present|--ignore-scripts|--(?:no-)?color|--foreground-scripts|--bun|--yes|--offline)$/

/**
 * @param args what stands after its name; from `--` on it is for the script, if that is named before
 * @param folder absolute; where it runs
 * @returns hidden if it cannot be told which scripts run; undefined if none does
 */
export function scriptsOf(manager: Manager, args: readonly string[], folder: string): Call | 'hidden' | undefined {
  const words: string[] = []
  let at = folder
  for (let index = 0; index < args.length && args[index] !== '--'; index++) {
    const word = args[index] ?? ''
    const [name = '', attached] = word.startsWith('-') ? word.split(/=(.*)/s) : []
    const isNamed = words.length > (runs.includes(words[0] ?? '') ? 1 : 0)
    if (name === '') words.push(word)
    else if (inFolder.test(name)) at = resolve(folder, attached ?? args[++index] ?? '.')
    else if (elsewhere.test(name)) return 'hidden'
    else if (withValue.includes(name)) index += attached === undefined ? 1 : 0
    // The next word may be its value, or the name of the script.
    else if (attached === undefined && !switches.test(name) && !isNamed) return 'hidden'
  }
  const [command, script] = words
  if (command === undefined) return manager === 'yarn' || args.includes('--') ? 'hidden' : undefined
  if (without[manager].includes(command)) return undefined
  if (builtIn.test(command)) return 'hidden'
  const isOwn = Object.hasOwn(lifecycle, command)
  const names = runs.includes(command) ? [script] : isOwn ? lifecycle[command] : manager === 'npm' ? [] : [command]
  const found = packageAt(at)
  const recipes = (names ?? []).flatMap((name) => withHooks(name, found))
  if (!found || recipes.length === 0) return 'hidden'
  const home = dirname(found.manifest)
  return { recipes: [...recipes, ...settingsOf(home)], folder: home }
}

/** Settings of npm and pnpm by which a script is run in another way, or not at all. */
const decides = /^\s*(script-shell|node-options|ignore-scripts|shell-emulator)\s*=\s*(.*?)\s*$/gm

function settingsOf(folder: string): Recipe[] {
  const from = join(folder, '.npmrc')
  return [...(textAt(from) ?? '').matchAll(decides)].map(([, key, text = '']) => {
    return { kind: 'script', from: `${from} (${key})`, text }
  })
}

interface Package {
  readonly manifest: string
  readonly scripts: Readonly<Record<string, unknown>>
}

function withHooks(name: string | undefined, found: Package | undefined): Recipe[] {
  return [`pre${name}`, name, `post${name}`].flatMap((each): Recipe[] => {
    const isThere = name !== undefined && each !== undefined && found && Object.hasOwn(found.scripts, each)
    if (!isThere) return []
    return [{ kind: 'script', from: `${found.manifest} (scripts.${each})`, text: String(found.scripts[each]) }]
  })
}

/** @returns the package that a folder is in, as package managers look for it; undefined if that or the folder cannot be read */
function packageAt(folder: string): Package | undefined {
  if (!existsSync(folder)) return undefined
  for (let at = folder; ; at = dirname(at)) {
    const manifest = join(at, 'package.json')
    const text = textAt(manifest)
    if (text !== undefined) {
      const { scripts } = asRecord(fromJson(text.replace(/^\uFEFF/, '')))
      return { manifest, scripts: asRecord(scripts) }
    }
    if (at === dirname(at)) return undefined
  }
}

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {})

/** @returns undefined if there is no such file, or the text can be no path */
export const textAt = (path: string): string | undefined =>
  attemptOr(undefined, () => (statSync(path).isFile() ? readFileSync(path, 'utf8') : undefined))
