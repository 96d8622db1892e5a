import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder } from '../../src/disk/read'
import { states } from '../../src/flows/engineer/states'
import { texts } from '../support/casting'
import { makeRepository, snapshot } from '../support/folder'
import { spellHere } from '../support/packed-program'
import { repository } from '../support/source-files'

// The one door around the table: for a person who insists, with a reason, on record for ever.

const json = (shop: { path: string }, ...args: string[]) => JSON.parse(spellHere(shop.path, [...args, '--json']).stdout)

test.each(states.filter((state) => state !== 'GATHER_NEEDS_CONTEXT'))('leads to %s', (state) => {
  const shop = makeRepository()
  const answer = json(shop, 'override', state.toLowerCase(), '--reason', 'We did that part by hand.')
  expect(answer).toMatchObject({ kind: 'override', ok: true, from: 'GATHER_NEEDS_CONTEXT', to: state })
  expect(answer.warnings).toEqual(answer.missing.map((path: string) => `${path} is missing; what comes next needs it.`))
  expect(json(shop, 'lumos').to).toBe(state)
  // Nothing is made for it.
  expect(Object.keys(shop.contents()).sort()).toEqual(['.ai/task/history.jsonl', '.ai/task/state.json'])
})

test('tells which files the state lacks', () => {
  const shop = makeRepository({ '.ai/task/plan.md': '# Plan\n' })
  const args = ['override', 'ACHIEVE_TASK_EXECUTED', '--reason', 'The task was done in a meeting.']
  expect(json(shop, ...args).missing).toEqual(['.ai/task/task.md'])
})

test('stands in the history for ever, and can be taken back', () => {
  const shop = makeRepository()
  spellHere(shop.path, ['accio'])
  spellHere(shop.path, ['override', 'achieve_complete', '--reason', 'Shipped  without a plan.'])
  spellHere(shop.path, ['undo'])
  expect(json(shop, 'lumos').to).toBe('GATHER_EDITING_CONTEXT')
  expect(json(shop, 'history').entries.slice(1)).toMatchObject([
    { spell: 'override', row: 'override', note: 'Shipped  without a plan.', to: 'ACHIEVE_COMPLETE' },
    { spell: 'undo', row: 'undo', from: 'ACHIEVE_COMPLETE', to: 'GATHER_EDITING_CONTEXT' },
  ])
  expect(spellHere(shop.path, ['doctor'])).toMatchObject({ exitCode: 0 })
})

test.each([
  ['no state', [], 'Which state? Its name is needed.'],
  ['no reason', ['ACHIEVE_COMPLETE'], 'Say why, with --reason: it stays in the history.'],
  ['a blank reason', ['ACHIEVE_COMPLETE', '--reason', ' \t '], 'Say why, with --reason: it stays in the history.'],
  [
    'a reason that is too long',
    ['ACHIEVE_COMPLETE', '--reason', '☕'.repeat(2001)],
    'The reason has 2001 characters; 2000 is the most.',
  ],
  [
    'a slip',
    ['ACHIVE_COMPLETE', '--reason', 'a'],
    'There is no state "ACHIVE_COMPLETE". The nearest are ACHIEVE_COMPLETE, ACHIEVE_TASK_EXECUTED, GATHER_EDITING.',
  ],
  [
    'a part of a name',
    ['editing_context', '--reason', 'a'],
    'There is no state "editing_context". The nearest are GATHER_EDITING_CONTEXT, GATHER_NEEDS_CONTEXT, GATHER_EDITING.',
  ],
])('refuses %s, and writes nothing', (_, args, message) => {
  const shop = makeRepository()
  const { exitCode, stdout, stderr } = spellHere(shop.path, ['override', ...args])
  expect({ exitCode, stdout, stderr }).toEqual({
    exitCode: 2,
    stdout: '',
    stderr: `spell: ${message}\n  fix: spell override --help\n`,
  })
  expect(snapshot(shop.path)).toEqual({})
})

test('takes a reason of exactly as many characters as may be', () => {
  const reason = '☕'.repeat(2000)
  expect(json(makeRepository(), 'override', 'ACHIEVE_COMPLETE', '--reason', reason)).toMatchObject({ ok: true })
})

test('in that state already, nothing is recorded', () => {
  const shop = makeRepository()
  const answer = json(shop, 'override', 'GATHER_NEEDS_CONTEXT', '--reason', 'a')
  expect(answer).toMatchObject({ kind: 'error', code: 'already-there' })
  expect(snapshot(shop.path)).toEqual({})
})

describe('no text leads to it', () => {
  /** A sentence that forbids it to an agent leads nobody there. */
  const forbidding = /^.*(?:never|only their explicit word|^- `spell undo`).*override.*$/gm
  const wordIn = (text: string) => /overrid/i.test(text.replaceAll('\\n', '\n').replace(forbidding, ''))

  test('by any text of the workflow but its own answer', () => {
    const named = [...texts.rows].filter(([, text]) => wordIn(JSON.stringify(text)))
    expect(named.map(([id]) => id).filter((id) => id !== 'override')).toEqual([])
    const { rows: _, files, ...others } = texts
    expect(wordIn(JSON.stringify([others, ...files]))).toBe(false)
    const templates = filesUnder(repository, 'templates').filter((path) =>
      wordIn(readFileSync(join(repository, path), 'utf8')),
    )
    expect(templates.filter((path) => path !== 'templates/engineer/commands.md')).toEqual([])
  })

  test('by any message or fix: only its own files, the record and the help know its name', () => {
    const knowing = filesUnder(repository, 'src').filter((path) => {
      const text = readFileSync(join(repository, path), 'utf8')
      // In TypeScript it is a word of the language, too; what a comment says nobody reads in an answer.
      return wordIn(text.replace(/\boverride readonly\b|static override|\/\*[\s\S]*?\*\/|\/\/.*/g, ''))
    })
    // The check lists it, and fails for it where it was asked to.
    const ofCheck = [
      'check/check',
      'check/check-piece',
      'check/noted',
      'check/report',
      'check/require-rule',
      'check/verdicts',
      'finding',
    ].map((name) => `rules/${name}`)
    const checking = [...ofCheck, 'commands/check.command', 'cli/options']
    // A report tells of one that was said.
    const inReport = ['model', 'read-report', 'report-words', 'story'].map((name) => `report/${name}`)
    const telling = [...checking, ...inReport, 'flows/reporting'].map((name) => `src/${name}.ts`)
    expect(knowing.filter((path) => !telling.includes(path))).toEqual([
      'src/cli/commander.ts',
      'src/commands/override.command.ts',
      'src/entry/commands.ts',
      // Its own page of help.
      'src/entry/examples.ts',
      'src/flows/legality.ts',
      'src/steps/override.ts',
    ])
  })

  test('not even by itself: its fixes lead to its help, and the agent is told that it is not theirs', () => {
    const source = ['src/steps/override.ts', 'src/commands/override.command.ts']
      .map((path) => readFileSync(join(repository, path), 'utf8'))
      .join('')
    expect(new Set(source.match(/spell override[^'`]*/g))).toEqual(new Set(['spell override --help']))
    expect(texts.rows.get('override')?.ai).toContain('Never use or propose this command yourself')
  })

  test('by what Lumos offers in any state', () => {
    const shop = makeRepository()
    expect(wordIn(spellHere(shop.path, ['lumos', '--json']).stdout)).toBe(false)
  })
})

test('new, undo and override stand in the help', () => {
  const { stdout } = spellHere(makeRepository().path, ['--help'])
  for (const name of ['new', 'undo', 'override']) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'))
})
