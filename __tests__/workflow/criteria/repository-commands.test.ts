import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { eachCommand, type ShellCommand } from '../../../src/proof/shell/shell-commands'
import { filesRead, repositoryCommands, toldByPresence } from '../../../src/workflow/criteria/repository-commands'
import { plainWords, simpleCommand } from '../../../src/workflow/criteria/simple-command'
import { describeOnPosix } from '../../support/posix'
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

test.each<[text: string, argv: string[]]>([
  ['npm test -- export', ['npm', 'test', '--', 'export']],
  ['node "a b.js" \'c  d\' e\\ f', ['node', 'a b.js', 'c  d', 'e f']],
  ['grep "\\$HOME" \'*.ts\' \\*', ['grep', '$HOME', '*.ts', '*']],
  ["a --flag='x y' b=c", ['a', '--flag=x y', 'b=c']],
  ['  make\ttest  ', ['make', 'test']],
  ["printf ''", ['printf', '']],
])('%j is started as it stands', (text, argv) => {
  expect(simpleCommand(text)).toEqual({ argv })
})

test.each<[text: string, needsShell: string]>([
  ['a && b', 'it joins commands'],
  ['a | b', 'it joins commands'],
  ['a; b', 'it is more than one command'],
  ['a &', '`&` would let it go on by itself'],
  ['(a)', 'it is a script'],
  ['if a; then b; fi', 'it is a script'],
  ['a > b', 'it redirects a stream'],
  ['a < b', 'it redirects a stream'],
  ['CI=1 a', 'it sets a variable'],
  ['CI=1', 'it sets a variable'],
  ['a # b', 'it has a comment'],
  [' ', 'it has no program'],
  ["''", 'it has no program'],
  ['a "b', 'it is no whole command of a shell'],
  ['a $HOME', 'a shell would fill in `$HOME`'],
  ['a $(b)', 'a shell would fill in `$(b)`'],
  ['a `b`', 'a shell would fill in `` `b` ``'],
  ['~/a', 'a shell would fill in `~/a`'],
  ['a *.ts', 'a shell would fill in `*.ts`'],
  ['a [bc]', 'a shell would fill in `[bc]`'],
  ['a {1,2}', 'a shell would fill in `{1,2}`'],
  ['a <(b)', 'a shell would fill in `<(b)`'],
])('%j needs a shell: %s', (text, needsShell) => {
  expect(simpleCommand(text)).toEqual({ needsShell })
})

test('a line of plain words is what the parser makes of it', () => {
  const keywords = 'case coproc do done elif else esac fi for function if in select then time until while'.split(' ')
  const other = [
    '.',
    ':',
    '-',
    '%',
    '2',
    'a=b',
    'A=',
    '--x=y',
    '@a/b',
    './a',
    '+',
    ',',
    'npm',
    '[',
    '{',
    '}',
    '!',
    '~',
    '#',
  ]
  const word = fc.oneof(
    fc.constantFrom(...keywords),
    fc.constantFrom(...other),
    fc.string({ minLength: 1, maxLength: 3 }),
  )
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), fc.constantFrom(' ', '  '), (words, space) => {
      const line = words.join(space)
      const plain = plainWords(line)
      fc.pre(plain !== undefined)
      const found: ShellCommand[] = []
      eachCommand(line, {}, (command) => void found.push(command))
      expect(found).toEqual([{ words: plain, assigned: [], input: undefined, writes: [] }])
    }),
    { numRuns: often(2_000) },
  )
  expect(plainWords('npm run test:unit -- --ci src/a.ts')).toHaveLength(6)
})

describeOnPosix('beside a shell', () => {
  const parts = [...' \t"\'\\a~$*#;|!{},', '  ', 'b=', '--x', '"a b"', "'$x'", '\\ ']
  const piece = fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 3 }))

  test('the arguments are those that it passes on', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const text = pieces.join('').replaceAll('\0', '')
        const found = simpleCommand(`printf '%s\\0' ${text}`)
        fc.pre('argv' in found)
        const { stdout } = spawnSync('sh', ['-c', `printf '%s\\0' ${text}`])
        const passed = stdout.toString('utf8').split('\0').slice(0, -1)
        const [, , ...args] = 'argv' in found ? found.argv : []
        expect(passed).toEqual(args.length === 0 ? [''] : args)
      }),
      { numRuns: often(300) },
    )
  })
})
