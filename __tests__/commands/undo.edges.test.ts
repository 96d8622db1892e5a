import { appendFileSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { cast } from '../../src/cast/cast'
import { archivePiece } from '../../src/commands/new'
import { override } from '../../src/commands/override'
import { undo } from '../../src/commands/undo'
import { nextState } from '../../src/disk/local'
import { readHistory } from '../../src/show/history/history'
import { loadState } from '../../src/work/state/state'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { backupFile, castIn, edgeAt, standing, stateFile, work } from '../support/casting'
import { dieBefore } from '../support/crash-points'
import { examine, repair } from '../support/doctoring'
import { type Folder, makeFolder, untouched } from '../support/folder'
import { failing, testOnPosix } from '../support/posix'
import { wholeWalk } from '../support/whole-history'

// Where undo could do harm: what lies in the way, what is of another past, what a user has changed meanwhile.

const back = (folder: Folder) => undo(workIn(folder.path, engineer), edgeAt(folder))
const putAway = (folder: Folder) => archivePiece(workIn(folder.path, engineer), edgeAt(folder), async () => true)
const stateOf = (folder: Folder) => loadState(folder.path, engineer).current
const stamp = '2026-08-20-1530'
const archive = `.ai/archive/plan-${stamp}-00000000`

const planned = { '.ai/task/context.md': '# Context\n', '.ai/task/plan.md': '# Plan\n\n- [ ] one\n' }

describe('what lies where something comes back', () => {
  test('what the developer has written where work lies is kept in the archive and named', async () => {
    const folder = makeFolder({ ...standing('GATHER_EDITING'), ...planned, '.ai/task/notes/old.md': 'old' })
    await putAway(folder)
    folder.write({ '.ai/task/notes/new.md': 'new' })
    const { setAside, warnings } = await back(folder)
    const kept = `.ai/archive/undone-${stamp}`
    expect(setAside).toEqual([{ from: '.ai/task', to: kept }])
    expect(warnings).toEqual([`What .ai/task had since then is kept in ${kept}.`])
    expect(folder.read(`${kept}/notes/new.md`)).toBe('new')
    expect(folder.read('.ai/task/notes/old.md')).toBe('old')
    await wholeWalk(folder)
  })

  test('an empty folder where a file was created does not count as that file', async () => {
    const folder = makeFolder(planned)
    await castIn(folder, 'accio')
    folder.remove('.ai/plan-guide.md')
    mkdirSync(join(folder.path, '.ai/plan-guide.md'))
    const { setAside } = await back(folder)
    expect(setAside).toEqual([{ from: '.ai/plan-guide.md', to: `.ai/task/undone-${stamp}/plan-guide.md` }])
  })
})

test('what an earlier undo has set aside comes back beside what this one does', async () => {
  const folder = makeFolder(planned)
  await castIn(folder, 'accio')
  folder.write({ '.ai/plan-guide.md': 'ours' })
  await back(folder)
  await putAway(folder)
  folder.write({ '.ai/task/plan.md': 'the next' })
  await back(folder)
  expect(folder.read(`.ai/task/undone-${stamp}/plan-guide.md`)).toBe('ours')
  expect(folder.read(`.ai/archive/undone-${stamp}/plan.md`)).toBe('the next')
})

describe('the state before', () => {
  test('is not that of another past, which a user has archived by hand', async () => {
    const folder = makeFolder({ ...standing('ACHIEVE_COMPLETE'), ...planned })
    await castIn(folder, 'finite')
    folder.remove('.ai/task')
    await castIn(folder, 'accio')
    expect(await back(folder)).toMatchObject({ to: 'GATHER_NEEDS_CONTEXT' })
  })

  test('keeps the keys that a user has added to the state file since', async () => {
    const folder = makeFolder()
    await castIn(folder, 'accio')
    folder.write({ '.ai/task/state.json': folder.read('.ai/task/state.json').replace('{\n', '{\n  "mine": [1],\n') })
    await back(folder)
    expect(JSON.parse(folder.read('.ai/task/state.json'))).toMatchObject({ mine: [1] })
  })

  test('of a state that was changed by hand is unknown, and the refusal leaves no trace', async () => {
    const folder = makeFolder()
    await castIn(folder, 'accio')
    const state = folder.read('.ai/task/state.json')
    folder.write({ '.ai/task/state.json': state.replace('"GATHER_EDITING_CONTEXT"', '"GATHER_EDITING"') })
    const failure = await untouched(folder, () => failing(() => back(folder)))
    expect(failure).toMatchObject({ exitCode: 3, code: 'cannot-undo' })
  })

  test.each<[what: string, code: string, message: string, damage: (folder: Folder) => unknown]>([
    [
      'the doctor has repaired it',
      'cannot-undo',
      'The last step was a repair, and what was before cannot be trusted.',
      async (folder) => {
        folder.remove(stateFile)
        await repair(engineer, edgeAt(folder))
      },
    ],
    [
      'git has put an older one back',
      'state-older',
      'older',
      (folder) => folder.write({ [stateFile]: folder.read(backupFile(2)) }),
    ],
  ])('is not gone back to once %s, and nothing is touched', async (_, code, message, damage) => {
    const folder = await work()
    await damage(folder)
    const failure = await untouched(folder, () => failing(() => back(folder)))
    expect(failure).toMatchObject({ code, message: expect.stringContaining(message) })
  })

  // biome-ignore format: a case is a line
  test.each([
    ['a spell', (folder: Folder) => castIn(folder, 'reparo')],
    ['new work', putAway],
    ['an override', (folder: Folder) => override(workIn(folder.path, engineer), edgeAt(folder), 'ACHIEVE_COMPLETE', 'for a test')],
  ])('of older steps is still there after going back, %s, and going back again', async (_, act) => {
    const folder = makeFolder({ ...standing('GATHER_EDITING'), ...planned })
    const states = [stateOf(folder)]
    for (let count = 0; count < 10; count++) {
      await castIn(folder, count % 2 ? 'finite' : 'accio')
      states.push(stateOf(folder))
    }
    for (let count = 0; count < 5; count++) await back(folder)
    await act(folder)
    for (const expected of [5, 4, 3, 2, 1]) {
      await back(folder)
      expect(stateOf(folder)).toBe(states[expected])
    }
    await wholeWalk(folder)
  })
})

describe('work that was archived', () => {
  const appendHistory = ({ path }: Folder, text: string) => appendFileSync(join(path, archive, 'history.jsonl'), text)
  const begun = async () => {
    const folder = makeFolder({ ...standing('GATHER_EDITING'), ...planned })
    await castIn(folder, 'accio')
    return folder
  }
  const archived = async () => {
    const folder = await begun()
    await putAway(folder)
    return folder
  }

  test('is not brought back in a copy that did not archive it', async () => {
    const folder = await archived()
    folder.remove('.ai/.local')
    expect(await untouched(folder, () => failing(() => back(folder)))).toMatchObject({ code: 'nothing-to-undo' })
  })

  // On Windows a backslash cannot be part of a name.
  const cases = ['odd\\', 'a\\b', 'a\\\\b', '\\.', ' ', 'two\nlines']
  testOnPosix.each(cases)('comes back with a file named %j', async (name) => {
    const folder = await begun()
    folder.write({ [`.ai/task/${name}`]: 'odd' })
    await putAway(folder)
    expect(stateOf(folder)).toBe('GATHER_NEEDS_CONTEXT')
    await back(folder)
    expect(folder.read(`.ai/task/${name}`)).toBe('odd')
    await wholeWalk(folder)
  })

  test('comes back as a user has made it in the archive, with what was added, and a warning', async () => {
    const folder = await archived()
    folder.write({ [`${archive}/plan.md`]: '# Better\n', [`${archive}/remarks.md`]: 'well done' })
    const { warnings } = await back(folder)
    expect(warnings).toEqual([`${archive}/plan.md had been changed since; .ai/task/plan.md is what it has become.`])
    expect(folder.read('.ai/task/plan.md')).toBe('# Better\n')
    expect(folder.read('.ai/task/remarks.md')).toBe('well done')
  })

  test('comes back without what is gone, and says so', async () => {
    const folder = await archived()
    folder.remove(`${archive}/plan.md`)
    const { warnings } = await back(folder)
    expect(warnings).toEqual([`${archive}/plan.md is gone, so .ai/task/plan.md could not come back.`])
    await wholeWalk(folder)
  })

  test.each([
    ['a history that ends elsewhere', (folder: Folder) => appendHistory(folder, 'mine\n')],
    ['a state of another user', (folder: Folder) => folder.write({ [`${archive}/state.json`]: '{"mine":true}' })],
  ])('stays where it is with %s, and what comes next works', async (_, damage) => {
    const folder = await archived()
    damage(folder)
    expect(await untouched(folder, () => failing(() => back(folder)))).toMatchObject({
      exitCode: 3,
      code: 'cannot-undo',
      message: `${archive} cannot come back: its state or its history was changed since.`,
    })
    expect(await castIn(folder, 'accio')).toMatchObject({ ok: true })
    await back(folder)
  })
})

describe('an archive whose coming back was stopped before its folder moved', () => {
  const stopped = async () => {
    const folder = makeFolder({ ...planned })
    await castIn(folder, 'accio')
    await castIn(folder, 'accio')
    await putAway(folder)
    folder.write({ '.ai/task/plan.md': 'The next plan.\n' })
    await dieBefore(folder, back, 'move')
    return folder
  }

  test('is back for every look: spells, the history and the doctor', async () => {
    const folder = await stopped()
    await untouched(folder, async () => {
      const { from, ok, spells } = await castIn(folder, 'lumos')
      expect({ from, ok, accio: spells[0] }).toMatchObject({
        from: 'GATHER_EDITING',
        ok: true,
        // By the plan in the archive, not by the one that lies in its place.
        accio: { name: 'accio', to: 'ACHIEVE_TASK_DRAFTING' },
      })
      const { entries } = await readHistory(workIn(folder.path, engineer))
      expect(entries.map(({ spell }) => spell)).toEqual(['accio', 'accio', 'new', 'undo'])
      const found = await examine({ root: folder.path, workflow: engineer, env: {}, now: new Date() })
      expect(found.map(({ code }) => code)).toEqual(['step-unfinished', 'lock-stale'])
    })
  })

  test('and whose state was taken out of it meanwhile comes back, too', async () => {
    const folder = await stopped()
    folder.remove(`${archive}/state.json`)
    await repair(engineer, edgeAt(folder))
    expect(stateOf(folder)).toBe('GATHER_EDITING')
    await wholeWalk(folder)
  })

  test('stays away if what waits takes back another step', async () => {
    const folder = await stopped()
    const waiting = nextState(engineer)
    folder.write({ [waiting]: folder.read(waiting).replace(/("undoes": ?")[0-9a-f]{64}/, `$1${'0'.repeat(64)}`) })
    expect(stateOf(folder)).toBe('GATHER_NEEDS_CONTEXT')
  })

  test('stays away if the archive is gone', async () => {
    const folder = await stopped()
    folder.remove(archive)
    expect(stateOf(folder)).toBe('GATHER_NEEDS_CONTEXT')
    expect(await castIn(folder, 'accio')).toMatchObject({ row: 'GC1' })
    await wholeWalk(folder)
  })
})

testOnPosix('work whose archiving was stopped is not moved through a link that leads outside', async () => {
  const folder = makeFolder({ ...standing('GATHER_EDITING'), ...planned })
  const elsewhere = makeFolder()
  await putAway(folder)
  // As a process leaves it that dies just before the folder moves.
  folder.rename(archive, '.ai/task')
  folder.remove('.ai/archive')
  symlinkSync(elsewhere.path, join(folder.path, '.ai/archive'))
  expect(await failing(() => castIn(folder, 'accio'))).toMatchObject({ exitCode: 1, code: 'link-outside' })
  expect(readdirSync(elsewhere.path)).toEqual([])
  folder.remove('.ai/archive')
  expect(await castIn(folder, 'accio')).toMatchObject({ row: 'GC1' })
  expect(existsSync(join(folder.path, archive, 'plan.md'))).toBe(true)
})

test('the last work that was archived has backups to go back to, those before it have none', async () => {
  const folder = makeFolder()
  const work = async (number: number) => {
    const edge = { ...edgeAt(folder), newWork: () => `0000000${number}` }
    await cast(workIn(edge.root, engineer), 'accio', edge)
    await cast(workIn(edge.root, engineer), 'accio', edge)
    await archivePiece(workIn(edge.root, engineer), edge, async () => true)
  }
  for (const number of [1, 2, 3]) await work(number)
  expect(readdirSync(join(folder.path, '.ai/.local/backups'))).toEqual(['00000003'])
})
