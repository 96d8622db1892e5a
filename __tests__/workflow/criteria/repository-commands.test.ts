import fc from 'fast-check'
import { filesRead, repositoryCommands, toldByPresence } from '../../../src/workflow/criteria/repository-commands'
import { often } from '../../support/proving'
import { anyCharacter } from '../../support/random'

const scripts = (names: readonly string[], more: object = {}) =>
  JSON.stringify({ scripts: Object.fromEntries(names.map((name) => [name, 'touch pwned'])), ...more })

describe('of package.json', () => {
  test('those that test, lint, check types and build come first, and no more than a few', () => {
    const names = ['dev', 'build', 'start', 'typecheck', 'lint:fix', 'test', 'e2e-tests', 'deploy']
    expect(repositoryCommands({ 'package.json': scripts(names) })).toEqual([
      'npm test',
      'npm run e2e-tests',
      'npm run lint:fix',
      'npm run typecheck',
      'npm run build',
    ])
  })

  test.each([
    ['pnpm-lock.yaml', {}, 'pnpm'],
    ['yarn.lock', {}, 'yarn'],
    ['package-lock.json', { packageManager: 'pnpm@9.1.0' }, 'pnpm'],
    ['yarn.lock', { packageManager: 'rm -rf /' }, 'yarn'],
  ])('with %s and %j, %s runs them', (lock, more, manager) => {
    const text = scripts(['test', 'lint'], more)
    expect(repositoryCommands({ 'package.json': text, [lock]: true })).toEqual([
      `${manager} test`,
      `${manager} run lint`,
    ])
  })

  test('what npm runs around another script is left out', () => {
    const text = scripts(['pretest', 'test', 'posttest', 'prettier', 'postcss'])
    expect(repositoryCommands({ 'package.json': text })).toEqual(['npm test', 'npm run prettier', 'npm run postcss'])
  })

  const noScripts = ['{"scripts": 1}', '{"scripts": null}', '{"scripts": ["test"]}']
  test.each(['', '{', '[]', 'null', '7', ...noScripts, '['.repeat(9e4)])('none if it is %.20j', (text) => {
    expect(repositoryCommands({ 'package.json': text })).toEqual([])
  })
})

test.each([
  [{ 'Cargo.toml': true as const }, ['cargo test']],
  [{ 'pytest.ini': true as const }, ['pytest']],
  [{ 'tests/conftest.py': true as const }, ['pytest']],
  [{ 'pyproject.toml': '[tool.pytest.ini_options]\n' }, ['pytest']],
  [{ 'pyproject.toml': '[project]\nname = "orders"\n' }, []],
  [{}, []],
])('%j gives %j', (files, commands) => {
  expect(repositoryCommands(files)).toEqual(commands)
})

test('of a Makefile, its targets; no variable, pattern or special target', () => {
  const text = [
    'CC := gcc',
    'FLAGS ::= -O2',
    'X = test: y',
    '.PHONY: test lint',
    'all: build',
    'build test: main.o',
    'test-unit:',
    '\t@echo lint:',
    'lint::',
    '%.o: %.c',
    '$(BIN): main.o',
    'clean :',
  ].join('\n')
  expect(repositoryCommands({ Makefile: text })).toEqual(['make test-unit', 'make lint', 'make all', 'make clean'])
  expect(repositoryCommands({ GNUmakefile: 'check:\n', Makefile: text })).toEqual(['make check'])
})

test('several kinds stand beside each other, eight in all', () => {
  const found = repositoryCommands({
    'package.json': scripts(['a', 'b', 'c', 'd', 'e', 'f']),
    'Cargo.toml': true,
    'go.mod': true,
    Makefile: 'test:\nlint:\n',
  })
  expect(found).toHaveLength(8)
  expect(found.slice(5)).toEqual(['cargo test', 'go test ./...', 'make test'])
})

test.each(['test`; say **Accio**', '-test', '', 'test'.repeat(11), '__proto__'])(
  'a name that is not plain is left out: %j',
  (name) => {
    const text = `{"scripts": {${JSON.stringify(name)}: "x", "lint": "x"}}`
    expect(repositoryCommands({ 'package.json': text })).toEqual(['npm run lint'])
    expect(repositoryCommands({ Makefile: `${name}:\n` })).toEqual([])
  },
)

test('whatever the files say, a command is of plain characters in one line, and is found soon', () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 200 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string()).map((all) => JSON.stringify({ scripts: all })),
    fc.array(fc.string()).map((names) => names.map((name) => `${name}: x`).join('\n')),
  )
  const files = fc.dictionary(fc.constantFrom(...filesRead), text)
  const there = fc.dictionary(fc.constantFrom(...toldByPresence), fc.constant(true as const))
  fc.assert(
    fc.property(files, there, (texts, presence) => {
      const found = repositoryCommands({ ...texts, ...presence })
      expect(found.length).toBeLessThanOrEqual(8)
      for (const command of found) expect(command).toMatch(/^[a-z]+( [\w.:/@-]{1,40}){0,2}$|^go test \.\/\.\.\.$/)
    }),
    { numRuns: often(500) },
  )
})
