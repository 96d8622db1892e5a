import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { npm } from '../bench/npm'

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

/** How a command ended, and what it printed. */
export interface Ended {
  readonly status: number | null
  readonly output: string
}

/** Packs the working tree. @returns the package */
export function pack(): string {
  const folder = join(work, 'package')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  npm(['pack', '--silent', '--pack-destination', folder])
  return join(folder, readdirSync(folder)[0] ?? '')
}

/** A project that has the package as a dependency; made once for each content of the package. @returns its folder */
export function project(file: string): string {
  const digest = createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12)
  const folder = join(work, `project-${digest}`)
  if (existsSync(join(folder, 'package-lock.json'))) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "name": "shop", "version": "1.0.0", "private": true }\n')
  npm(['install', '--prefix', folder, '--save-dev', '--offline', '--no-audit', '--no-fund', resolve(file)])
  return folder
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
export function spellIn(place: Place, ...args: readonly string[]): Ended {
  const program = join(place.root, 'node_modules/.bin/spell')
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: place.root, env: envOf(place), encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

/**
 * Makes a place for a host, with spell set up for all of them.
 *
 * @param from the folder that `project` has made
 * @throws Error if `spell init` fails
 */
export function makePlace(name: string, from: string, address: string): Place {
  mkdirSync(places, { recursive: true })
  const folder = mkdtempSync(join(places, `${name}-`))
  const place = { root: join(folder, 'shop'), home: join(folder, 'home'), address }
  mkdirSync(place.home, { recursive: true })
  cpSync(from, place.root, { recursive: true, verbatimSymlinks: true })
  const user = '[user]\n  name = Dev\n  email = dev@example.com\n[init]\n  defaultBranch = main\n'
  writeIn(place, {
    'home/.gitconfig': user,
    'root/.gitignore': 'node_modules/\n',
    'root/orders.js': "console.log('orders')\n",
  })
  git(place, 'init', '-q')
  const agents = 'claude,codex,gemini,copilot,cursor,opencode'
  const { output } = spellIn(place, 'init', '--yes', '--agents', agents, '--guard', 'git')
  // On a busy machine it may not wait for the programs that it tries out.
  if (!existsSync(join(place.root, '.ai/installed.json'))) throw new Error(`spell init failed:\n${output}`)
  git(place, 'add', '-A')
  git(place, 'commit', '-qm', 'start')
  return place
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

/** Runs a command in the place's repository, without an input; after 100 seconds it is ended. */
export function run(place: Place, [program = '', ...args]: readonly string[], env: Readonly<Record<string, string>>) {
  return new Promise<Ended>((resolve) => {
    const started = spawn(program, args, {
      cwd: place.root,
      env: envOf(place, env),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 100_000,
    })
    let output = ''
    for (const stream of [started.stdout, started.stderr])
      stream.on('data', (part) => {
        output += part
      })
    started.on('close', (status) => resolve({ status, output }))
  })
}
