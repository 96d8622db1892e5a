import fs from 'node:fs'
import { join } from 'node:path'
import { disk } from '../../src/disk/disk'
import { nextPath, nextState } from '../../src/disk/local'
import { namesIn } from '../../src/disk/read'
import { comeBack } from '../../src/work/state/archive'
import { complete } from '../../src/work/state/finish'
import { loadState, versionOf } from '../../src/work/state/state'
import { engineer } from '../../src/workflows/engineer'
import type { Spell } from '../../src/workflows/engineer/states'
import { rows } from '../../src/workflows/engineer/table'
import { castIn } from '../support/casting'
import { type Act, everyCrashPoint, operations } from '../support/crash-points'
import { archiveWork, casting, takeBack } from '../support/engineer-acts'
import { copyOf, type Folder, makeFolder } from '../support/folder'
import { type Reached, reached, reachedWithMany, worldOf } from '../support/row-worlds'

/** Every way in which the program looks at a disk. */
const looks = ['existsSync', 'statSync', 'lstatSync', 'openSync', 'readSync', 'readFileSync'] as const

/** Lets another process go on at one moment of a look: just before it asks the disk for the n-th time. */
async function interrupting(
  at: number,
  goOn: () => void,
  look: () => Promise<unknown>,
): Promise<{ said: unknown; came: boolean }> {
  let count = 0
  const whole = looks.map((name) => [name, fs[name]] as const)
  const restore = () => {
    for (const [name, original] of whole) Object.assign(fs, { [name]: original })
  }
  for (const [name, original] of whole) {
    const asked = (...args: unknown[]) => {
      if (++count === at) {
        restore()
        goOn()
      }
      return (original as (...args: unknown[]) => unknown)(...args)
    }
    Object.assign(fs, { [name]: asked })
  }
  try {
    return { said: await look(), came: count >= at }
  } finally {
    restore()
  }
}

/** What the writer still has to do once its state file stands: its files, its line, and tidying up. */
function rest(folder: Folder): void {
  const { archiving, history, isNext, comesFrom: place } = loadState(folder.path, engineer)
  if (isNext) comeBack(folder.path, engineer, history, { place, aside: '.ai/archive/undone' })
  else complete(folder.path, engineer, archiving?.history ?? history)
  for (const name of namesIn(folder.path, nextPath(engineer))) disk.remove(join(folder.path, nextPath(engineer), name))
}

const worldOfRow = (id: string) => worldOf([...reached, ...reachedWithMany].find(({ row }) => row.id === id) as Reached)

/** One row of each kind of change, files made, moved, both under one name; and the verbs that move more than a spell. */
const acts: readonly (readonly [name: string, begin: () => Promise<Folder>, act: Act])[] = [
  ...['GC1', 'GC2b', 'A2', 'R3', 'C1', 'P3', 'P4b', 'A5a'].map((id) => {
    const { on } = rows.find((row) => row.id === id) ?? { on: 'accio' as const }
    return [id, async () => makeFolder(worldOfRow(id)), casting(on)] as const
  }),
  ['new', () => after(['accio']), archiveWork],
  ['undo', () => after(['accio']), takeBack],
]

/** Ways in which work can be that gives way to an archive. */
// biome-ignore format: a case is a line
const gaps: readonly (readonly [what: string, begin: () => Promise<Folder>])[] = [
  ['nothing', () => archivedAnd(async () => {})],
  ['a plan that was written by hand', () => archivedAnd(async (folder) => folder.write({ '.ai/task/plan.md': 'Next.\n' }))],
  [
    'work that was begun and taken back',
    () =>
      archivedAnd(async (folder) => {
        await castIn(folder, 'accio')
        await takeBack(folder)
      }),
  ],
]

async function archivedAnd(meanwhile: (folder: Folder) => Promise<void>): Promise<Folder> {
  const folder = await after(['accio'])
  await archiveWork(folder)
  await meanwhile(folder)
  return folder
}

/** A task with results, some spells later. */
async function after(spells: readonly Spell[]): Promise<Folder> {
  const folder = makeFolder(worldOfRow('A2'))
  for (const spell of spells) await castIn(folder, spell)
  return folder
}

let moments = 0
afterAll(() => console.log(`${moments} moments`))

describe('the process that looks while another process is at work sees one state, never two', () => {
  test.each([
    ...acts,
    ...gaps.map(([what, begin]) => [`an undo over new with ${what} in its place`, begin, takeBack] as const),
  ])('at every moment of %s', async (_, begin, act) => {
    const look = casting('lumos')
    const done = await begin()
    const before = versionOf(done.path, engineer)
    await act(done)
    expect(versionOf(done.path, engineer)).not.toBe(before)
    const after = JSON.stringify(await look(done))
    const lines = loadState(done.path, engineer).history

    await everyCrashPoint(begin, act, async (left) => {
      // Until the state file stands there is nothing to be seen.
      if (JSON.stringify(loadState(left.path, engineer).history) !== JSON.stringify(lines)) return
      for (let steps = 1, all = false; !all; steps++) {
        for (let at = 1, came = true; came; at++) {
          const folder = copyOf(left)
          const goOn = () => {
            all = operations(steps, () => rest(folder))
          }
          const seen = await interrupting(at, goOn, () => look(folder))
          expect({ steps, at, said: JSON.stringify(seen.said) }).toEqual({ steps, at, said: after })
          came = seen.came
          moments++
          folder.remove('.')
        }
      }
    })
  })

  test.each(gaps)('which was before or after an archive took the place of %s', async (_, begin) => {
    const look = casting('lumos')
    const said = [JSON.stringify(await look(await begin()))]
    const done = await begin()
    await takeBack(done)
    said.push(JSON.stringify(await look(done)))
    const waiting = nextState(engineer)
    let text = ''
    await everyCrashPoint(begin, takeBack, async (left) => {
      if (loadState(left.path, engineer).comesFrom !== undefined) text ||= left.read(waiting)
    })
    const begun = await begin()
    for (let steps = 0, all = false; !all; steps++) {
      for (let at = 1, came = true; came; at++) {
        const folder = copyOf(begun)
        const goOn = () => {
          folder.write({ [waiting]: text })
          all = operations(steps, () => rest(folder))
        }
        const seen = await interrupting(at, goOn, () => look(folder))
        expect(said).toContain(JSON.stringify(seen.said))
        came = seen.came
        moments++
        folder.remove('.')
      }
    }
  })
})
