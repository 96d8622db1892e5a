import type { ChosenWork } from '../../src/cast/chosen-work'
import { optionsOf, readDocuments, readWord, type WordArguments } from '../../src/commands/read-word'
import { Failure } from '../../src/text/failure'
import type { Taken, Word } from '../../src/workflow/words'
import { makeFolder } from '../support/folder'

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
  [{ as: 'numbers', counts: 'an item' }, '2,1,2', [2, 1]],
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
    after: { help: 'items', as: 'numbers', counts: 'an item' },
    force: { help: 'anyway', as: 'flag' },
    criteria: { help: 'again for each', flag: '--ac', many: true, value: 'ONE' },
    id: { help: 'no option', place: 'id' },
    note: { help: 'a note', as: 'note' },
  })
  expect(optionsOf(word).map(({ flag, value }) => [flag, value])).toEqual([
    ['--must-not', 'TEXT'],
    ['--after', 'LIST'],
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
