import { type Dirent, existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fromJson, isRecord } from '../failure/json'

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun'

/** Files that tell a package manager how to run scripts. */
const configs: Readonly<Record<Manager, readonly string[]>> = {
  npm: ['.npmrc'],
  pnpm: ['.npmrc', 'pnpm-workspace.yaml'],
  yarn: ['.npmrc', '.yarnrc', '.yarnrc.yml'],
  bun: ['.npmrc', 'bunfig.toml'],
}

/** What a command of a package manager runs; paths are absolute. */
export interface PackageCall {
  /** Which scripts, with those before and after; `all` if that cannot be told. */
  readonly scripts: readonly string[] | 'all'
  /** The package.json of each package whose scripts these may be. */
  readonly manifests: readonly string[]
  /** Other files that have a say in it, be they there or not. */
  readonly files: readonly string[]
}

const program = /(?:^|[\\/])(npm|pnpm|yarn|bun)(?:[@:-][^\\/]*|\.(?:c?js|cmd|exe|ps1))?$/

/**
 * @param words of a command
 * @param folder absolute; where it runs
 * @param root absolute
 * @returns undefined if it is no package manager, or one that runs no script
 */
export function packageCallOf(
  [first = '', ...args]: readonly string[],
  folder: string,
  root: string,
): PackageCall | undefined {
  const manager = program.exec(first)?.[1] as Manager | undefined
  if (!manager) return undefined
  const { words, folders, isAnywhere, isUnsure } = readArguments(args, folder)
  const named = scriptsNamed(manager, words)
  if (!named) return undefined
  const near = [...new Set(folders.map(packageAt))]
  const packages = isAnywhere ? [...new Set([...near, ...packagesUnder(root)])] : near
  const places = [...new Set([...packages, root])]
  return {
    scripts: isUnsure || isAnywhere ? 'all' : named,
    manifests: packages.map((each) => join(each, 'package.json')),
    files: [
      ...places.flatMap((each) => configs[manager].map((name) => join(each, name))),
      // pnpm takes these for a package.json, and `npm start` runs a server without any script.
      ...(manager === 'pnpm' ? ['package.json5', 'package.yaml'] : ['server.js']).flatMap((name) =>
        packages.map((each) => join(each, name)),
      ),
    ],
  }
}

const inFolder = ['--prefix', '-C', '--dir', '--cwd']
const anywhere = /^(?:-r|-F|-w|-ws|--recursive|--filter(?:-prod)?|--workspaces?|--workspace-root)$/
const withValue = ['--loglevel', '--reporter', '--script-shell', '--userconfig', '--node-options', '-F', '--filter']
const switches =
  /^(?:-s|-q|-d+|-y|-b|-f|--silent|--quiet|--verbose|--if-present|--ignore-scripts|--(?:no-)?color|--foreground-scripts|--bun|--yes|--offline|--top-level|-T|--binaries-only|-B|--inspect(?:-brk)?)$/

/** What stands after `--` is for the script. */
function readArguments(args: readonly string[], folder: string) {
  const words: string[] = []
  const folders = [folder]
  let [isAnywhere, isUnsure] = [false, false]
  for (let index = 0; index < args.length && args[index] !== '--'; index++) {
    const word = args[index] ?? ''
    const [name = '', attached] = word.startsWith('-') ? word.split(/=(.*)/s) : []
    if (name === '') words.push(word)
    else if (inFolder.includes(name)) folders.push(resolve(folder, attached ?? args[++index] ?? '.'))
    else if (anywhere.test(name)) isAnywhere = true
    else if (withValue.includes(name)) index += attached === undefined ? 1 : 0
    // The next word may be its value, or the name of the script.
    else if (attached === undefined && !switches.test(name)) isUnsure ||= words.length < 2
  }
  return { words, folders, isAnywhere, isUnsure }
}

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

/** @returns undefined if none is started */
function scriptsNamed(manager: Manager, [command, script]: readonly string[]): readonly string[] | 'all' | undefined {
  if (command !== undefined && without[manager].includes(command)) return undefined
  if (command === undefined) return manager === 'yarn' ? 'all' : undefined
  if (runs.includes(command)) return script === undefined ? 'all' : withHooks([script])
  if (Object.hasOwn(lifecycle, command)) return withHooks(lifecycle[command] ?? [])
  return manager === 'npm' ? 'all' : withHooks([command])
}

const withHooks = (names: readonly string[]): string[] => names.flatMap((name) => [`pre${name}`, name, `post${name}`])

/** @returns the folder of the package that a folder is in, as package managers look for it; the folder itself if there is none */
function packageAt(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, 'package.json'))) return at
    if (at === dirname(at)) return folder
  }
}

/** @returns the folders of all packages of a repository; of a folder that cannot be read none */
function packagesUnder(folder: string): string[] {
  const entries = entriesIn(folder)
  const inside = entries.filter((entry) => entry.isDirectory() && !/^(?:node_modules$|\.)/.test(entry.name))
  const own = entries.some(({ name }) => name === 'package.json') ? [folder] : []
  return [...own, ...inside.flatMap(({ name }) => packagesUnder(join(folder, name)))]
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

/**
 * @param manifest the path of a package.json, absolute
 * @returns the texts of its scripts by their names; undefined if there is no such file, or it is no JSON
 */
export function scriptsIn(manifest: string): Readonly<Record<string, string>> | undefined {
  let text: string
  try {
    text = readFileSync(manifest, 'utf8').replace(/^\uFEFF/, '')
  } catch {
    return undefined
  }
  const document = fromJson(text)
  if (!isRecord(document)) return undefined
  const { scripts = {} } = document
  return isRecord(scripts)
    ? Object.fromEntries(Object.entries(scripts).map(([name, said]) => [name, String(said)]))
    : {}
}
