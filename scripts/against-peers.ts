import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Measures "where do we stand?" of neighbouring programs against `spell lumos`, whole processes in alternating pairs:
 * `npm run bench:peers [PAIRS]`. The first run installs them into `scripts/rivals/`, which takes minutes and 1.5 GB.
 */

const rivals = resolve('scripts/rivals')
const bin = (name: string) => join(rivals, 'node_modules', '.bin', name)
const pairs = Number(process.argv[2] ?? 7)

const { NODE_EXTRA_CA_CERTS: _, ...rest } = process.env
/** Nobody is told of what happens here. */
const env = { ...rest, OPENSPEC_TELEMETRY: '0', DO_NOT_TRACK: '1', CI: 'true' }

interface Peer {
  readonly name: string
  readonly package: string
  /** What makes a repository ready for it, and puts something in. */
  readonly begin: readonly (readonly string[])[]
  readonly look: readonly string[]
}

const peers: readonly Peer[] = [
  {
    name: 'OpenSpec',
    package: '@fission-ai/openspec',
    begin: [[bin('openspec'), 'init', '--tools', 'none', '.']],
    look: [bin('openspec'), 'list'],
  },
  {
    name: 'Backlog.md',
    package: 'backlog.md',
    begin: [
      [bin('backlog'), 'init', 'demo', '--defaults'],
      [bin('backlog'), 'task', 'create', 'one'],
    ],
    look: [bin('backlog'), 'task', 'list', '--plain'],
  },
  {
    name: 'Task Master',
    package: 'task-master-ai',
    begin: [[bin('task-master'), 'init', '--yes', '--no-git', '--no-aliases', '--skip-install']],
    look: [bin('task-master'), 'list'],
  },
]

function run(cwd: string, [program = '', ...args]: readonly string[]): number {
  const start = process.hrtime.bigint()
  const { error } = spawnSync(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], timeout: 120_000 })
  if (error) throw error
  return Number(process.hrtime.bigint() - start) / 1e6
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

if (!existsSync(join(rivals, 'node_modules'))) {
  console.error('Installing the peers, which takes minutes.')
  run(rivals, ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'])
}
const spell = [process.execPath, resolve('bin/spell.cjs')]
console.log(`Node ${process.version}, ${pairs} pairs each: where do we stand, to \`spell lumos\`\n`)
console.log('| Program | Version | Ratio (median) | Least – most | Median | `spell lumos` |\n|---|---|---|---|---|---|')
for (const { name, package: id, begin, look } of peers) {
  const folder = mkdtempSync(join(tmpdir(), 'spell-peers-'))
  run(folder, ['git', 'init', '--quiet'])
  for (const command of [...begin, [...spell, 'accio']]) run(folder, command)
  const times = Array.from({ length: pairs + 1 }, (_, pair) => {
    const first = pair % 2 === 0 ? run(folder, look) : 0
    const ours = run(folder, [...spell, 'lumos'])
    return { theirs: first || run(folder, look), ours }
  }).slice(1)
  const ratios = times.map(({ theirs, ours }) => theirs / ours).sort((a, b) => a - b)
  const { version } = JSON.parse(readFileSync(join(rivals, 'node_modules', id, 'package.json'), 'utf8'))
  const row = [
    name,
    version,
    median(ratios).toFixed(1),
    `${ratios[0]?.toFixed(1)} – ${ratios.at(-1)?.toFixed(1)}`,
    `${median(times.map(({ theirs }) => theirs)).toFixed(0)} ms`,
    `${median(times.map(({ ours }) => ours)).toFixed(0)} ms`,
  ]
  console.log(`| ${row.join(' | ')} |`)
  rmSync(folder, { recursive: true })
}
