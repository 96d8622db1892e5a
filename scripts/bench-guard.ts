import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { compileHooks } from './compile-hooks'

const program = resolve('bin/spell.cjs')
const peers = resolve('scripts/peers/node_modules')
const bar = 1.2

/** A folder to commit in; its hook says `exit 0`, unless something else is made of it. */
function makeRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), 'spell-bench-'))
  run(folder, 'git', 'init', '--quiet')
  putHook(folder, '#!/bin/sh\nexit 0\n')
  run(folder, process.execPath, program, 'accio')
  return folder
}

function putHook(folder: string, text: string): void {
  mkdirSync(join(folder, '.git/hooks'), { recursive: true })
  writeFileSync(join(folder, '.git/hooks/pre-commit'), text)
  chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755)
}

function run(folder: string, name: string, ...args: string[]): void {
  const who = ['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL']
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: join(folder, 'none'),
    ...Object.fromEntries(who.map((key) => [key, 'Kim'])),
  }
  const { status, stderr } = spawnSync(name, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'pipe'] })
  if (status !== 0) throw new Error(`${name} ${args.join(' ')} ended with ${status}: ${stderr}`)
}

/** @returns milliseconds that a commit takes */
function time(folder: string): number {
  const start = process.hrtime.bigint()
  run(folder, 'git', 'commit', '--quiet', '--allow-empty', '-m', 'x')
  return Number(process.hrtime.bigint() - start) / 1e6
}

/** What each program makes of a commit when it has nothing to do. */
const others: Readonly<Record<string, (folder: string) => void>> = {
  'Husky, with an empty hook': (folder) => {
    run(folder, process.execPath, resolve('node_modules/husky/bin.js'))
    writeFileSync(join(folder, '.husky/pre-commit'), '')
  },
  'Lefthook, with one that says `true`': (folder) => {
    mkdirSync(join(folder, 'node_modules'))
    for (const name of ['lefthook', 'lefthook-linux-x64'])
      if (existsSync(join(peers, name))) symlinkSync(join(peers, name), join(folder, 'node_modules', name))
    writeFileSync(join(folder, 'lefthook.yml'), 'pre-commit:\n  jobs:\n    - run: "true"\n')
    rmSync(join(folder, '.git/hooks/pre-commit'))
    run(folder, process.execPath, 'node_modules/lefthook/bin/index.js', 'install')
  },
}

/** A commit with a hook, and the same with one that only says `exit 0`, in pairs of changing order. */
function measure(pairs: number, put: (folder: string) => void) {
  const [ours, empty] = [makeRepository(), makeRepository()]
  put(ours)
  const measured = Array.from({ length: pairs + 3 }, (_, pair) => {
    const first = pair % 2 === 0 ? time(ours) : undefined
    const other = time(empty)
    return { whole: first ?? time(ours), other }
  })
  for (const folder of [ours, empty]) rmSync(folder, { recursive: true })
  return measured.slice(3)
}

/** Prints what the guard makes of a commit, and what other programs make of it with nothing to do. */
export function benchGuard(
  pairs: number,
  print: (name: string, measured: readonly { whole: number; other: number }[], bar: number) => void,
): void {
  console.log('\n| What | Ratio (median) | 25 % – 75 % | Median | `exit 0` | Bar |\n|---|---|---|---|---|---|')
  const { guard } = compileHooks('templates/hooks')
  print(
    'git commit with the guard',
    measure(pairs, (folder) => putHook(folder, guard)),
    bar,
  )
  for (const [name, put] of Object.entries(others))
    print(`git commit with ${name}`, measure(pairs, put), Number.POSITIVE_INFINITY)
}
