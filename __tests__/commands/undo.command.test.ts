import { stateOf, work } from '../support/casting'
import { spellHere } from '../support/packed-program'

test('tells what was taken back as data', async () => {
  const folder = await work()
  const { digest, timestamp } = stateOf(folder).history.at(-1)
  const { exitCode, stdout } = spellHere(folder.path, ['undo', '--json'])
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({
    schemaVersion: 1,
    kind: 'undo',
    ok: true,
    from: 'ACHIEVE_TASK_EXECUTED',
    to: 'ACHIEVE_TASK_DRAFTING',
    undone: { spell: 'accio', row: 'A1', from: 'ACHIEVE_TASK_DRAFTING', to: 'ACHIEVE_TASK_EXECUTED', time: timestamp },
    setAside: [],
  })
  expect(stateOf(folder).history.at(-1)).toMatchObject({ trigger: 'Undo', row: 'undo', undoes: digest, number: 5 })
})
