import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { copyOf, type Ground, time, write } from './ground'
import { timeStart } from './mcp'
import { versionOf } from './npm'
import { inPairs } from './pairs'
import { type Row, ratioRow, type Section } from './row'

/** What a neighbouring program has in common with spell: the arguments for each act. */
interface Acts {
  readonly lumos: readonly string[]
  readonly json?: readonly string[]
  readonly accio: readonly string[]
  readonly check: readonly string[]
  readonly mcp?: readonly string[]
}

interface Peer extends Acts {
  readonly name: string
  readonly package: string
  readonly bin: string
  /** The commands that prepare a repository for it. */
  readonly begin: readonly string[]
  /** Files of the repository. */
  readonly files?: Readonly<Record<string, string>>
  readonly further?: readonly string[]
}

export const rivals = 'scripts/rivals'

const peers: readonly Peer[] = [
  {
    name: 'OpenSpec',
    package: '@fission-ai/openspec',
    bin: 'openspec',
    begin: ['init', '--tools', 'none', '.'],
    files: {
      'openspec/changes/one/proposal.md':
        '# One\n\n## Why\n\nThe accountant types.\n\n## What Changes\n\n- An export.\n',
      'openspec/changes/one/specs/orders/spec.md':
        '## ADDED Requirements\n\n### Requirement: Export\nThe shop SHALL export its orders.\n\n#### Scenario: Asked\n- **WHEN** it is asked\n- **THEN** it prints\n',
    },
    lumos: ['list'],
    json: ['list', '--json'],
    accio: ['new', 'change', 'two'],
    check: ['validate', '--all'],
  },
  {
    name: 'Backlog.md',
    package: 'backlog.md',
    bin: 'backlog',
    begin: ['init', 'demo', '--defaults'],
    further: ['task', 'create', 'one'],
    lumos: ['task', 'list', '--plain'],
    accio: ['task', 'edit', '1', '--status', 'In Progress'],
    check: ['doctor'],
    mcp: ['mcp', 'start'],
  },
  {
    name: 'Task Master',
    package: 'task-master-ai',
    bin: 'task-master',
    begin: ['init', '--yes', '--no-git', '--no-aliases', '--skip-install'],
    files: {
      '.taskmaster/tasks/tasks.json': JSON.stringify({
        master: {
          tasks: [
            {
              id: 1,
              title: 'one',
              description: 'one',
              status: 'pending',
              priority: 'medium',
              dependencies: [],
              subtasks: [],
            },
          ],
          metadata: {},
        },
      }),
    },
    lumos: ['list'],
    json: ['list', '--json'],
    accio: ['set-status', '1', 'in-progress'],
    check: ['validate-dependencies'],
    mcp: [],
  },
]

/** The acts, each with our command line. */
const acts: Readonly<Record<keyof Acts, { readonly title: string; readonly ours: readonly string[] }>> = {
  lumos: { title: 'where do we stand', ours: ['lumos'] },
  json: { title: 'the same as JSON', ours: ['lumos', '--json'] },
  accio: { title: 'one step on', ours: ['accio'] },
  check: { title: 'is all in order', ours: ['check'] },
  mcp: { title: 'an MCP server, to its first answer', ours: ['mcp'] },
}

/**
 * Measures whole processes of neighbouring programs, each against the same act of ours. Their telemetry is switched
 * off.
 */
export async function measurePeers(all: Ground, work: string): Promise<readonly Section[]> {
  const env = { ...all.env, OPENSPEC_TELEMETRY: '0', DO_NOT_TRACK: '1', CI: 'true' }
  const ground = { ...all, env, pairs: Math.ceil(all.pairs / 10) }
  const rows: Record<string, Row[]> = {}
  for (const peer of peers) {
    const { name, package: id } = peer
    const made = makeFor(ground, peer)
    for (const [act, { ours }] of Object.entries(acts)) {
      const words = peer[act as keyof Acts]
      if (words === undefined) continue
      // A separate server has the package's name.
      const bin = words.length === 0 ? id : peer.bin
      const theirs = [...commandOf(ground, id, bin), ...words]
      const our = [...ground.spell, ...ours]
      const measure = (command: readonly string[], folder: string) => () => {
        const where = act === 'accio' ? copyOf(ground, folder) : folder
        return act === 'mcp' ? timeStart(ground, command, where) : time(ground, command, where)
      }
      const pairs = await inPairs(ground.pairs, measure(theirs, made), measure(our, work))
      const said = [bin, ...words].join(' ')
      rows[act] = [...(rows[act] ?? []), ratioRow(`${name} ${versionOf(folderOf(id))}: \`${said}\``, 'ms', pairs)]
    }
  }
  return Object.entries(acts).map(([act, { title, ours }]) => ({
    title: `Others: ${title}`,
    other: `\`spell ${ours.join(' ')}\``,
    rows: rows[act] ?? [],
  }))
}

function makeFor(ground: Ground, { package: id, bin, begin, files = {}, further }: Peer): string {
  const folder = ground.makeFolder()
  const run = (...words: readonly string[]) => time(ground, [...commandOf(ground, id, bin), ...words], folder)
  time(ground, ['git', 'init', '--quiet', '--template='], folder)
  run(...begin)
  for (const [path, text] of Object.entries(files)) write(folder, path, text)
  if (further) run(...further)
  return folder
}

const folderOf = (id: string): string => join(rivals, 'node_modules', id)

/** The command line of a package's program, with the Node that runs everything. */
function commandOf({ node }: Ground, id: string, bin: string): string[] {
  const { bin: bins } = JSON.parse(readFileSync(join(folderOf(id), 'package.json'), 'utf8'))
  return [node, resolve(folderOf(id), typeof bins === 'string' ? bins : bins[bin])]
}
