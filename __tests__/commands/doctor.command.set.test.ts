import { followHistory } from '../../src/work/history/chain'
import { engineer } from '../../src/workflows/engineer'
import { linesOf, stateOf, work } from '../support/casting'
import { type Folder, makeRepository, untouched } from '../support/folder'
import { spellHere } from '../support/packed-program'

const { states, initial } = engineer.definition
const json = async (folder: Folder, ...args: string[]) =>
  JSON.parse(spellHere(folder.path, ['doctor', '--set', ...args, '--json']).stdout)
const because = ['--because', 'The table does not know our release.']

describe('spell doctor --set', () => {
  test('goes to every state from every state, and the history stays a legal walk', async () => {
    const folder = await work()
    for (const state of [...states, ...[...states].reverse()]) {
      const from = stateOf(folder).current_state
      if (from === state) continue
      const answer = await json(folder, state, ...because)
      expect(answer).toMatchObject({ kind: 'override', ok: true, from, to: state, missing: expect.any(Array) })
      expect(answer.missing).toEqual(
        (engineer.files?.needs?.[state] ?? []).filter((path) => !(path in folder.contents())),
      )
      expect(answer.warnings).toEqual(
        answer.missing.map((path: string) => `${path} is missing; what comes next needs it.`),
      )
      expect(stateOf(folder).current_state).toBe(state)
      expect(spellHere(folder.path, ['lumos']).exitCode).toBe(0)
    }
    const { lines: _, newest: __, ...damage } = await followHistory(folder.path, engineer)
    expect(damage).toEqual({ torn: false })
  })

  test('stands in the history for ever, with its reason', async () => {
    const folder = await work()
    spellHere(folder.path, ['doctor', '--set', 'achieve-complete', '--because', '  We have   released it.\n'])
    expect(JSON.parse(linesOf(folder).at(-1) ?? '')).toMatchObject({
      transition: 'ACHIEVE_TASK_EXECUTED → ACHIEVE_COMPLETE',
      trigger: 'Override',
      row: 'override',
      note: 'We have   released it.',
      number: 5,
    })
    spellHere(folder.path, ['undo'])
    expect(stateOf(folder).current_state).toBe('ACHIEVE_TASK_EXECUTED')
    const told = spellHere(folder.path, ['history']).stdout.split('\n').slice(-3)
    expect(told).toMatchObject([
      expect.stringMatching(/\*\*Override\*\*.*“We have {3}released it\.”/),
      expect.stringMatching(/\*\*Undo\*\*/),
      '',
    ])
  })

  test('is how work may begin, too', async () => {
    const folder = makeRepository()
    expect(await json(folder, 'GATHER_EDITING', ...because)).toMatchObject({
      from: initial,
      missing: ['.ai/task/plan.md'],
    })
    // Nothing is made for it.
    expect(Object.keys(folder.contents()).sort()).toEqual(['.ai/task/history.jsonl', '.ai/task/state.json'])
    expect(spellHere(folder.path, ['undo']).exitCode).toBe(0)
    expect(stateOf(folder).current_state).toBe(initial)
  })

  test.each([
    ['an empty name', ['', ...because], 2, 'unknown-state'],
    ['a name of Object', ['constructor', ...because], 2, 'unknown-state'],
    ['a blank reason', ['ACHIEVE_COMPLETE', '--because', ' \n\t'], 2, 'needs-reason'],
  ])('refuses %s, and nothing is touched', async (_, args, exitCode, code) => {
    const folder = await work()
    await untouched(folder, async () => {
      expect(await json(folder, ...args)).toMatchObject({ kind: 'error', code })
      expect(spellHere(folder.path, ['doctor', '--set', ...args]).exitCode).toBe(exitCode)
    })
  })

  test('takes a reason of exactly as many characters as may be, counted as people do', async () => {
    const because = (length: number) => json(makeRepository(), 'ACHIEVE_COMPLETE', '--because', '☕'.repeat(length))
    expect(await because(2000)).toMatchObject({ ok: true })
    expect(await because(2001)).toMatchObject({ message: 'The reason has 2001 characters; 2000 is the most.' })
  })

  test.each([
    ['complete', 'ACHIEVE_COMPLETE'],
    ['editing_context', 'The nearest are GATHER_EDITING_CONTEXT, GATHER_NEEDS_CONTEXT, GATHER_EDITING.'],
  ])('of %s thinks of %s', async (asked, nearest) => {
    const { message, fix } = await json(await work(), asked, ...because)
    expect(message).toContain(nearest)
    expect(fix).toBe('spell doctor --help')
  })
})
