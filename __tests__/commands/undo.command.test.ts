import { spawn } from 'node:child_process'
import { followHistory } from '../../src/work/history/chain'
import { engineer } from '../../src/workflows/engineer'
import { stateOf, work } from '../support/casting'
import { type Folder, plainEnv, untouched } from '../support/folder'
import { program, spellHere } from '../support/packed-program'

const json = (folder: Folder, ...args: string[]) => JSON.parse(spellHere(folder.path, [...args, '--json']).stdout)

const beside = (folder: Folder, args: readonly string[]) =>
  new Promise<{ exitCode: number | null; stdout: string }>((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: folder.path, env: plainEnv })
    let stdout = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      stdout += chunk
    })
    child.on('error', reject)
    child.on('close', (exitCode) => resolve({ exitCode, stdout }))
  })

describe('spell undo', () => {
  test('says what was taken back, what the state is, and what can be cast', async () => {
    const folder = await work()
    const { exitCode, stdout, stderr } = spellHere(folder.path, ['undo'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toContain('## Response to the Developer')
    for (const state of engineer.definition.states) expect(stdout).not.toContain(state)
    expect(stateOf(folder).current_state).toBe('ACHIEVE_TASK_DRAFTING')
    expect(spellHere(folder.path, ['history', '--limit', '1']).stdout).toMatch(/\*\*Undo\*\*/)
  })

  test('tells it as data', async () => {
    const folder = await work()
    const { digest, timestamp } = stateOf(folder).history.at(-1)
    expect(json(folder, 'undo')).toMatchObject({
      schemaVersion: 1,
      kind: 'undo',
      ok: true,
      from: 'ACHIEVE_TASK_EXECUTED',
      to: 'ACHIEVE_TASK_DRAFTING',
      undone: {
        spell: 'accio',
        row: 'A1',
        from: 'ACHIEVE_TASK_DRAFTING',
        to: 'ACHIEVE_TASK_EXECUTED',
        time: timestamp,
      },
      setAside: [],
    })
    expect(stateOf(folder).history.at(-1)).toMatchObject({ trigger: 'Undo', row: 'undo', undoes: digest, number: 5 })
  })

  test('is refused after a repair, and nothing is touched', async () => {
    const folder = await work()
    folder.remove('.ai/task/state.json')
    expect(spellHere(folder.path, ['doctor', '--fix']).exitCode).toBe(0)
    expect(await untouched(folder, async () => spellHere(folder.path, ['undo']))).toMatchObject({
      exitCode: 3,
      stdout: '',
    })
  })

  test('stops where the state cannot be read, and nothing is touched', async () => {
    const folder = await work()
    folder.write({ '.ai/task/state.json': 'garbage' })
    expect(await untouched(folder, async () => spellHere(folder.path, ['undo']))).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('fix: spell doctor --fix'),
    })
  })

  test('twice at once takes back two steps, and one of eight finds nothing left', async () => {
    const folder = await work()
    const two = await Promise.all([beside(folder, ['undo', '--json']), beside(folder, ['undo', '--json'])])
    expect(two.map(({ exitCode }) => exitCode)).toEqual([0, 0])
    expect(two.map(({ stdout }) => JSON.parse(stdout).undone.row).sort()).toEqual(['A1', 'G2'])
    expect(stateOf(folder).current_state).toBe('GATHER_EDITING')

    const more = await Promise.all(Array.from({ length: 6 }, () => beside(folder, ['undo', '--wait', '30'])))
    expect(more.map(({ exitCode }) => exitCode).sort()).toEqual([0, 0, 3, 3, 3, 3])
    const { lines, newest, ...damage } = await followHistory(folder.path, engineer)
    expect({ lines, damage }).toEqual({ lines: 8, damage: { torn: false } })
    expect(newest.map(({ trigger }) => trigger)).toEqual([...Array(4).fill('Accio'), ...Array(4).fill('Undo')])
  })
})
