import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { backupsPath, local, nextPath } from '../../src/disk/local'
import { filesUnder } from '../../src/disk/read'
import { attempt, Failure } from '../../src/text/failure'
import { loadState } from '../../src/work/state/state'
import { engineer } from '../../src/workflows/engineer'
import { backupFile, castIn, edgeAt, historyFile, linesOf, stateFile, stateOf, writeLines } from '../support/casting'
import { type Act, everyCrashPoint, everyRefusal, withoutTouching } from '../support/crash-points'
import { examine, repair } from '../support/doctoring'

import { type Folder, makeFolder } from '../support/folder'
import { settleAs } from '../support/settled'

async function draftTask(): Promise<Record<string, string>> {
  const folder = makeFolder()
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' })
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/plan.md': '# Export\n\n- [ ] it has a header row\n' })
  await castIn(folder, 'accio')
  return Object.fromEntries(filesUnder(folder.path, '.ai').map((path) => [path, folder.read(path)]))
}

let drafted: Record<string, string>
beforeAll(async () => {
  drafted = await draftTask()
})

const conflict = (ours: string, theirs: string) => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> other\n`
const garbage =
  (...paths: string[]) =>
  (folder: Folder) =>
    folder.write(Object.fromEntries(paths.map((path) => [path, `garbage in ${path}\n`])))
const folderAt = (path: string) => (folder: Folder) => {
  folder.remove(path)
  folder.write({ [`${path}/note.txt`]: 'mine\n' })
}

const damages: Readonly<Record<string, (folder: Folder) => void>> = {
  'a state that is garbage': garbage(stateFile),
  'a state that is a folder, without a history': (folder) => {
    folderAt(stateFile)(folder)
    folder.remove(historyFile, backupsPath(engineer))
  },
  'a state that was changed by hand': (folder) =>
    folder.write({ [stateFile]: JSON.stringify({ ...stateOf(folder), current_state: 'GATHER_EDITING' }) }),
  'a history that lacks a line': (folder) => writeLines(folder, linesOf(folder).toSpliced(1, 1)),
  'a history that is a folder': folderAt(historyFile),
  'a history that ends in garbage': (folder) => folder.write({ [historyFile]: `${folder.read(historyFile)}garbage` }),
  'a history in conflict that is damaged besides': (folder) =>
    folder.write({ [historyFile]: conflict(`garbage\n${folder.read(historyFile)}`, '') }),
  'a state and a history that are garbage': garbage(stateFile, historyFile),
  'nothing but files': (folder) => {
    garbage(stateFile, historyFile)(folder)
    folder.remove(backupsPath(engineer))
  },
  'a line of the state that was changed': (folder) =>
    folder.write({ [stateFile]: folder.read(stateFile).replace('"GC1"', '"GC2"') }),
  'the newest backups that are garbage': garbage(backupFile(2), backupFile(3)),
  'backups and leftovers that are garbage': garbage(backupFile(1), `${nextPath(engineer)}/state.json`),
}

const heal: Act = async (folder) => {
  await settleAs(folder)
  await repair(engineer, edgeAt(folder))
}
const findings = (folder: Folder) =>
  examine({ root: folder.path, workflow: engineer, env: {}, now: edgeAt(folder).now })

/** What can be said about a folder that has been repaired: where the work stands, and that nothing is left to repair. */
async function standing(folder: Folder) {
  const found = (await withoutTouching(() => findings(folder))).filter((finding) => finding.repair)
  const { current, unlogged, byHand } = loadState(folder.path, engineer)
  return { codes: found.map(({ code }) => code), current, unlogged: unlogged.length, byHand }
}

/** Every line that was written; a step that never came to be has none. */
const written = (folder: Folder): string[] =>
  filesUnder(folder.path, '.ai')
    .filter((path) => !new RegExp(`^${local}/(lock|next)/`).test(path))
    .flatMap((path) => readFileSync(join(folder.path, path), 'utf8').split('\n'))
    // What only git has written is none either.
    .filter((line) => !/^[<=>]{7}/.test(line))

/** The work that stood in the folder is all there, and goes on. */
async function expectMended(folder: Folder, damaged: readonly string[], wanted: object): Promise<void> {
  expect(await standing(folder)).toEqual(wanted)
  const now = written(folder)
  expect(damaged.filter((text) => !now.some((other) => other.includes(text)))).toEqual([])
  expect(await repair(engineer, edgeAt(folder))).toEqual([])
  const { to } = await castIn(folder, 'reparo')
  expect({ ...(await standing(folder)), current: to }).toEqual({ ...wanted, current: to })
}

/** Half-way a spell finds work that stands where it will, or that cannot be read; never another. */
function expectNothingElse(folder: Folder, wanted: { readonly current: string }): void {
  const said = attempt(() => loadState(folder.path, engineer))
  if (said instanceof Failure) expect(said).toMatchObject({ exitCode: 5, fix: expect.stringContaining('spell doctor') })
  else expect(said.current).toBe(wanted.current)
}

describe.each(Object.entries(damages))('a repair of %s', (_, damage) => {
  const begin = () => {
    const folder = makeFolder(drafted)
    damage(folder)
    return folder
  }
  const expected = async () => {
    const folder = begin()
    await heal(folder)
    return standing(folder)
  }

  test('that is stopped anywhere is ended by the next, and no byte is lost', async () => {
    const wanted = await expected()
    expect(wanted).toMatchObject({ codes: [], unlogged: 0, byHand: false })
    const damaged = written(begin())
    const whole = begin()
    await heal(whole)
    const tells = whole.read(historyFile).includes('"trigger":"Doctor"')
    const points = await everyCrashPoint(begin, heal, async (folder) => {
      expectNothingElse(folder, wanted)
      await heal(folder)
      await expectMended(folder, damaged, wanted)
      // Whichever of the two has repaired something, the history tells of it.
      if (tells) expect(folder.read(historyFile)).toContain('"trigger":"Doctor"')
    })
    expect(points).toBeGreaterThan(5)
  })

  test('that the disk refuses can be done again', async () => {
    const wanted = await expected()
    const damaged = written(begin())
    const points = await everyRefusal(begin, heal, { codes: ['ENOSPC'], lasting: true }, async (folder, outcome) => {
      if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Failure)
      await heal(folder)
      await expectMended(folder, damaged, wanted)
    })
    expect(points).toBeGreaterThan(5)
  })
})
