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
