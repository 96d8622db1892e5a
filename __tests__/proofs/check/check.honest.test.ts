import { baseIn } from '../../../src/check/base'
import { check } from '../../../src/check/check'
import { type CommittedFile, mergeBaseWith } from '../../../src/git/base'
import { openGit } from '../../../src/git/git'
import { engineer } from '../../../src/workflows/engineer'
import { castIn, edgeAt } from '../../support/casting'
import { repair } from '../../support/doctoring'
import { archiveWork } from '../../support/engineer-acts'
import type { Folder } from '../../support/folder'
import { commitAll, git } from '../../support/git'
import { cloneOf, historyFile, planFile, shop, stateFile, stateOf } from '../../support/team-repository'

const now = new Date('2026-08-21T09:00:00Z')

/** What the branch `main` has, with the bytes of its histories. */
async function mainIn(path: string) {
  const base = await baseIn(await mergeBaseWith(openGit(path, process.env), 'main'), 'main')
  const histories: [string, CommittedFile][] = []
  for (const [name, file] of base.histories) {
    const bytes: Buffer[] = []
    await file.read((more) => void bytes.push(more))
    histories.push([name, { ...file, read: async (take) => bytes.forEach(take) }])
  }
  return { ...base, histories: new Map(histories) }
}

/** The same in every copy of the shop and in clones of it, as no test commits to `main`. */
let mainOfShop: ReturnType<typeof mainIn> | undefined

/** What a check says of a checkout without work. */
async function checked(folder: Folder) {
  folder.remove('.ai/.local')
  mainOfShop ??= mainIn(folder.path)
  const main = await mainOfShop
  const comparedWith = (histories: ReadonlyMap<string, CommittedFile>) => {
    const base = { ...main, histories }
    return check(folder.path, {}, now, { requirement: 'any', noOverrides: false, base }, (_, state) => state)
  }
  const report = await comparedWith(main.histories)
  // Whether a history begins with the base's bytes, or is looked through for its lines, makes no difference.
  const withoutBytes = new Map([...main.histories].map(([name, file]) => [name, { ...file, id: '0'.repeat(40) }]))
  expect(await comparedWith(withoutBytes)).toEqual(report)
  return report
}

const replacing = (path: string, from: string | RegExp, to: string) => (folder: Folder) => {
  const text = folder.read(path)
  if (text.replace(from, to) === text) throw new Error(`${path} has nothing like ${from}`)
  folder.write({ [path]: text.replace(from, to) })
}
const task = '.ai/task/tasks/task-header-row-2026-08-20-1530'

test('a state that is written in one line is wrong in line 1', async () => {
  const folder = await shop('export')
  folder.write({ [stateFile]: JSON.stringify({ ...stateOf(folder), current_state: 'ACHIEVE_COMPLETE' }) })
  const { findings } = await checked(folder)
  expect(findings).toMatchObject([{ rule: 'state-by-hand', where: stateFile, line: 1 }])
})

describe('nothing is found in honest work:', () => {
  test.each<[what: string, act: (folder: Folder) => unknown]>([
    [
      'with a plan that was formatted again and put into another order, while a task is carried out',
      async (folder) => {
        folder.write({ '.ai/task/task.md': 'Write the header row.\n' })
        await castIn(folder, 'accio')
        const boxes = folder
          .read(planFile)
          .split('\n')
          .filter((line) => line.startsWith('- ['))
        folder.write({ [planFile]: `# Export\n\n${boxes.reverse().join('\n').replaceAll('- [', ' *   [')}\n` })
        await castIn(folder, 'lumos')
      },
    ],
    [
      'with a link to what has met it behind a criterion',
      replacing(planFile, /^- \[x\] .*$/m, `$& ([results](${task.slice('.ai/task/'.length)}/task-results.md))`),
    ],
    [
      'with a state and a history that were both lost to a repair, which has kept them',
      async (folder) => {
        replacing(historyFile, '"row":"A1"', '"row":"A2"')(folder)
        folder.write({ [stateFile]: 'garbage' })
        folder.remove('.ai/.local')
        await repair(engineer, edgeAt(folder))
      },
    ],
    [
      'with what was put away moved elsewhere',
      (folder) => {
        git(folder, 'mv', `${task}/task-results.md`, '.ai/archive/task-results.md')
      },
    ],
    [
      'with what is never committed taken out',
      async (folder) => {
        folder.write({ '.ai/task/.DS_Store': 'mine', '.ai/task/trace.log': 'mine', '.gitignore': '*.log\n.DS_Store\n' })
        await archiveWork(folder)
      },
    ],
  ])('%s', async (_, act) => {
    const folder = await shop('export')
    await act(folder)
    commitAll(folder)
    expect((await checked(cloneOf(folder))).findings).toEqual([])
  })

  test('where git has changed the line endings', async () => {
    const folder = await shop()
    commitAll(folder)
    const clone = cloneOf(folder, '--no-checkout')
    git(clone, '-c', 'core.autocrlf=true', 'checkout', '-q', '-f', 'origin/export')
    expect(clone.read(`${task}/task-results.md`)).toContain('\r\n')
    const request = { requirement: 'any', noOverrides: false } as const
    expect((await check(clone.path, {}, now, request, (_, state) => state)).findings).toEqual([])
  })
})
