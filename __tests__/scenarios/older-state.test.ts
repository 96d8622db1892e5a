import { work } from '../support/casting'
import type { Folder } from '../support/folder'
import { commitAll, git } from '../support/git'
import { spellHere } from '../support/packed-program'

const state = '.ai/task/state.json'
const run = ({ path }: Folder, ...args: string[]) => spellHere(path, args)
const json = (folder: Folder, ...args: string[]) => {
  const { stdout, stderr } = run(folder, ...args, '--json')
  return JSON.parse(stdout || stderr)
}
const codes = (folder: Folder) => json(folder, 'doctor').findings.map(({ code }: { code: string }) => code)
const rules = (folder: Folder, ...args: string[]) =>
  json(folder, 'check', ...args).findings.map(({ rule }: { rule: string }) => rule)

test('git restore of the state alone is seen as that, and either way is open afterwards', async () => {
  const folder = await work()
  folder.write({ '.ai/task/task-results.md': 'It is written.\n' })
  commitAll(folder)
  run(folder, 'accio')
  const newer = JSON.parse(folder.read(state))
  git(folder, 'restore', state)

  expect(run(folder, 'lumos').stdout).toContain(`${state} is 1 step older than its history. Run \`spell doctor\`.`)
  for (const words of [['accio'], ['reparo'], ['finite'], ['undo'], ['new', '--yes']]) {
    expect(run(folder, ...words).exitCode).toBe(5)
    expect(json(folder, ...words)).toMatchObject({ code: 'state-older', fix: 'spell doctor --fix' })
  }
  expect(codes(folder)).toEqual(['state-older'])
  expect(rules(folder)).toEqual(['state-older'])
  expect(run(folder, 'doctor').stdout).toContain('`spell undo` then takes the last step back')

  expect(run(folder, 'doctor', '--fix')).toMatchObject({ exitCode: 0 })
  const { current_state, history: lines } = JSON.parse(folder.read(state))
  expect(current_state).toBe(newer.current_state)
  expect(lines.at(-1)).toMatchObject({ trigger: 'Doctor', row: 'resumed' })
  expect(lines.slice(0, -1)).toEqual(newer.history)
  expect(rules(folder, '--no-overrides')).toEqual([])

  expect(run(folder, 'undo').exitCode).toBe(0)
  expect(folder.read('.ai/task/task-results.md')).toBe('It is written.\n')
  expect(JSON.parse(folder.read(state)).current_state).toBe('ACHIEVE_TASK_EXECUTED')
  expect([codes(folder), rules(folder)]).toEqual([[], []])
})
