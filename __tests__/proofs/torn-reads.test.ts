import fs from 'node:fs'
import { join } from 'node:path'
import { complete } from '../../src/store/complete'
import { disk } from '../../src/store/disk'
import { nextPath } from '../../src/store/local'
import { namesIn } from '../../src/store/read'
import { loadState } from '../../src/store/state'
import { engineer } from '../../src/workflows/engineer'
import { castIn } from '../support/casting'
import { everyCrashPoint, operations } from '../support/crashes'
import { type Folder, makeFolder } from '../support/folder'
import { type Reached, reached, reachedWithMany, worldOf } from '../support/worlds'

jest.setTimeout(600_000)

/** Every way in which the program looks at a disk. */
const looks = ['existsSync', 'statSync', 'lstatSync', 'openSync', 'readSync', 'readFileSync'] as const

/** Lets somebody else go on at one moment of a look: just before it asks the disk for the n-th time. */
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
  complete(folder.path, engineer, loadState(folder.path, engineer).history)
  for (const name of namesIn(folder.path, nextPath)) disk.remove(join(folder.path, nextPath, name))
}

/** One row of each kind of change: files made, moved, both under one name. */
const worlds = ['GC1', 'GC2b', 'A2', 'R3', 'C1', 'P3', 'P4b', 'A5a'].map(
  (id) => [id, [...reached, ...reachedWithMany].find(({ row }) => row.id === id) as Reached] as const,
)

let moments = 0
afterAll(() => console.log(`${moments} moments`))

describe('whoever looks while somebody is at work sees one state, never two', () => {
  test.each(worlds)('at every moment of %s', async (_, world) => {
    const begin = () => makeFolder(worldOf(world))
    const look = (folder: Folder) => castIn(folder, 'lumos')
    const done = begin()
    await castIn(done, world.row.on)
    const { to } = await look(done)
    const after = JSON.stringify(await look(done))

    await everyCrashPoint(
      begin,
      (folder) => castIn(folder, world.row.on),
      async (left, likewise) => {
        // Before this moment there is nothing to be seen.
        if (loadState(left.path, engineer).current !== to) return
        for (let steps = 1, all = false; !all; steps++) {
          for (let at = 1, came = true; came; at++) {
            const folder = await likewise()
            const seen = await interrupting(
              at,
              () => {
                all = operations(steps, () => rest(folder))
              },
              () => look(folder),
            )
            expect({ steps, at, said: JSON.stringify(seen.said) }).toEqual({ steps, at, said: after })
            came = seen.came
            moments++
            folder.remove('.')
          }
        }
      },
    )
  })
})
