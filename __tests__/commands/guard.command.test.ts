import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { standing } from '../support/casting'
import { makeRepository } from '../support/folder'
import { spellHere } from '../support/packed-program'
import { repository } from '../support/source-files'

const pending: Readonly<Record<string, string>> = {
  ...standing('PR_APPLIED_PENDING_ARCHIVE_A'),
  '.ai/task/review-task-results.md': 'Done.',
}

const guard = (cwd: string, env: Readonly<Record<string, string>> = {}) =>
  spellHere(cwd, ['guard', 'pre-commit'], { env })
const states = (blockIn: string) => ({ SPELL_GUARD_BLOCK_IN: blockIn })

test('what waits is told in three lines, without the name of a state', () => {
  const { path } = makeRepository(pending)
  expect(guard(path)).toEqual({
    exitCode: 10,
    stderr: '',
    stdout:
      'Commit blocked. State: Review in progress. It has to be finished first.\n' +
      'First: spell accio, which archives the review\n' +
      'To skip the guard once, if the developer says so: SPELL_GUARD=0 git commit …\n',
  })
})

test('what passes is told nothing', () => {
  const silent = { exitCode: 0, stdout: '', stderr: '' }
  expect(guard(makeRepository().path)).toEqual(silent)
  expect(guard(makeRepository(standing('GATHER_EDITING')).path)).toEqual(silent)
  expect(guard(makeRepository(pending).path, { SPELL_GUARD: '0' })).toEqual(silent)
})

test('several spells are named, and if there is none, the look', () => {
  const { stdout } = guard(makeRepository(standing('ACHIEVE_COMPLETE')).path, states('ACHIEVE_*'))
  expect(stdout).toContain('First: spell reparo, or spell finite\n')
})

test('what cannot be read has one exit code, the repair, and the way to skip', () => {
  const { path } = makeRepository({ '.ai/task/state.json': '{ "current_state": 1 }' })
  expect(guard(path)).toEqual({
    exitCode: 5,
    stdout: '',
    stderr:
      'spell: .ai/task/state.json has no current_state.\n' +
      '  fix: spell doctor --fix   # or once without the guard: SPELL_GUARD=0 git commit …\n',
  })
  expect(guard(path, states('!'))).toMatchObject({
    exitCode: 5,
    stderr: expect.stringContaining('SPELL_GUARD_BLOCK_IN must be'),
  })
})

test('an agent is not told how the guard is passed', () => {
  const env = { CLAUDECODE: '1' }
  expect(guard(makeRepository(pending).path, env).stdout).toMatch(/\nFirst: spell accio, which archives the review\n$/)
  const unreadable = makeRepository({ '.ai/task/state.json': '{' })
  expect(guard(unreadable.path, env).stderr).not.toContain('SPELL_GUARD')
})

test('a pattern that fits nothing is a warning', () => {
  const { path } = makeRepository(standing('GATHER_EDITING'))
  const stderr = 'spell: guard.blockIn has "PR_APLIED_*", which fits no state.\n'
  expect(guard(path, states('PR_APLIED_*'))).toMatchObject({ stderr, exitCode: 0 })
  expect(guard(path, states('GATHER_*,PR_APLIED_*,*')).stderr).toBe(stderr)
  const rfc = join(repository, 'docs/workflows/rfc.yaml')
  const settings = { blockIn: ['rfc.reading', 'rfc.nope', 'nowf.*'], editsOnlyIn: ['loop.*', 'rfc.*', 'collab-strat'] }
  const { path: own } = makeRepository({
    '.ai/spell.json': JSON.stringify({ guard: settings }),
    '.ai/workflows/rfc.yaml': readFileSync(rfc, 'utf8'),
  })
  expect(guard(own, {}).stderr.match(/guard\.\w+ has "[^"]+"/g)).toEqual([
    'guard.blockIn has "rfc.nope"',
    'guard.blockIn has "nowf.*"',
    'guard.editsOnlyIn has "collab-strat"',
  ])
})

describe('git says where the developer was:', () => {
  const folder = () => {
    const made = makeRepository({ 'packages/a/.ai/task/state.json': pending['.ai/task/state.json'] ?? '' })
    mkdirSync(join(made.path, 'packages/a/src'))
    return made.path
  }

  test.each([
    ['packages/a/src/', 10],
    ['packages/a/', 10],
    ['packages/', 0],
    ['', 0],
  ])('%s', (prefix, exitCode) => {
    expect(guard(folder(), { GIT_PREFIX: prefix })).toMatchObject({ exitCode })
  })

  test('never above the folder where the hook runs', () => {
    const { path } = makeRepository(pending)
    mkdirSync(join(path, 'inner'))
    expect(guard(join(path, 'inner'), { GIT_PREFIX: '' })).toMatchObject({ exitCode: 0 })
    expect(guard(join(path, 'inner'))).toMatchObject({ exitCode: 10 })
    const named = spellHere('/', ['guard', 'pre-commit', '--cwd', path], { env: { GIT_PREFIX: '' } })
    expect(named).toMatchObject({ exitCode: 10 })
  })
})

test.each([['guard'], ['guard', 'prepare-commit-msg'], ['guard', 'toString']])(
  '%s %s is an error of usage',
  (...args) => {
    const { stdout, exitCode } = spellHere(makeRepository().path, [...args, '--json'])
    expect({ exitCode, code: JSON.parse(stdout).code }).toEqual({ exitCode: 2, code: 'unknown-hook' })
  },
)
