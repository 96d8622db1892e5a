import { dirname } from 'node:path'
import { makeFolder } from '../support/folder'
import { program } from '../support/packed-program'

/** The package as another program has it. */
const library: typeof import('../../src/entry/library') = require(dirname(dirname(program)))

test('offers a cast, the proof of a table, and the one class of errors', () => {
  expect(Object.keys(library).sort()).toEqual(['Failure', 'cast', 'exit', 'verify'])
})

test('a spell is cast as on the command line', async () => {
  const { path } = makeFolder()
  const answer = await library.cast(path, 'accio', { note: 'the first' })
  expect(answer).toMatchObject({ ok: true, outcome: 'advanced', row: 'GC1', to: 'GATHER_EDITING_CONTEXT' })
  expect(await library.cast(path, 'reverto')).toMatchObject({ ok: false, outcome: 'blocked' })
})

test('a spell is cast on the piece of work that the command line would mean', async () => {
  const named = { '.ai/work/csv-export/state.json': '{"current_state":"GATHER_EDITING","context":{},"history":[]}' }
  const { path, contents } = makeFolder({ ...named, '.git/HEAD': 'ref: refs/heads/feat/csv-export\n' })
  expect(await library.cast(path, 'accio')).toMatchObject({ work: 'csv-export', from: 'GATHER_EDITING' })
  expect(Object.keys(contents('.ai')).filter((file) => file.startsWith('.ai/task/'))).toEqual([])
  const two = makeFolder({ ...named, '.ai/work/other/state.json': '{"current_state":"GATHER_EDITING","history":[]}' })
  expect(await library.cast(two.path, 'lumos', { work: 'other' })).toMatchObject({ work: 'other' })
  await expect(library.cast(two.path, 'accio')).rejects.toMatchObject({
    code: 'which-work',
    details: ['csv-export', 'other'],
  })
})

test('a table is proven as on the command line', async () => {
  expect(await library.verify('engineer')).toMatchObject({ workflow: 'engineer', findings: [] })
})

test('what goes wrong is a Failure, by instanceof', async () => {
  const { path } = makeFolder({ '.ai/task/state.json': '{' })
  const failures = await Promise.all([
    library.cast(path, 'accio').catch((error: unknown) => error),
    library.cast(path, 'abracadabra').catch((error: unknown) => error),
    library.verify('magic').catch((error: unknown) => error),
  ])
  expect(failures.map((error) => error instanceof library.Failure)).toEqual([true, true, true])
  expect(failures).toMatchObject([
    { exitCode: library.exit.unreadable, code: 'state-unreadable', fix: 'spell doctor --fix' },
    { exitCode: library.exit.usage, code: 'unknown-spell' },
    { exitCode: library.exit.usage, code: 'unknown-workflow' },
  ])
})
