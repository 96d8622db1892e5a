import { appendFileSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startNew } from '../../../src/commands/work/new'
import { override } from '../../../src/commands/work/override'
import { undo } from '../../../src/commands/work/undo'
import { followHistory } from '../../../src/store/history/chain'
import { loadState } from '../../../src/store/state/state'
import { engineer } from '../../../src/workflows/engineer'
import { castIn, edgeAt, standing } from '../../support/casting'
import { failing } from '../../support/failing'
import { type Folder, makeFolder } from '../../support/folder'
import { testOnPosix } from '../../support/posix'
import { untouched } from '../../support/untouched'

// Where undo could do harm: what lies in the way, what is of another past, what somebody has changed meanwhile.

const back = (folder: Folder) => undo(engineer, edgeAt(folder))
const putAway = (folder: Folder) => startNew(engineer, edgeAt(folder), 'work', async () => true)
const stateOf = (folder: Folder) => loadState(folder.path, engineer).current
const stamp = '2026-08-20-1530'
const archive = `.ai/archive/work-${stamp}`

const planned = {
  '.ai/task/context.md': '# Context\n',
  '.ai/task/plan.md': '# Plan\n\n- [ ] one\n',
}

/** The history is one chain without a gap, and ends where the state stands. */
async function expectWhole(folder: Folder): Promise<void> {
  const { broken, unchained, illegal, torn } = await followHistory(folder.path, engineer)
  expect({ broken, unchained, illegal, torn }).toEqual({ torn: false })
  expect(loadState(folder.path, engineer)).toMatchObject({ unlogged: [], byHand: false })
}

describe('what lies where something comes back', () => {
  test('a folder of the developer is kept among the work and named', async () => {
    const folder = makeFolder({ ...standing('GATHER_EDITING'), ...planned, '.ai/task/notes/old.md': 'old' })
    await putAway(folder)
    folder.write({ '.ai/task/notes/new.md': 'new' })
    const { setAside, warnings } = await back(folder)
    const kept = `.ai/task/undone-${stamp}/notes`
    expect(setAside).toEqual([{ from: '.ai/task/notes', to: kept }])
    expect(warnings).toEqual([`.ai/task/notes had been written since; it is kept as ${kept}.`])
    expect(folder.read(`${kept}/new.md`)).toBe('new')
    expect(folder.read('.ai/task/notes/old.md')).toBe('old')
    await expectWhole(folder)
  })

  test('an empty folder where a file was created does not count as that file', async () => {
    const folder = makeFolder(planned)
    await castIn(folder, 'accio')
    folder.remove('.ai/plan-guide.md')
    mkdirSync(join(folder.path, '.ai/plan-guide.md'))
    const { setAside } = await back(folder)
    expect(setAside).toEqual([{ from: '.ai/plan-guide.md', to: `.ai/task/undone-${stamp}/plan-guide.md` }])
  })

  test('a second undo in the same minute takes other names', async () => {
    const folder = makeFolder(planned)
    for (const _ of [1, 2]) {
      await castIn(folder, 'accio')
      folder.write({ '.ai/plan-guide.md': `ours ${_}` })
      await back(folder)
    }
    expect(folder.read(`.ai/task/undone-${stamp}/plan-guide.md`)).toBe('ours 1')
    expect(folder.read(`.ai/task/undone-${stamp}-2/plan-guide.md`)).toBe('ours 2')
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
  expect(folder.read(`.ai/task/undone-${stamp}-2/plan.md`)).toBe('the next')
})

describe('what nobody has written in', () => {
  test('is taken away, and the answer says where it is', async () => {
    const folder = makeFolder()
    const { files } = await castIn(folder, 'accio')
    const answer = await back(folder)
    expect(answer.files.moved.map(({ from }) => from)).toEqual(files.created)
    for (const { to } of answer.files.moved) expect(existsSync(join(folder.path, to))).toBe(true)
    expect(answer).toMatchObject({ setAside: [], warnings: [] })
    expect(Object.keys(folder.contents()).sort()).toEqual(['.ai/task/history.jsonl', '.ai/task/state.json'])
  })
})

describe('the state before', () => {
  test('is not that of another past, which somebody has put away by hand', async () => {
    const folder = makeFolder({ ...standing('ACHIEVE_COMPLETE'), ...planned })
    await castIn(folder, 'finite')
    folder.remove('.ai/task')
    await castIn(folder, 'accio')
    expect(await back(folder)).toMatchObject({ to: 'GATHER_NEEDS_CONTEXT' })
  })

  test('keeps the keys that somebody has added to the state file since', async () => {
    const folder = makeFolder()
    await castIn(folder, 'accio')
    folder.write({ '.ai/task/state.json': folder.read('.ai/task/state.json').replace('{\n', '{\n  "mine": [1],\n') })
    await back(folder)
    expect(JSON.parse(folder.read('.ai/task/state.json'))).toMatchObject({ mine: [1] })
  })

  test('of a state that was changed by hand is nobody’s to know, and the refusal leaves no trace', async () => {
    const folder = makeFolder()
    await castIn(folder, 'accio')
    const state = folder.read('.ai/task/state.json')
    folder.write({ '.ai/task/state.json': state.replace('"GATHER_EDITING_CONTEXT"', '"GATHER_EDITING"') })
    const failure = await untouched(folder, () => failing(() => back(folder)))
    expect(failure).toMatchObject({ exitCode: 3, code: 'cannot-undo' })
  })

  test('is there for ten steps, and no more', async () => {
    const folder = makeFolder({ ...standing('GATHER_EDITING'), ...planned })
    for (let count = 0; count < 13; count++) await castIn(folder, count % 2 ? 'finite' : 'accio')
    for (let count = 0; count < 10; count++) await back(folder)
    expect(await untouched(folder, () => failing(() => back(folder)))).toMatchObject({
      exitCode: 3,
      code: 'cannot-undo',
    })
    await expectWhole(folder)
  })

  test.each([
    ['a spell', (folder: Folder) => castIn(folder, 'reparo')],
    ['new work', putAway],
    ['an override', (folder: Folder) => override(engineer, edgeAt(folder), 'ACHIEVE_COMPLETE', 'for a test')],
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
    await expectWhole(folder)
  })
})

describe('work that was put away', () => {
  const begun = async () => {
    const folder = makeFolder({ ...standing('GATHER_EDITING'), ...planned })
    await castIn(folder, 'accio')
    return folder
  }

  test('comes back as it was, with its history, which goes on', async () => {
    const folder = await begun()
    const before = folder.contents()
    await putAway(folder)
    await castIn(folder, 'accio')
    await back(folder)
    await back(folder)
    const { '.ai/task/history.jsonl': history = '', '.ai/task/state.json': _, ...files } = folder.contents()
    const { '.ai/task/history.jsonl': old = '', '.ai/task/state.json': __, ...others } = before
    expect(files).toEqual(others)
    expect(history.startsWith(old)).toBe(true)
    expect(existsSync(join(folder.path, '.ai/archive'))).toBe(false)
    await expectWhole(folder)
  })

  // On Windows a backslash cannot be part of a name.
  testOnPosix.each(['odd\\', 'a\\b', 'a\\\\b', '\\.', ' ', 'two\nlines'])(
    'comes back with a file named %j',
    async (name) => {
      const folder = await begun()
      folder.write({ [`.ai/task/${name}`]: 'odd' })
      await putAway(folder)
      expect(stateOf(folder)).toBe('GATHER_NEEDS_CONTEXT')
      await back(folder)
      expect(folder.read(`.ai/task/${name}`)).toBe('odd')
      await expectWhole(folder)
    },
  )

  test('comes back as somebody has made it in the archive, with a warning', async () => {
    const folder = await begun()
    await putAway(folder)
    folder.write({ [`${archive}/plan.md`]: '# Better\n' })
    const { warnings } = await back(folder)
    expect(warnings).toEqual([`${archive}/plan.md had been changed since; .ai/task/plan.md is what it has become.`])
    expect(folder.read('.ai/task/plan.md')).toBe('# Better\n')
  })

  test('comes back without what is gone, and says so', async () => {
    const folder = await begun()
    await putAway(folder)
    folder.remove(`${archive}/plan.md`, `${archive}/state.json`)
    const { warnings } = await back(folder)
    expect(warnings).toEqual([`${archive}/plan.md is gone, so .ai/task/plan.md could not come back.`])
    await expectWhole(folder)
  })

  test.each([
    ['ends elsewhere', (folder: Folder) => appendFileSync(join(folder.path, archive, 'history.jsonl'), 'mine\n')],
    ['was cut off', (folder: Folder) => appendFileSync(join(folder.path, archive, 'history.jsonl'), '{"tim')],
    ['is empty', (folder: Folder) => folder.write({ [`${archive}/history.jsonl`]: '' })],
  ])('leaves a history that %s where it is, and what comes next works', async (_, damage) => {
    const folder = await begun()
    await putAway(folder)
    damage(folder)
    const damaged = folder.read(`${archive}/history.jsonl`)
    const { warnings } = await back(folder)
    expect(warnings).toEqual([
      `${archive}/history.jsonl has been changed since; it stays where it is, and the history goes on without it.`,
    ])
    expect(folder.read(`${archive}/history.jsonl`)).toBe(damaged)
    await expectWhole(folder)
    expect(await castIn(folder, 'finite')).toMatchObject({ ok: true })
    await back(folder)
    await back(folder)
    await expectWhole(folder)
  })

  test('leaves what the developer has added to the archive there', async () => {
    const folder = await begun()
    await putAway(folder)
    folder.write({ [`${archive}/remarks.md`]: 'well done' })
    await back(folder)
    expect(folder.contents()[`${archive}/remarks.md`]).toBe('well done')
  })

  test('with a state file that somebody has changed in the archive: that is kept, too', async () => {
    const folder = await begun()
    await putAway(folder)
    folder.write({ [`${archive}/state.json`]: '{"mine":true}' })
    const { setAside } = await back(folder)
    expect(setAside).toEqual([{ from: `${archive}/state.json`, to: `.ai/task/undone-${stamp}/state.json` }])
    expect(folder.read(`.ai/task/undone-${stamp}/state.json`)).toBe('{"mine":true}')
  })
})
