import { basename } from 'node:path'
import { engineer } from '../../../src/flows/engineer'
import { startNew } from '../../../src/steps/new'
import { workIn } from '../../../src/work/work'
import { edgeAt } from '../../support/casting'
import { everyCrashPoint } from '../../support/crash-points'
import { copyOf, type Folder } from '../../support/folder'
import { snapshot } from '../../support/folder-snapshot'
import { spellHere } from '../../support/packed-in-process'
import { recordedBy } from '../../support/recorded'
import { commitAll, git } from '../../support/team-repository'

// 0.1.0 left a state and a history of one line where work lies when it archived that.

const [state, history] = ['.ai/task/state.json', '.ai/task/history.jsonl']
const archive = '.ai/archive/export-2026-11-22-0045'

/** What 0.1.0 left behind, committed at the tag `base`. */
function idle(): Folder {
  const folder = recordedBy('0.1.0', 'engineer')
  const [line = ''] = folder.read(history).split('\n')
  const text = `{\n  "current_state": "GATHER_NEEDS_CONTEXT",\n  "context": {},\n  "history": [\n    ${line}\n  ]\n}\n`
  folder.remove('.ai/task')
  folder.write({ [state]: text, [history]: `${line}\n` })
  git(folder, 'init', '-q')
  commitAll(folder)
  git(folder, 'tag', 'base')
  return folder
}

const run = ({ path }: Folder, ...args: string[]) => {
  const { exitCode, stdout } = spellHere(path, [...args, '--json'])
  return { exitCode, ...JSON.parse(stdout) }
}
const isGone = (folder: Folder) => Object.keys(folder.contents('.ai/task')).length === 0

/** Its archive is in order alone, beside what it was, and beside the work that is begun next. */
function expectInOrder(folder: Folder): void {
  const check = (...args: string[]) =>
    expect(run(folder, 'check', ...args)).toMatchObject({ exitCode: 0, findings: [] })
  expect(run(folder, 'doctor')).toMatchObject({ exitCode: 0, findings: [] })
  check()
  check('--base', 'base')
  expect(run(folder, 'accio')).toMatchObject({ exitCode: 0, row: 'GC1' })
  expect(folder.read(history)).not.toContain('"previous"')
  check('--base', 'base', '--require', 'any')
}

describe('what 0.1.0 left where work lies when it archived it', () => {
  test('is taken away by spell new, which says where the work and the files are', () => {
    const folder = idle()
    const kept = [state, history].map((path) => folder.read(path))
    const answer = run(folder, 'new')
    expect(answer).toMatchObject({ exitCode: 0, kind: 'new', archive, from: 'GATHER_NEEDS_CONTEXT' })
    expect(answer.warnings).toEqual([`${archive} has the work that version 0.1.0 archived.`])
    expect(answer.files.moved.map(({ from }: { from: string }) => from)).toEqual([history, state])
    expect(answer.files.moved.map(({ to }: { to: string }) => folder.read(to))).toEqual([kept[1], kept[0]])
    expect(isGone(folder)).toBe(true)
    expectInOrder(folder)
    expect(run(idle(), 'new', 'name')).toMatchObject({ exitCode: 0, archive })
    expect(run(folder, 'undo')).toMatchObject({ exitCode: 0 })
    expect(run(folder, 'undo')).toMatchObject({ exitCode: 3, code: 'nothing-to-undo' })
  })

  test('is taken away by spell update, once, and --dry-run only says so', () => {
    const folder = idle()
    expect(run(folder, 'init', '--yes')).toMatchObject({ exitCode: 0 })
    const before = snapshot(folder.path)
    expect(run(folder, 'update', '--dry-run').acts).toEqual([
      { do: 'remove', path: history },
      { do: 'remove', path: state },
    ])
    expect(snapshot(folder.path)).toEqual(before)
    const { acts } = run(folder, 'update')
    expect(acts).toEqual(
      [history, state].map((path) => ({
        do: 'rename',
        path,
        to: expect.stringMatching(new RegExp(`^\\.ai/\\.local/aside/idle-[\\d-]+/${basename(path)}$`)),
      })),
    )
    expect(isGone(folder)).toBe(true)
    expect(run(folder, 'update')).toMatchObject({ exitCode: 0, acts: [] })
    expectInOrder(folder)
  })

  test.each<[what: string, change: (folder: Folder) => void]>([
    ['the archive is gone', (folder) => folder.remove(archive)],
    [
      'the archive ends in another way',
      (folder) =>
        folder.write({ [`${archive}/history.jsonl`]: folder.read(`${archive}/history.jsonl`).slice(0, -200) }),
    ],
    ['a step was made and taken back', (folder) => void [run(folder, 'accio'), run(folder, 'undo')]],
    [
      'the state has keys of others',
      (folder) => folder.write({ [state]: folder.read(state).replace('"context"', '"mine": 1, "context"') }),
    ],
    [
      'the line was changed',
      (folder) => folder.write({ [history]: folder.read(history).replace('"head":"7', '"head":"8') }),
    ],
  ])('stays if %s', (_, change) => {
    const folder = idle()
    expect(run(folder, 'init', '--yes')).toMatchObject({ exitCode: 0 })
    change(folder)
    const before = [folder.read(state), folder.read(history)]
    expect(run(folder, 'update')).toMatchObject({ exitCode: 0, acts: [] })
    expect(run(folder, 'new')).toMatchObject({ exitCode: 3, code: 'nothing-to-archive' })
    expect([folder.read(state), folder.read(history)]).toEqual(before)
  })

  test('is there or away, wherever the process dies, and the next time takes it away', async () => {
    const begun = idle()
    await everyCrashPoint(
      () => copyOf(begun),
      (folder) => startNew(workIn(folder.path, engineer), edgeAt(folder), undefined, async () => true),
      async (folder) => {
        expect(run(folder, 'lumos')).toMatchObject({ exitCode: 0, to: 'GATHER_NEEDS_CONTEXT' })
        run(folder, 'new')
        run(folder, 'new')
        expect(isGone(folder)).toBe(true)
        expect(run(folder, 'check', '--base', 'base')).toMatchObject({ exitCode: 0, findings: [] })
      },
    )
  })
})
