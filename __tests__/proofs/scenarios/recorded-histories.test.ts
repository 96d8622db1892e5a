import { workflows } from '../../../src/flows/registry'
import { layout } from '../../../src/work/history/layout'
import { tableDigest } from '../../../src/work/history/table-digest'
import type { Folder } from '../../support/folder'
import { spellHere } from '../../support/packed-in-process'
import { recordedBy } from '../../support/recorded'

// What released versions have written, as it lies in repositories.

interface Recorded {
  readonly workflow: string
  readonly folder: string
  /** The words before a verb of its own. */
  readonly group: readonly string[]
  readonly look: string
  /** A step that goes on from where the recorded work stands. */
  readonly next: (folder: Folder) => readonly string[]
}

const recorded: readonly Recorded[] = [
  {
    workflow: 'engineer',
    folder: '.ai/task',
    group: [],
    look: 'lumos',
    next: (folder) => {
      folder.write({ '.ai/task/task-results.md': '## Achieved\n\nRead.\n' })
      return ['accio']
    },
  },
  {
    workflow: 'discovery',
    folder: '.ai/discovery/add-csv-export',
    group: ['discovery'],
    look: 'status',
    next: () => ['approve', '--as', 'human'],
  },
  {
    workflow: 'collab',
    folder: '.ai/collab/sessions/orders',
    group: ['collab'],
    look: 'status',
    next: () => ['task', 'item-2', 'in_progress'],
  },
  {
    workflow: 'hope',
    folder: '.ai/hope',
    group: ['hope'],
    look: 'status',
    next: () => ['wave', '--done', 'rows'],
  },
]

const versions = ['0.1.0']
const every = versions.flatMap((version) => recorded.map((one) => [version, one.workflow, one] as const))

const run = async ({ path }: Folder, ...args: string[]) => {
  const { exitCode, stdout, stderr } = spellHere(path, [...args, '--json'])
  if (stderr !== '' && stdout === '') throw new Error(stderr)
  return { exitCode, ...JSON.parse(stdout) }
}
const linesOf = (folder: Folder, at: string) =>
  folder
    .read(`${at}/history.jsonl`)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

describe.each(every)('%s of %s', (version, name, { folder: at, group, look, next }) => {
  const well = async (folder: Folder) => {
    expect(await run(folder, 'doctor')).toMatchObject({ exitCode: 0, findings: [] })
    expect(await run(folder, 'check')).toMatchObject({ exitCode: 0, findings: [] })
  }

  test('is in order, and a look, the doctor and the check change nothing of it', async () => {
    const folder = recordedBy(version, name)
    const before = folder.contents()
    await well(folder)
    expect(await run(folder, ...group, look)).toMatchObject({ exitCode: 0, outcome: 'shown' })
    const { entries } = await run(folder, ...group, 'history')
    expect(entries).toHaveLength(linesOf(folder, at).length)
    // The copies of earlier states are not in the repository.
    expect(await run(folder, ...group, 'undo')).toMatchObject({ exitCode: 3, code: 'cannot-undo' })
    expect(folder.contents()).toEqual(before)
  })

  test('goes on: the next step says its layout and table and seals the context, and can be taken back', async () => {
    const folder = recordedBy(version, name)
    const stood = folder.read(`${at}/state.json`).split('\n')[1]
    const steps = linesOf(folder, at).length
    expect(await run(folder, ...group, ...next(folder))).toMatchObject({ exitCode: 0, ok: true })
    const definition = await workflows.find((known) => known.name === name)?.load()
    const table = definition && tableDigest(definition.definition)
    const made = { layout, table }
    const last = linesOf(folder, at).at(-1)
    expect(last).toMatchObject(made)
    expect(last.context).toEqual(expect.stringMatching(/^[0-9a-f]{64}$/))
    expect(JSON.parse(folder.read(`${at}/state.json`))).toMatchObject(made)
    await well(folder)
    expect(await run(folder, ...group, 'undo')).toMatchObject({ exitCode: 0 })
    expect(folder.read(`${at}/state.json`).split('\n')[1]).toBe(stood)
    expect(linesOf(folder, at)).toHaveLength(steps + 2)
    await well(folder)
  })

  test('is in order where that version has gone on with a file of today, and kept the keys that it does not know', async () => {
    const folder = recordedBy(version, name)
    const state = JSON.parse(folder.read(`${at}/state.json`))
    folder.write({ [`${at}/state.json`]: `${JSON.stringify({ ...state, layout, table: '0123456789ab' }, null, 2)}\n` })
    await well(folder)
    expect(await run(folder, ...group, ...next(folder))).toMatchObject({ exitCode: 0 })
    await well(folder)
  })
})

test.each(versions)('what %s has archived is looked at where it lies today', async (version) => {
  const folder = recordedBy(version, 'engineer')
  const [results = ''] = Object.keys(folder.contents('.ai/archive')).filter((path) => path.endsWith('/task-results.md'))
  const { findings: none } = await run(folder, 'check')
  expect(none).toEqual([])
  folder.write({ [results]: 'Better.\n' })
  const { findings } = await run(folder, 'check')
  expect(findings.map(({ rule, where }: Finding) => [rule, where])).toEqual([['archived-file-changed', results]])
})

test('what concerns several pieces of work is told once', async () => {
  const folder = recordedBy('0.1.0', 'engineer')
  folder.write({ '.ai/spell.json': '{ "guard": 5 }\n' })
  const { findings, pieces } = await run(folder, 'check')
  expect(pieces.length).toBeGreaterThan(1)
  expect(findings.map(({ rule }: Finding) => rule)).toEqual(['settings-wrong'])
})

interface Finding {
  readonly rule: string
  readonly where: string
}
