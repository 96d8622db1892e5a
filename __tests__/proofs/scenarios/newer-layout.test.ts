import { layout } from '../../../src/work/history/layout'
import type { Folder } from '../../support/folder'
import { spellHere } from '../../support/packed-program'
import { workUnderWay } from '../../support/work-under-way'

// A colleague has a newer version. What it has written may mean something else, so nothing is read from it or written over it.

const newer = layout + 1
const places = {
  engineer: '.ai/task',
  discovery: '.ai/discovery/csv-export',
  collab: '.ai/collab/sessions/orders',
  hope: '.ai/hope',
} as const
type Name = keyof typeof places

const damages: Readonly<Record<string, (folder: Folder, at: string) => void>> = {
  'the state and its last line': (folder, at) => {
    const state = JSON.parse(folder.read(`${at}/state.json`))
    const history = [...state.history.slice(0, -1), { ...state.history.at(-1), layout: newer, more: {} }]
    folder.write({ [`${at}/state.json`]: JSON.stringify({ ...state, layout: newer, table: 'a', history }) })
  },
  'a state without lines': (folder, at) => {
    const state = JSON.parse(folder.read(`${at}/state.json`))
    folder.write({ [`${at}/state.json`]: JSON.stringify({ ...state, layout: newer, history: [] }) })
  },
  'a state that has another form': (folder, at) =>
    folder.write({ [`${at}/state.json`]: JSON.stringify({ layout: newer, stands: { at: 'PLANNING' } }) }),
}
const onlyInHistory = (folder: Folder, at: string) =>
  folder.write({
    [`${at}/history.jsonl`]: `${folder.read(`${at}/history.jsonl`)}${JSON.stringify({ layout: newer, step: 'PLANNING', digest: '0'.repeat(64) })}\n`,
  })

const expectRefused = async (folder: Folder, args: readonly string[], env = {}) => {
  const before = folder.contents()
  const { exitCode, stdout } = spellHere(folder.path, [...args, '--json'], { env })
  const { code, message } = JSON.parse(stdout || '{}')
  expect({ args, exitCode, code, message }).toEqual({
    args,
    exitCode: 5,
    code: 'layout-newer',
    message: expect.stringMatching(/written by a newer version of spell: it has layout \d+, .* Update spell\.$/),
  })
  expect(folder.contents()).toEqual(before)
}

const lines: Readonly<Record<Name, string>> = {
  engineer:
    'lumos, accio, reparo, finite, undo, new --yes, doctor --set gather_editing --because x, history, doctor, doctor --fix, check',
  discovery: 'status, approve --as human, undo, history, artifact, show, stop',
  collab: 'status, add More, next, items, undo, history, cleanup archive',
  hope: 'status, wave --done rows, undo, history',
}
const commandsOf = (name: Name): string[][] =>
  lines[name].split(', ').map((line) => [...(name === 'engineer' ? [] : [name]), ...line.split(' ')])

describe.each(Object.keys(places) as Name[])('%s', (name) => {
  const cases = Object.entries(damages)
  test.each(cases)('where %s is of a newer layout no command goes on, and nothing is written', async (_, make) => {
    const folder = await workUnderWay(name)
    make(folder, places[name])
    for (const args of [...commandsOf(name), ['doctor'], ['doctor', '--fix'], ['check']])
      await expectRefused(folder, args)
  })

  test('where only its history has a line of a newer layout, neither', async () => {
    const folder = await workUnderWay(name)
    onlyInHistory(folder, places[name])
    const [own = ''] = name === 'engineer' ? [] : [name]
    const words = (verb: string) => [own, verb].filter(Boolean)
    for (const args of [words('history'), ['doctor'], ['doctor', '--fix']]) await expectRefused(folder, args)
    if (name === 'engineer') await expectRefused(folder, ['check'])
    // A look reads no more of a history than where it ends.
    await expectRefused(folder, commandsOf(name)[1] ?? [])
  })
})
