import { filesUnder } from '../../src/disk/read'
import { proofs, proveWhole, proveWholeTwice } from '../support/before-or-after'
import { castIn } from '../support/casting'
import type { Act } from '../support/crash-points'
import { archiveWork, moveTo, takeBack } from '../support/engineer-acts'
import { type Folder, makeFolder } from '../support/folder'
import { type Reached, reached, worldOf } from '../support/row-worlds'

const back: Act = takeBack
const archive: Act = (folder) => archiveWork(folder)
const overridden: Act = (folder) => moveTo(folder, 'ACHIEVE_COMPLETE', 'for a test')
const accio: Act = (folder) => castIn(folder, 'accio')

const world = (id: string) => reached.find(({ row }) => row.id === id) as Reached

const prove = proofs()

/** Does something once, and makes folders that are all as it left them. */
async function leftBy(files: Readonly<Record<string, string>>, ...acts: readonly Act[]): Promise<() => Folder> {
  const folder = makeFolder(files)
  for (const act of acts) await act(folder)
  const left = Object.fromEntries(filesUnder(folder.path, '.ai').map((path) => [path, folder.read(path)]))
  folder.remove('.')
  return () => makeFolder(left)
}

/** A user writes into every file that a person could have in front of them. */
const edited: Act = async (folder) => {
  const paths = Object.keys(folder.contents()).filter((path) => path.endsWith('.md'))
  folder.write(Object.fromEntries(paths.map((path) => [path, `${folder.read(path)}Written in ${path}.\n`])))
}

describe('wherever its process dies and whatever the disk refuses, a step is taken back as a whole or not at all', () => {
  test.each(['GC1', 'A2', 'C1', 'P4b'])('after %s, when every file has been written in since', async (id) => {
    const { row } = world(id)
    const begin = await leftBy(worldOf(world(id)), (folder) => castIn(folder, row.on), edited)
    await prove(id, proveWhole(begin, back))
  })

  test('after an override', async () => {
    await prove('override', proveWhole(await leftBy(worldOf(world('A2')), overridden), back))
  })

  test.each([
    ['', async () => {}],
    [
      ', and new work of the same names has been written by hand',
      async (folder: Folder) => {
        folder.write({
          '.ai/task/plan.md': 'The next plan.\n',
          '.ai/task/notes/today.txt': 'Ask Lee.\n',
          '.ai/task/tasks': 'a list\n',
        })
      },
    ],
    [
      ', and new work has been begun and taken back',
      async (folder: Folder) => {
        await accio(folder)
        await back(folder)
      },
    ],
  ] as const)('after spell new%s', async (_, meanwhile) => {
    const files = { ...worldOf(world('A2')), '.ai/task/notes/today.txt': 'Ask Kim.\n' }
    const begin = await leftBy(files, accio, archive, meanwhile)
    await prove('undo over new', proveWhole(begin, back))
    // The process that goes on may die, too.
    await prove('undo over new, twice', proveWholeTwice(begin, [back, overridden, back]))
  })
})

const ids = ['GC1', 'A2', 'C1']
test.each(ids)('the process that finishes an undo that a dead process has begun may die, too after %s', async (id) => {
  const { row } = world(id)
  const begin = await leftBy(worldOf(world(id)), (folder) => castIn(folder, row.on))
  const cast: Act = (folder) => castIn(folder, row.on)
  await prove(id, proveWholeTwice(begin, [back, cast, back]))
})
