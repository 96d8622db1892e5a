import { notAllowed } from '../../../src/commands/prove/ask-consent'
import type { Allowed } from '../../../src/disk/allowed'
import { type BoundCommand, describeCommand } from '../../../src/proof/consent/bound-command'
import { consentsOf } from '../../../src/proof/consent/consent'
import { recipesOf } from '../../../src/proof/consent/recipes'
import { workIn } from '../../../src/work/work'
import {
  commandFields,
  consentKey,
  expectedOf,
  expectedText,
  fieldNames,
  type PlannedCommand,
  plannedCommand,
  shown,
} from '../../../src/workflow/criteria/planned-command'
import { engineer } from '../../../src/workflows/engineer'
import { castIn } from '../../support/casting'
import { type Folder, makeFolder } from '../../support/folder'
import { otherFields } from '../../support/other-fields'

const packages = { 'package.json': '{"scripts":{"test":"x"}}', 'lib/package.json': '{"scripts":{"test":"x"}}' }
const plain = plannedCommand({ text: 'npm test' })
const bound = (
  command: PlannedCommand,
  { path } = makeFolder(packages),
  allowed: readonly Allowed[] = [],
): BoundCommand => {
  const known = { path: () => '', clone: '', top: path, allowed }
  const commands = [{ command, criterion: 'a', place: 'plan.md:1' }]
  const [first] = consentsOf(workIn(path, engineer), commands, {}, known).commands
  if (!first) throw new Error('there is one')
  return first
}

describe.each(fieldNames)('a plan that changes the field %s of a command', (name) => {
  const command = { ...plain, [name]: otherFields[name].value }
  const isAllowed = !('ignored' in commandFields[name].consent)
  const [words = '', ...how] = shown(command)

  test(isAllowed ? 'needs another consent' : 'needs no other consent', () => {
    const folder = makeFolder(packages)
    expect(bound(command, folder).digest !== bound(plain, folder).digest).toBe(isAllowed)
  })

  test('shows all that is allowed in the question and in the refusal', () => {
    const changed = bound(command)
    const lines = describeCommand(1, changed).split('\n')
    // What is expected is shown, and needs no consent.
    expect(lines[0]).toBe(`1. ${words}${expectedText(expectedOf(command))}`)
    expect(lines).toEqual(expect.arrayContaining(how.map((clause) => `   - ${clause}`)))
    const [detail] = notAllowed({ isArchived: false, name: 'task' }, [], [changed], []).details ?? []
    expect(detail).toBe(how.length > 0 ? `${words} (${how.join(', ')})` : words)
  })
})

const isBefore = (before?: string) => ({ allowed: undefined, before })
test.each<[kept: readonly Partial<Allowed>[], ofWork: object, ofNone?: object]>([
  [[], isBefore(undefined)],
  [[{}], { allowed: 'always' }],
  [[{ work: 'this' }], { allowed: 'work' }, isBefore('other work')],
  [[{ work: 'this' }, {}], { allowed: 'always' }],
  [[{ work: 'other' }], isBefore('other work')],
  [[{ digest: 'of another script' }], isBefore('changed')],
  [[{ digest: 'of another script' }, { work: 'other' }], isBefore('other work')],
  [[{ digest: 'of another script', command: 'another' }], isBefore(undefined)],
])('kept consents %j make %j', async (kept, ofWork, ofNone = ofWork) => {
  const folder = makeFolder(packages)
  const now = () => {
    const { digest, work: mine } = bound(plain, folder)
    const said = { digest, said: 'npm test', time: '', command: consentKey(plain) }
    const allowed = kept.map((each) => ({ ...said, ...each, ...(each.work === 'this' && mine && { work: mine }) }))
    const { allowed: reach, before } = bound(plain, folder, allowed)
    return { allowed: reach, before }
  }
  expect(now()).toEqual(ofNone)
  await castIn(folder, 'accio')
  expect(now()).toEqual(ofWork)
})

const inShell = { kind: 'shell' } as const
const recipes = ({ path }: Folder, text: string, more: Partial<PlannedCommand> = {}) =>
  recipesOf(path, plannedCommand({ text, ...more }))
const packageJson = (scripts: Readonly<Record<string, string>>) => JSON.stringify({ name: 'shop', scripts })

/** What is found, by the names of scripts where they are of the package.json at the root. */
const named = (folder: Folder, text: string, more?: Partial<PlannedCommand>) => {
  const { found, isHidden } = recipes(folder, text, more)
  const names = found.map(({ from }) => from.replace(/^package\.json \(scripts\.(.*)\)$/, '$1'))
  return isHidden ? [...names, 'hidden'] : names
}

describe('the scripts that a package manager runs are found', () => {
  const scripts = {
    pretest: '1',
    test: '2',
    posttest: '3',
    prebuild: '4',
    build: '5',
    start: '6',
    stop: '7',
    restart: '8',
    'x:y': 'npm run build && cd sub && npm test',
  }
  const files = { 'package.json': packageJson(scripts), 'sub/a.js': '' }
  const [tests, build, hidden] = [['pretest', 'test', 'posttest'], ['prebuild', 'build'], ['hidden']]

  test.each([
    ['npm test', tests],
    ['npm t', tests],
    ['npm test --ci', tests],
    ['npm --silent test', tests],
    ['npm run-script --if-present test', tests],
    ['npm start', ['start']],
    ['npm restart', ['stop', 'restart', 'start']],
    ['npm run build', build],
    ['npm run x:y', ['x:y', ...build, ...tests]],
    ['npm run nothing', hidden],
    ['npm run', hidden],
    ['npm --unknown word test', hidden],
    ['npm --workspaces test', hidden],
    ['npm test -w api', hidden],
    ['npm -- test', hidden],
    ['npm --prefix=nowhere test', hidden],
    ['env --chdir=nowhere npm test', hidden],
    ['npm --unknown -- run test', hidden],
    ['npm exec jest', []],
    ['npm', []],
    ['pnpm build', build],
    ['pnpm -r build', hidden],
    ['pnpm install', hidden],
    ['yarn build', build],
    ['yarn', hidden],
    ['yarn workspace api build', hidden],
    ['bun run build', build],
    ['bun test', []],
    ['npx npm test', tests],
    ['timeout 60 npm test', tests],
    ['env A=b xvfb-run -a cross-env C=d npm test', tests],
    ['dotenv -- npm test', tests],
    ['corepack pnpm@9 test', tests],
    ["sh -c 'npm test'", tests],
    ['npx -c "npm test"', tests],
    ['/usr/bin/npm test', tests],
    ['node lib/npm/bin/npm-cli.js test', tests],
    ['node .yarn/releases/yarn-4.1.0.cjs build', build],
    ['node npm-tests.js', []],
    ['node test', []],
  ])('%s', (text, expected) => {
    const folder = makeFolder(files)
    expect(named(folder, text)).toEqual(expected)
    expect(named(folder, text, inShell)).toEqual(expected)
  })

  test.each([
    ['cd sub && npm test', tests],
    ['(cd sub; npm run build) | cat', build],
    ['sh <<< "npm test"', tests],
    ['A=b npm test > log', tests],
    ['if true; then npm test; else npm run build; fi', [...tests, ...build]],
    ['npm test; (', tests],
    ['npm --prefix "$DIR" test', hidden],
    ['mkdir new && cd new && npm test', hidden],
    ['cd $DIR && npm test', [...tests, 'hidden']],
    ['cd sub; cd - && npm test', [...tests, 'hidden']],
    ['pushd sub; popd; npm test', [...tests, 'hidden']],
    ['cd "$(dirname "$0")"; npm test', [...tests, 'hidden']],
  ])('shell: %s', (text, expected) => {
    expect(named(makeFolder(files), text, inShell)).toEqual(expected)
  })

  test('of the package that applies, above the folder of the work, too', () => {
    const folder = makeFolder({
      'package.json': packageJson({ test: 'root' }),
      'packages/api/package.json': packageJson({ test: 'api' }),
      'packages/api/src/a.js': '',
      'docs/b.md': '',
    })
    const textOf = (text: string, more?: Partial<PlannedCommand>) => recipes(folder, text, more).found[0]?.text
    expect(textOf('npm test', { folder: 'packages/api/src' })).toBe('api')
    expect(textOf('npm test', { folder: 'docs' })).toBe('root')
    for (const text of [
      'npm --prefix packages/api test',
      'npm -prefix packages/api test',
      'npm test --prefi=packages/api',
      'npm test --prefix=packages/api',
      'env -C packages/api npm test',
      'timeout 9 env --chdir=packages A=b sudo -D api npm test',
      'pnpm -C packages/api test',
      'yarn --cwd packages/api test',
      'bun run --cwd=packages/api test',
    ])
      expect(textOf(text)).toBe('api')
    expect(textOf('cd packages/api && npm test', inShell)).toBe('api')
    const inside = recipesOf(`${folder.path}/docs`, plannedCommand({ text: 'npm test' }))
    expect(inside.found).toEqual([{ kind: 'script', from: '../package.json (scripts.test)', text: 'root' }])
  })

  test('with the settings by which they are run in another way, or not at all', () => {
    const npmrc = 'registry=https://npm.example\nscript-shell = /bin/true\nignore-scripts=true\n'
    const folder = makeFolder({ 'package.json': packageJson({ test: 'node --test' }), '.npmrc': npmrc })
    expect(recipes(folder, 'npm test').found).toEqual([
      { kind: 'script', from: 'package.json (scripts.test)', text: 'node --test' },
      { kind: 'script', from: '.npmrc (script-shell)', text: '/bin/true' },
      { kind: 'script', from: '.npmrc (ignore-scripts)', text: 'true' },
    ])
  })

  test('none of what is no JSON, and once of a script that starts itself', () => {
    for (const text of ['{ // shop', '[]'])
      expect(named(makeFolder({ 'package.json': text }), 'npm test')).toEqual(hidden)
    expect(named(makeFolder({ 'package.json': packageJson({ a: 'npm run a' }) }), 'npm run a')).toEqual(['a'])
  })
})

describe('make has the whole makefile', () => {
  const files = { Makefile: 'check:\n\tnpm test\n', 'api/Makefile': '', 'api/other.mk': '', 'other.mk': '' }

  test.each([
    ['make check CC=gcc', ['Makefile']],
    ['gmake -k check', ['Makefile']],
    ['make -f other.mk check', ['other.mk']],
    ['make -fother.mk', ['other.mk']],
    ['make --file=other.mk --makefile Makefile', ['other.mk', 'Makefile']],
    ['make -sC api check', ['api/Makefile']],
    ['make --dir=api', ['api/Makefile']],
    ['make --f other.mk --mak=Makefile', ['other.mk', 'Makefile']],
    ['make --directory=api -f other.mk', ['api/other.mk']],
    ['timeout 9 /usr/bin/make', ['Makefile']],
    ['make -C nowhere', ['hidden']],
    ['cmake .', []],
  ])('%s', (text, expected) => {
    // Some file systems have one name for `makefile` and `Makefile`.
    expect(named(makeFolder(files), text).filter((name) => name !== 'makefile')).toEqual(expected)
  })
})

// biome-ignore format: in one paragraph
test.each([
  'just test', 'turbo run test', 'node --run test', 'node --run=test', 'cargo xtask lint', 'deno task test',
  './gradlew test', 'npx nx test', 'npx turbo@2 run test', 'bundle exec rake', 'just t', 'rake t', 'task t', 'deno -q task t',
  'composer test', 'cargo +nightly -q xtask', 'concurrently "npm:test"', 'npx concurrently npm:test', 'node .', 'node --env-file=.env --run t',
  'go generate ./...', 'cmake --build out', 'poetry run t', 'pre-commit run t', 'bazel test //t', 'npm-run-all2 t',
  'python -m t', 'python3 -W error -m t', '/usr/bin/python3.12 -m t', 'py -m t', 'find . -name t -exec sh {} +', 'timeout 9 just t',
  `sh -c "echo ${'$('.repeat(300)}npm t${')'.repeat(300)}"`,
])('of `%s` it cannot be told what it runs', (text) => {
  for (const kind of ['run', 'shell'] as const)
    expect(recipes(makeFolder(), text, { kind })).toEqual({ found: [], isHidden: true })
})

// biome-ignore format: in one paragraph
test.each([
  'node test.js', 'cargo test', 'deno test', 'go test ./...', './test.sh', 'python t.py', 'find . -name t',
  'node ./t.js',
])('`%s` is its words', (text) => {
  expect(recipes(makeFolder({ 'test.js': '', 'test.sh': '' }), text)).toEqual({ found: [], isHidden: false })
})

test.each([
  '='.repeat(10_240),
  'npm '.repeat(2560),
  `${'1'.repeat(10_240)}/x`,
  `npm ${'-1.'.repeat(3500)}/x`,
  '\0',
  'make -f \0',
  '/',
  '(('.repeat(99),
  `x "${"'a b' ".repeat(99)}"`,
])('any text is read: %.9s', (text) => {
  const folder = makeFolder({ 'package.json': packageJson({ test: 'x' }) })
  for (const kind of ['run', 'shell'] as const)
    expect(recipes(folder, text, { kind }).found.map(({ from }) => from)).not.toContain('')
})
