import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ChosenWork } from '../../src/cast/chosen-work'
import { storedIn } from '../../src/commands/answer-host'
import { givenText as givenIn } from '../../src/commands/given-words'
import { optionsOf, readDocuments, readWord, type WordArguments } from '../../src/commands/read-word'
import { Failure } from '../../src/text/failure'
import type { Taken, Word } from '../../src/workflow/words'
import { definition, openSession } from '../../src/workflows/hope/host-hooks'
import { folder, main } from '../../src/workflows/hope/session'
import { type Folder, makeFolder } from '../support/folder'
import { testOnPosix } from '../support/posix'

// What was typed, as a step gets it: made-up words, each of which takes one thing.

const taking = (takes: Readonly<Record<string, Taken>>): Word => ({ about: 'a test', takes, examples: [] })

const cli = (options: WordArguments = {}, stdin = '') =>
  ({ options, env: {}, tell: () => {}, canAsk: async () => false, stdin: () => Buffer.from(stdin) }) as never

const read = (taken: Partial<Taken>, typed: unknown, stdin = '') =>
  readWord(taking({ it: { help: '', ...taken } as Taken }), 'spell mine go', [], cli({ it: typed }, stdin)).it

const refused = (act: () => unknown) => {
  try {
    act()
  } catch (error) {
    if (error instanceof Failure) return [error.code, error.message, error.fix]
    throw error
  }
  return 'accepted'
}

test.each<[Partial<Taken>, unknown, unknown]>([
  [{}, ' as it is ', ' as it is '],
  [{ as: 'line' }, ' in one\n line ', 'in one line'],
  [{ as: 'line' }, ' ', undefined],
  [{ as: 'flag' }, true, true],
  [{ as: 'switch' }, 'OFF', false],
  [{ as: 'word', words: ['in_progress', 'failed'] }, 'In-Progress', 'in_progress'],
  [{ as: 'number' }, ' 7 ', 7],
  [{ as: 'list' }, 'a, b,', ['a', 'b']],
  [{ as: 'reports', many: true }, ['a,b', 'c: why: so'], [{ id: 'a' }, { id: 'b' }, { id: 'c', reason: 'why: so' }]],
  [{ as: 'named', named: { letters: 'F' }, many: true }, ['f1 = how'], { F1: 'how' }],
  [
    { as: 'named', named: { letters: 'K', words: ['code'], others: 'R' }, many: true },
    ['Code: two', 'K2:', 'more'],
    { code: 'two', K2: '', R3: 'more' },
  ],
  [{ many: true }, ['a', 'b'], ['a', 'b']],
  [{ first: 'all' }, undefined, 'all'],
  [{}, undefined, undefined],
])('%j reads %j as %j', (taken, typed, expected) => {
  expect(read(taken, typed)).toEqual(expected)
})

test('a text comes from stdin for -, where a word says so', () => {
  expect(read({ as: 'input', many: true }, ['-', 'typed'], 'piped\n')).toEqual(['piped', 'typed'])
  expect(read({}, '-', 'piped\n')).toBe('-')
})

test.each<[Partial<Taken>, unknown, readonly string[]]>([
  [{ needed: 'Which?' }, undefined, ['usage', 'Which?', 'spell mine go --help']],
  [{ needed: 'Which?', fix: 'spell mine go 1' }, undefined, ['usage', 'Which?', 'spell mine go 1']],
  [{ as: 'line', needed: 'Which?' }, ' ', ['usage', 'Which?', 'spell mine go --help']],
  [{ as: 'switch', needed: 'On or off.' }, 'no', ['usage', 'On or off.', 'spell mine go --help']],
  [{ as: 'number', counts: 'an item' }, '0', ['usage', '"0" is not the number of an item.', 'spell mine go --help']],
  [
    { as: 'word', words: ['code'] },
    'cod',
    ['unknown-it', 'There is no it "cod"; there is code.', 'spell mine go --help'],
  ],
  [
    { as: 'named', named: { letters: 'BW' } },
    'so',
    ['usage', '“so” names nothing: it begins with B or W and a number.', 'spell mine go --help'],
  ],
  [{ as: 'named', named: { letters: 'B' } }, 'B1:', ['usage', '“B1:” says nothing of it.', 'spell mine go --help']],
  [{}, 'é'.repeat(33_000), ['too-large', 'What is said is longer than 64 KiB.', 'spell mine go --help']],
])('%j refuses %j', (taken, typed, expected) => {
  expect(refused(() => read(taken, typed))).toEqual(expected)
})

test('arguments are read in their order, options by their names, and nothing else is given', () => {
  const word = taking({
    id: { help: '', place: 'id' },
    how: { help: '' },
    status: { help: '', place: 'status' },
  })
  const given = readWord(word, 'spell mine go', ['a', 'done'], cli({ how: 'well', json: true }))
  expect(given).toEqual({ id: 'a', status: 'done', how: 'well' })
  expect(readWord(word, 'spell mine go', [undefined], cli())).toEqual({})
})

test('an option is called like its key, and its value by its kind', () => {
  const word = taking({
    mustNot: { help: 'a limit' },
    items: { help: 'items', as: 'list' },
    force: { help: 'anyway', as: 'flag' },
    criteria: { help: 'again for each', flag: '--ac', many: true, value: 'ONE' },
    id: { help: 'no option', place: 'id' },
    note: { help: 'a note', as: 'note' },
  })
  expect(optionsOf(word).map(({ flag, value }) => [flag, value])).toEqual([
    ['--must-not', 'TEXT'],
    ['--items', 'LIST'],
    ['--force', undefined],
    ['--ac', 'ONE'],
    ['--note', 'TEXT'],
    ['--note-file', 'FILE'],
  ])
})

describe('a document', () => {
  const word = taking({ text: { help: '', place: 'file', as: 'document' } })
  function document(typed?: string, draft?: string): WordArguments {
    const { path } = makeFolder({ 'here.md': 'here', 'work/draft.md': 'draft', 'work/here.md': 'not this one' })
    const piece = { work: { root: path, folder: 'work' } } as ChosenWork
    return readDocuments(word, 'spell mine go', { text: typed }, piece, cli({ cwd: path }, 'piped'), draft)
  }

  test.each([
    ['here.md', undefined, 'here'],
    ['draft.md', undefined, 'draft'],
    ['-', undefined, 'piped'],
    [undefined, 'work/draft.md', 'draft'],
  ])('%s, or else %s, is read as %s', (typed, draft, text) => {
    expect(document(typed, draft)).toEqual({ text, source: typed ?? draft })
  })

  test('is none if none is named, and refused if there is no draft', () => {
    expect(document()).toEqual({})
    expect(refused(() => document(undefined, 'work/none.md'))).toEqual([
      'usage',
      'Which file? There is no draft: work/none.md is not there.',
      'spell mine go   # once work/none.md is written',
    ])
  })
})

function openIn({ path }: Folder) {
  const saved = storedIn(path, { folder, definition })
  return saved && openSession(saved.context, saved.current)
}

const stateOf = (state: unknown) => ({
  '.ai/hope/state.json': typeof state === 'string' ? state : JSON.stringify(state),
})
const regions = (state: string) => ({ soul: 'soul.silent_audit', main: state, service: 'idle' })

test.each<[what: string, files: Record<string, string>]>([
  ['without hope in use', { '.ai/task/plan.md': '' }],
  ['in a folder without a session', { '.ai/hope/history.jsonl': '' }],
  ['before a session was started', stateOf({ regions: regions('user_need'), context: {} })],
  ['with a folder in the place of the state', { '.ai/hope/state.json/x': '' }],
])('%s nothing is told', (_, files) => {
  expect(openIn(makeFolder(files))).toBeUndefined()
})

test.each(main)('in %s a session is under way, unless it is over', (state) => {
  const found = openIn(makeFolder(stateOf({ regions: regions(state), context: { text: 'Orders' } })))
  if (state === 'completed' || state === 'ended') expect(found).toBeUndefined()
  else expect(found).toMatchObject({ main: state, text: 'Orders', items: [] })
})

// biome-ignore format: in one paragraph
test.each([
  '', '{', 'null', '[]', '7', '{}', '{"regions":7,"context":{}}', '{"regions":{"soul":"a","main":"b"},"context":{}}',
  '{"regions":{"soul":"a","main":"b","service":"c"}}',
  '{"regions":{"soul":"a","main":["b"],"service":"c"},"context":{}}',
])('%j cannot be read, and a hook stays silent', (text) => {
  expect(openIn(makeFolder(stateOf(text)))).toBeUndefined()
})

const said = new TextEncoder().encode('said')
const givenText = (source: string, most: number, fix: string) => givenIn(source, most, fix, { stdin: () => said })

const file = (content: string | Uint8Array) => {
  const path = join(makeFolder().path, 'given.txt')
  writeFileSync(path, content)
  return path
}

test('a file is read as it is, without a byte order mark', () => {
  expect(givenText(file('\uFEFFgrün\r\n'), 100, 'fix')).toBe('grün\r\n')
})

test('so is what is said on stdin', () => {
  expect(givenText('-', 4, 'fix')).toBe('said')
  expect(() => givenText('-', 3, 'fix')).toThrow('stdin is larger than')
})

test('what is longer than it may be is refused, counted in bytes', () => {
  expect(givenText(file('ü'.repeat(50)), 100, 'fix')).toHaveLength(50)
  expect(() => givenText(file('ü'.repeat(51)), 100, 'fix')).toThrow(
    expect.objectContaining({ code: 'too-large', exitCode: 2, fix: 'fix' }),
  )
  expect(() => givenText(file('a'.repeat(64 * 1024 + 1)), 64 * 1024, 'fix')).toThrow('is larger than 64 KiB.')
})

test.each([
  ['nothing', 'nowhere.json'],
  ['a folder', '.'],
])('%s is refused', (_, source) => {
  expect(() => givenText(join(makeFolder().path, source), 100, 'fix')).toThrow(
    expect.objectContaining({ code: 'file-unreadable', exitCode: 2 }),
  )
})

test('what is no text is refused, and not fixed', () => {
  expect(() => givenText(file(new Uint8Array([0x22, 0xff, 0xfe, 0x22])), 100, 'fix')).toThrow(
    expect.objectContaining({ code: 'not-text', exitCode: 2 }),
  )
})

testOnPosix('what has no end is not read to its end', () => {
  expect(() => givenText('/dev/zero', 1024 * 1024, 'fix')).toThrow('/dev/zero is larger than 1 MiB.')
})
