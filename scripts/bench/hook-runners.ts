import { rmSync } from 'node:fs'
import { makeRepository, measureCommits } from './commits'
import { estimate } from './figures'
import { type Ground, time, write } from './ground'
import { versionOf } from './npm'
import { differenceOf, type Pair } from './pairs'
import { ratioRow, rowOf, type Section } from './row'

/** A hook manager. */
interface Runner {
  readonly name: string
  /** Its packages; the first is the program. */
  readonly packages: readonly string[]
  /** The files of a repository with a hook that does nothing. */
  readonly files: Readonly<Record<string, string>>
  readonly install: readonly string[]
  /** The greatest part of its overhead that the guard's may be. */
  readonly bar?: number
}

const peers = 'scripts/peers/node_modules'
/** At least four times less. */
const bar = 0.25

const runners: readonly Runner[] = [
  {
    name: 'Husky',
    packages: ['node_modules/husky'],
    files: { 'package.json': '{}', '.husky/pre-commit': '' },
    install: ['node_modules/husky/bin.js'],
    bar,
  },
  {
    name: 'Lefthook',
    packages: ['lefthook', `lefthook-${process.platform}-${process.arch}`].map((name) => `${peers}/${name}`),
    files: { 'lefthook.yml': 'pre-commit:\n  jobs: []\n' },
    install: ['node_modules/lefthook/bin/index.js', 'install'],
    bar,
  },
  {
    name: 'simple-git-hooks',
    packages: [`${peers}/simple-git-hooks`],
    files: { 'package.json': '{ "simple-git-hooks": { "pre-commit": "exit 0" } }' },
    install: ['node_modules/simple-git-hooks/cli.js'],
  },
]

/**
 * Measures what hook managers add to a commit without any work to do, and which part of that the guard adds.
 *
 * @param guarded commits with the guard
 */
export async function measureHookRunners(ground: Ground, guarded: readonly Pair[]): Promise<readonly Section[]> {
  const commits = []
  const overheads = []
  for (const { name, packages, files, install, bar } of runners) {
    const folder = makeRepository(ground, packages)
    for (const [path, text] of Object.entries(files)) write(folder, path, text)
    time(ground, [ground.node, ...install], folder)
    const pairs = await measureCommits(ground, folder)
    rmSync(folder, { recursive: true })
    const what = `${name} ${versionOf(packages[0] ?? '')}, with an empty hook`
    commits.push(ratioRow(what, 'ms', pairs))
    // Too small an overhead cannot be compared.
    if (bar === undefined) continue
    const overhead = estimate([guarded, pairs], (ours, theirs) => differenceOf(ours) / differenceOf(theirs))
    overheads.push(rowOf(`to that of ${name}`, 'times', overhead, bar))
  }
  return [
    { title: 'A commit with others, which have nothing to do', other: 'Hook `exit 0`', rows: commits },
    { title: 'The overhead of the guard', rows: overheads },
  ]
}
