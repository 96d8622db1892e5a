import { chmodSync, cpSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type Ground, time, write } from './ground'
import { inPairs, type Pair } from './pairs'
import { ratioRow, type Section } from './row'

/** The limit, as a multiple of a commit with a hook that runs `exit 0`. */
const most = 1.15
/** The same with ten named pieces of work. */
const mostOfTen = 1.05

/** Creates a repository with work in it. */
export function makeRepository(ground: Ground): string {
  const folder = ground.makeFolder()
  time(ground, ['git', 'init', '--quiet', '--template='], folder)
  time(ground, [...ground.spell, 'accio'], folder)
  return folder
}

/** The baseline: a hand-written hook that does nothing. */
function putEmptyHook(folder: string): void {
  write(folder, '.git/hooks/pre-commit', '#!/bin/sh\nexit 0\n')
  chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755)
}

/** Measures a commit, and the same with a hook that runs `exit 0`. */
function measureCommits(ground: Ground, folder: string): Promise<Pair[]> {
  const plain = makeRepository(ground)
  putEmptyHook(plain)
  const commit = (where: string) => () => time(ground, ['git', 'commit', '--quiet', '--allow-empty', '-m', 'x'], where)
  return inPairs(ground.pairs * 2, commit(folder), commit(plain))
}

/** Creates a repository as `spell init` does; the program is the project's own. */
function makeGuarded(ground: Ground): string {
  const folder = makeRepository(ground)
  write(folder, 'node_modules/.bin/.keep', '')
  symlinkSync(ground.program, join(folder, 'node_modules/.bin/spell'))
  time(ground, [...ground.spell, 'init', '--yes', '--guard', 'git', '--agents', 'none'], folder)
  return folder
}

/**
 * Measures a commit with the guard: when the script decides by itself, of one piece of work and of ten more, and when it
 * has to start the program.
 */
export async function measureGuard(ground: Ground): Promise<Section> {
  const certain = makeGuarded(ground)
  const several = makeGuarded(ground)
  for (let number = 1; number <= 10; number++) {
    cpSync(join(several, '.ai/task'), join(several, `.ai/work/piece-of-work-${number}`), { recursive: true })
  }
  const asking = makeGuarded(ground)
  write(asking, '.ai/spell.json', '{ "guard": { "blockIn": ["PR_APPLIED_PENDING_ARCHIVE_*"] } }')
  const rows = [
    ratioRow('`git commit` with the guard', 'ms', await measureCommits(ground, certain), most),
    ratioRow('… with ten named pieces of work', 'ms', await measureCommits(ground, several), mostOfTen),
    ratioRow('… where settings make it start the program', 'ms', await measureCommits(ground, asking)),
  ]
  return { title: 'A commit', other: 'Hook `exit 0`', rows }
}
