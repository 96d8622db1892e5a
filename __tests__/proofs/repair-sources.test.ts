import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { areWhole, followHistory } from '../../src/work/history/chain'
import { engineer } from '../../src/workflows/engineer'
import { file } from '../../src/workflows/engineer/files'
import { backupFile, castIn, edgeAt, historyFile, linesOf, stateFile, stateOf, work } from '../support/casting'
import { examine, repair } from '../support/doctoring'
import { type Folder, makeFolder, plainEnv, snapshot } from '../support/folder'
import { program } from '../support/packed-program'

const later = new Date('2026-08-20T15:31:00Z')
const repairIn = (folder: Folder) => repair(engineer, edgeAt(folder, later))
const codesIn = async (folder: Folder) =>
  (await examine({ root: folder.path, workflow: engineer, env: {}, now: later })).map(({ code }) => code)

/** The history is whole and ends as the state does; a repair has nothing to do any more. */
async function expectWell(folder: Folder): Promise<void> {
  const { lines: _, newest, ...damage } = await followHistory(folder.path, engineer)
  expect(damage).toEqual({ torn: false })
  const { history, current_state } = stateOf(folder)
  expect(areWhole(history)).toBe(true)
  expect(history.at(-1)).toEqual(newest.at(-1))
  expect(history.at(-1).transition.split(' → ')[1]).toBe(current_state)
  expect((await codesIn(folder)).filter((code) => code !== 'file-missing')).toEqual([])
}

describe('the state is found', () => {
  /** The files that tell, the one that tells most first (issue: recovery). */
  const order = [
    [file.reviewResults, 'PR_APPLIED_PENDING_ARCHIVE_'],
    [file.reviewTask, 'PR_REVIEW_TASK_DRAFT_'],
    [file.comments, 'PR_GATHERING_COMMENTS_'],
    [file.results, 'ACHIEVE_TASK_EXECUTED'],
    [file.task, 'ACHIEVE_TASK_DRAFTING'],
    [file.plan, 'GATHER_EDITING'],
    [file.context, 'GATHER_EDITING_CONTEXT'],
  ] as const

  test('from the files, whichever of them are there, if nothing else is left', async () => {
    const codes: string[] = []
    for (let which = 0; which < 2 ** order.length; which++) {
      const there = order.filter((_, bit) => which & (1 << bit))
      const paths: string[] = there.map(([path]) => path)
      const [path, name] = there[0] ?? []
      const origin = paths.includes(file.task) || paths.includes(file.results) ? 'A' : 'G'
      const state = name?.endsWith('_') ? `${name}${origin}` : (name ?? 'GATHER_NEEDS_CONTEXT')
      const files = Object.fromEntries(paths.map((each) => [each, `${each}\n`]))
      const folder = makeFolder({ ...files, [stateFile]: 'garbage' })
      codes.push(...(await codesIn(folder)).filter((code) => code !== 'state-unreadable'))

      const said = await repairIn(folder)
      expect([paths, stateOf(folder).current_state]).toEqual([paths, state])
      const because = path ? `the one that ${path} implies` : 'the work begins again'
      expect(said.join(' ')).toContain(because)
      expect(stateOf(folder).history).toEqual([
        expect.objectContaining({ trigger: 'Doctor', row: 'adopted', note: said.join(' '), number: 1 }),
      ])
      expect(folder.contents()).toMatchObject({ ...files, '.ai/task/broken-2026-08-20-1531/state.json': 'garbage' })
      await expectWell(folder)
    }
    expect(codes).toEqual([])
  })

  test('from the history before the backups, from those before the files, from the newest that can be read', async () => {
    const broken = 'garbage\n'
    // biome-ignore format: a case is a line
    const damage: [Record<string, string>, state: string, said: RegExp][] = [
      [{}, 'ACHIEVE_TASK_EXECUTED', /the one that the history ends with/],
      [{ [historyFile]: broken }, 'ACHIEVE_TASK_DRAFTING', /that of the newest backup/],
      [{ [historyFile]: broken, [backupFile(3)]: broken }, 'GATHER_EDITING', /that of the newest backup/],
      [{ [historyFile]: broken, [backupFile(3)]: '', [backupFile(2)]: broken }, 'GATHER_EDITING_CONTEXT', /newest backup/],
      [{ [historyFile]: broken, [backupFile(3)]: broken, [backupFile(2)]: broken, [backupFile(1)]: broken }, 'ACHIEVE_TASK_DRAFTING', /the one that \.ai\/task\/task\.md implies/],
    ]
    for (const [files, state, said] of damage) {
      const folder = await work()
      folder.write({ [stateFile]: broken, ...files })
      expect((await repairIn(folder)).join(' ')).toMatch(said)
      expect(stateOf(folder).current_state).toBe(state)
      expect(Object.values(snapshot(folder.path)).filter((text) => text === broken).length).toBe(
        1 + Object.values(files).filter((text) => text === broken).length,
      )
      await expectWell(folder)
    }
  })

  test('keeps what a user has added to the state, where a backup has it', async () => {
    const folder = await work()
    folder.write({ [stateFile]: folder.read(stateFile).replace('"context": {}', '"context": { "mine": 1 }') })
    await castIn(folder, 'accio')
    folder.write({ '.ai/task/task-results.md': 'Done.\n' })
    await castIn(folder, 'accio')
    folder.write({ [stateFile]: '', [historyFile]: '' })
    await repairIn(folder)
    expect(stateOf(folder).context).toEqual({ mine: 1 })
    await expectWell(folder)
  })
})

test('a history of a million lines is followed to its end in little memory', async () => {
  const folder = await work()
  folder.write({ '.ai/task/task-results.md': 'Done.\n' })
  await castIn(folder, 'accio')
  const seal = (line: object) => {
    const digest = createHash('sha256').update(JSON.stringify(line)).digest('hex')
    return { ...line, digest }
  }
  let { number, digest: previous } = JSON.parse(linesOf(folder).at(-1) ?? '')
  const steps = [
    // Neither archives anything.
    ['ACHIEVE_TASK_DRAFTING → GATHER_EDITING', 'Finite'],
    ['GATHER_EDITING → ACHIEVE_TASK_DRAFTING', 'Accio'],
  ]
  const newest: object[] = []
  const descriptor = openSync(join(folder.path, historyFile), 'a')
  for (let block = 0; block < 100; block++) {
    let text = ''
    for (let index = 0; index < 10_000; index++) {
      const [transition, trigger] = steps[index % 2] ?? []
      const line = seal({ timestamp: '2026-08-20T15:30:00Z', transition, trigger, number: ++number, previous })
      previous = line.digest
      text += `${JSON.stringify(line)}\n`
      if (block === 99 && index >= 9950) newest.push(line)
    }
    writeSync(descriptor, text)
  }
  closeSync(descriptor)
  folder.write({ [stateFile]: JSON.stringify({ ...stateOf(folder), history: newest }) })
  const run = () =>
    execFileSync(process.execPath, ['--max-old-space-size=48', program, 'doctor', '--json'], {
      cwd: folder.path,
      env: plainEnv,
      encoding: 'utf8',
    })
  expect(JSON.parse(run())).toMatchObject({ ok: true, findings: [] })
})
