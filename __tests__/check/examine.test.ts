import { engineer, needs } from '../../src/workflows/engineer'
import type { State } from '../../src/workflows/engineer/states'
import { castIn, edgeAt, standing } from '../support/casting'
import { type Act, everyCrashPoint, withoutTouching } from '../support/crash-points'
import { examine, repair } from '../support/doctoring'
import { archiveWork, casting, takeBack } from '../support/engineer-acts'
import { type Folder, makeFolder } from '../support/folder'
import { some } from '../support/proving'
import { reached, worldOf } from '../support/row-worlds'

jest.setTimeout(120_000)

const later = new Date('2026-08-20T15:31:00Z')
const codesIn = async (folder: Folder) =>
  (await withoutTouching(() => examine({ root: folder.path, workflow: engineer, env: {}, now: later }))).map(
    ({ code }) => code,
  )

const world = (id: string) => {
  const found = reached.find(({ row }) => row.id === id)
  if (!found) throw new Error(`no row ${id}`)
  return found
}

describe('examine', () => {
  test('finds nothing after any row of the table but files that really are missing', async () => {
    for (const each of some(reached)) {
      const folder = makeFolder({ ...standing(each.from), ...worldOf(each) })
      const { to } = await castIn(folder, each.row.on)
      const missing = (needs[to as State] ?? []).filter((path) => !(path in folder.contents()))
      const name = `${each.row.id} in ${each.from}`
      expect([name, await codesIn(folder)]).toEqual([name, missing.map(() => 'file-missing')])
    }
  })

  test.each<[what: string, path: string, edit: (text: string) => string, line: number]>([
    ['settings', '.ai/spell.json', () => '{\n"version": 2\n}', 2],
    ['a state', '.ai/task/state.json', (text) => `\n\n{${text}`, 3],
    ['a line of the history', '.ai/task/history.jsonl', (text) => text.replace('Accio', 'line 7'), 1],
  ])('names the line of %s that is wrong', async (_, path, edit, line) => {
    const folder = makeFolder()
    await castIn(folder, 'accio')
    folder.write({ [path]: edit(folder.contents()[path] ?? '') })
    const found = await examine({ root: folder.path, workflow: engineer, env: {}, now: later })
    expect(found.map(({ where, line }) => ({ where, line }))).toContainEqual({ where: path, line })
  })

  const acts: Record<string, [id: string, act: Act]> = {
    'the first spell of all': ['GC1', casting('accio')],
    'a task that is archived': ['A2', casting('accio')],
    'spell new': ['A2', (folder) => archiveWork(folder)],
    'spell undo': ['A2', (folder) => takeBack(folder)],
  }
  const cases = some(Object.entries(acts))
  test.each(cases)('whatever %s leaves that is killed, is found and repaired', async (name, [id, act]) => {
    const begin = async () => {
      const folder = makeFolder(worldOf(world(id)))
      if (name === 'spell undo') await castIn(folder, 'accio')
      return folder
    }
    const sure = [
      ...['history-behind', 'history-torn', 'leftovers', 'local-not-ignored', 'lock-stale', 'step-unfinished'],
      // The half of one.
      'backup-unreadable',
    ]
    const found = new Set<string>()
    await everyCrashPoint(begin, act, async (folder) => {
      const codes = await codesIn(folder)
      expect(codes.filter((code) => !sure.includes(code))).toEqual([])
      for (const code of codes) found.add(code)
      const { current_state, history } = JSON.parse(folder.contents()['.ai/task/state.json'] ?? 'null') ?? {}
      const said = await repair(engineer, edgeAt(folder, later))
      if (codes.some((code) => code !== 'file-missing')) expect(said).not.toEqual([])
      expect(await codesIn(folder)).toEqual([])
      // Nothing was lost that could be trusted: no line says that something was repaired.
      // That of work that is archived lies in the archive.
      const [state = ''] = Object.keys(folder.contents()).filter((path) => path.endsWith('/state.json'))
      if (current_state) expect(JSON.parse(folder.read(state))).toMatchObject({ current_state, history })
      expect(await withoutTouching(async () => castIn(folder, 'lumos'))).toMatchObject({ outcome: 'shown' })
    })
    const half = name === 'spell new' ? 'step-unfinished' : 'history-behind'
    expect([...found]).toEqual(expect.arrayContaining(['leftovers', 'lock-stale', half]))
  })
})
