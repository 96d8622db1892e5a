import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** Runs npm. @returns its output */
export const npm = (args: readonly string[], env = process.env): string =>
  execFileSync('npm', args, { env, encoding: 'utf8', shell: process.platform === 'win32', stdio: 'pipe' }).trim()

/** Everything that a run writes. */
export const work = resolve('node_modules/.cache/spell/hosts')
/** The places of this run. */
const places = join(work, `places-${Date.now()}`)

/** A new repository with spell in it, and the home of a developer who has nothing else. */
export interface Place {
  readonly root: string
  readonly home: string
  /** Where the model is. */
  readonly address: string
}

/** Texts by path; `root` and `home` are the folders of a place. */
export type Files = Readonly<Record<string, string>>

/** Packs the working tree. @returns the package */
export function pack(): string {
  mkdirSync(work, { recursive: true })
  return join(work, npm(['pack', '--silent', '--pack-destination', work]))
}

/** Where the notes of words are. */
export const stateOf = (home: string): string => join(dirname(home), 'state')

/** The environment of a session that the developer has started, with nothing of this one. */
export const envOf = ({ root, home }: Place, more: Readonly<Record<string, string>> = {}) => ({
  // The hooks of a plugin look there.
  PATH: `${root}/node_modules/.bin:${process.env.PATH}`,
  HOME: home,
  // The notes of words lie in the account's home, whatever HOME is.
  XDG_STATE_HOME: stateOf(home),
  TERM: 'xterm-256color',
  LANG: 'C.UTF-8',
  SHELL: '/bin/bash',
  ...more,
})

/** Runs the place's spell as the developer's shell does, but with no terminal. */
export function spellIn(place: Place, ...args: readonly string[]) {
  const program = join(place.root, 'node_modules/.bin/spell')
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: place.root, env: envOf(place), encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

/**
 * Makes what every place begins as, once for each content of the package: a repository that has it as a dependency, set up
 * for all hosts.
 *
 * @returns its folder
 * @throws Error if `spell init` fails
 */
export function makeSeed(file: string): string {
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)
  const folder = join(work, `seed-${digest}`)
  if (existsSync(join(folder, 'shop/.git/refs/heads/main'))) return folder
  rmSync(folder, { recursive: true, force: true })
  const place = placeIn(folder, '')
  writeIn(place, {
    'home/.gitconfig': '[user]\n  name = Dev\n  email = dev@example.com\n[init]\n  defaultBranch = main\n',
    'root/package.json': '{ "name": "shop", "version": "1.0.0", "private": true }\n',
    'root/.gitignore': 'node_modules/\n',
    'root/orders.js': "console.log('orders')\n",
  })
  npm(['install', '--prefix', place.root, '--save-dev', '--offline', '--no-audit', '--no-fund', resolve(file)])
  git(place, 'init', '-q')
  const agents = 'claude,codex,gemini,copilot,cursor,opencode'
  const { output } = spellIn(place, 'init', '--yes', '--agents', agents, '--guard', 'git')
  // On a busy machine it may not wait for the programs that it tries out.
  if (!existsSync(join(place.root, '.ai/installed.json'))) throw new Error(`spell init failed:\n${output}`)
  git(place, 'add', '-A')
  git(place, 'commit', '-qm', 'start')
  return folder
}

const placeIn = (folder: string, address: string): Place => ({
  root: join(folder, 'shop'),
  home: join(folder, 'home'),
  address,
})

/** @param seed the folder that `makeSeed` has made */
export function makePlace(name: string, seed: string, address: string): Place {
  mkdirSync(places, { recursive: true })
  const folder = mkdtempSync(join(places, `${name}-`))
  cpSync(seed, folder, { recursive: true, verbatimSymlinks: true })
  return placeIn(folder, address)
}

/** Removes the places of this run; a host that was just ended may still write. */
export const removePlaces = (): void =>
  rmSync(places, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })

/** @returns what git prints in the place's repository */
export const git = (place: Place, ...args: readonly string[]): string =>
  execFileSync('git', args, { cwd: place.root, env: envOf(place), encoding: 'utf8' }).trim()

/** @param files with paths that begin with `root/` or `home/` */
export function writeIn(place: Place, files: Files): void {
  for (const [path, text] of Object.entries(files)) {
    const file = path.replace(/^(root|home)\b/, (folder) => place[folder as 'root' | 'home'])
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

/** Runs a command in the place's repository, without an input; after some minutes it is ended. @returns what it printed */
export const run = (place: Place, [program = '', ...args]: readonly string[], env: Readonly<Record<string, string>>) =>
  new Promise<string>((resolve) => {
    const how = { cwd: place.root, env: envOf(place, env), timeout: 300_000, maxBuffer: Number.POSITIVE_INFINITY }
    execFile(program, args, how, (_, stdout, stderr) => resolve(stdout + stderr)).stdin?.end()
  })
