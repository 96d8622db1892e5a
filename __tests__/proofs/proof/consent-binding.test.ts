import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { bindingOf } from '../../../src/proof/consent-binding'
import { type PlannedCommand, plannedCommand } from '../../../src/proof/criteria/planned-command'
import { type Folder, makeFolder, plainEnv } from '../../support/folder'
import { describeOnPosix, testOnPosix } from '../../support/posix'
import { often } from '../../support/proving'

const planned = (text: string, more: Partial<PlannedCommand> = {}) => plannedCommand({ text, line: 1, ...more })
const inShell = { kind: 'shell' } as const

const boundTo = ({ path }: Folder, text: string, more?: Partial<PlannedCommand>) =>
  bindingOf(path, planned(text, more)).boundTo

/** What is bound, by the names of scripts where it is a part of package.json. */
const scripts = (folder: Folder, text: string, more?: Partial<PlannedCommand>) =>
  boundTo(folder, text, more).map((name) => name.replace(/^package\.json \(scripts\.(.*)\)$/, '$1'))

const packageJson = (all: Readonly<Record<string, string>>) => JSON.stringify({ name: 'shop', scripts: all })

describe('a command is bound to the files that it names', () => {
  const files = { 'a.js': '', 'src/b c.js': '', 'src/d.test.py': '', Makefile: '', 'src/bin/e': '' }

  test.each([
    ['node a.js', ['a.js']],
    ['node ./a.js a.js', ['a.js']],
    ['node "src/b c.js"', ['src/b c.js']],
    ['node --require=a.js --import=./src/../a.js', ['a.js']],
    ['x a=b=a.js', ['a.js']],
    ['curl @a.js', ['a.js']],
    ['x -ra.js', ['a.js']],
    ['pytest src/d.test.py::test_export', ['src/d.test.py']],
    ['jest a.js:10:2', ['a.js']],
    ['./src/bin/e --fast', ['src/bin/e']],
    ['env A=a.js timeout 9 ./src/bin/e', ['a.js', 'src/bin/e']],
    ['env -C src ./bin/e', ['src/bin/e']],
    ["sh -c 'cd src && ./bin/e'", ['src/bin/e']],
    ['node src', []],
    ['node a', []],
    ['node ../a.js', []],
    ['/bin/sh -x', []],
  ])('%s', (text, expected) => {
    expect(boundTo(makeFolder(files), text)).toEqual(expected)
  })

  test.each([
    ['F=a.js; node $F', ['a.js']],
    ['sh < src/bin/e', ['src/bin/e']],
    ['for f in a.js "src/b c.js"; do node $f; done', ['a.js', 'src/b c.js']],
    ['(cd src; node "b c.js") && cat <(./src/bin/e)', ['src/b c.js', 'src/bin/e']],
    ['echo "$(node a.js)"', ['a.js']],
    ['eval "node a.js"', ['a.js']],
    ['node a.js; (', ['a.js']],
    ['echo 1 > a.js', []],
    ['node a.js > a.js', ['a.js']],
  ])('shell: %s', (text, expected) => {
    expect(boundTo(makeFolder(files), text, inShell)).toEqual(expected)
  })

  test('where it runs', () => {
    const folder = makeFolder(files)
    expect(boundTo(folder, 'node "b c.js"', { folder: 'src' })).toEqual(['src/b c.js'])
    expect(boundTo(folder, 'node ../a.js', { folder: 'src' })).toEqual(['a.js'])
    expect(boundTo(folder, `node ${JSON.stringify(join(folder.path, 'a.js'))}`, { folder: 'src' })).toEqual(['a.js'])
  })

  testOnPosix('a link by what it leads to, also out of the repository', () => {
    const outside = makeFolder({ 'x.sh': '1' })
    const folder = makeFolder({ 'src/a.sh': '' })
    symlinkSync(join(outside.path, 'x.sh'), join(folder.path, 'link.sh'))
    symlinkSync(outside.path, join(folder.path, 'links'))
    symlinkSync('src', join(folder.path, 'here'))
    const target = join(outside.path, 'x.sh')
    expect(boundTo(folder, 'sh link.sh links/x.sh here/a.sh')).toEqual([
      'here/a.sh → src/a.sh',
      `link.sh → ${target}`,
      `links/x.sh → ${target}`,
    ])
    const before = bindingOf(folder.path, planned('sh link.sh')).digest
    outside.write({ 'x.sh': '2' })
    expect(bindingOf(folder.path, planned('sh link.sh')).digest).not.toBe(before)
  })

  test('but not to a report that it has to write anew', () => {
    const folder = makeFolder({ 'junit.xml': '<testsuite/>', 'a.js': '' })
    const expecting = (file: string) => ({ expect: [{ kind: 'tests', least: 1, file } as const] })
    const command = planned('node a.js --out=junit.xml', expecting('junit.xml'))
    const before = bindingOf(folder.path, command)
    expect(before).toMatchObject({ boundTo: ['a.js'], writes: ['junit.xml'] })
    folder.write({ 'junit.xml': '<testsuites/>' })
    expect(bindingOf(folder.path, command)).toEqual(before)
    // What asks for no report is bound to it.
    expect(boundTo(folder, 'node a.js --out=junit.xml')).toEqual(['a.js', 'junit.xml'])
    folder.remove('junit.xml')
    expect(bindingOf(folder.path, planned('node a.js --out=junit.xml')).digest).not.toBe(before.digest)
  })
})

describe('a command of a package manager is bound to the scripts that it runs', () => {
  const all = {
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
  const test3 = ['posttest', 'pretest', 'test']
  const every = ['package.json (scripts)']

  test.each([
    ['npm test', test3],
    ['npm t', test3],
    ['npm test -- --ci', test3],
    ['npm --silent test', test3],
    ['npm --loglevel error test', test3],
    ['npm run-script --if-present test', test3],
    ['npm run test --silent', test3],
    ['npm start', ['start']],
    ['npm stop', ['stop']],
    ['npm restart', ['restart', 'start', 'stop']],
    ['npm run build', ['build', 'prebuild']],
    ['npm run x:y', ['build', 'posttest', 'prebuild', 'pretest', 'test', 'x:y']],
    ['npm run nothing', every],
    ['npm run', every],
    ['npm --unknown word test', every],
    ['npm ci', every],
    ['npm tes', every],
    ['npm --workspaces test', every],
    ['npm exec jest', []],
    ['npm', []],
    ['pnpm test', test3],
    ['pnpm build', ['build', 'prebuild']],
    ['pnpm run build', ['build', 'prebuild']],
    ['pnpm -r build', every],
    ['pnpm exec jest', []],
    ['yarn build', ['build', 'prebuild']],
    ['yarn run build', ['build', 'prebuild']],
    ['yarn', every],
    ['yarn workspace api build', every],
    ['bun run build', ['build', 'prebuild']],
    ['bun build', ['build', 'prebuild']],
    ['bun test', []],
    ['npx npm test', test3],
    ['timeout 60 npm test', test3],
    ['nice -n 10 time npm test', test3],
    ['env A=b xvfb-run -a cross-env C=d npm test', test3],
    ['dotenv -- npm test', test3],
    ['corepack pnpm@9 test', test3],
    ['npm-run-all build test', every],
    ["sh -c 'npm test'", test3],
    ['npx -c "npm test"', test3],
    ['node npm-tests.js', []],
  ])('%s', (text, expected) => {
    expect(scripts(makeFolder({ 'package.json': packageJson(all) }), text)).toEqual(expected)
  })

  test('in the package that applies', () => {
    const folder = makeFolder({
      'package.json': packageJson({ test: 'root' }),
      'packages/api/package.json': packageJson({ test: 'api' }),
      'packages/api/src/a.js': '',
      'docs/b.md': '',
    })
    const [root, api] = ['package.json (scripts.test)', 'packages/api/package.json (scripts.test)']
    expect(boundTo(folder, 'npm test', { folder: 'packages/api' })).toEqual([api])
    expect(boundTo(folder, 'npm test', { folder: 'packages/api/src' })).toEqual([api])
    expect(boundTo(folder, 'npm test', { folder: 'docs' })).toEqual([root])
    for (const text of [
      'npm --prefix packages/api test',
      'npm -C packages/api test',
      'npm test --prefix=packages/api',
      'pnpm --dir packages/api test',
      'pnpm -C packages/api test',
      'yarn --cwd packages/api test',
      'bun run --cwd=packages/api test',
    ])
      expect(boundTo(folder, text)).toContain(api)
    expect(boundTo(folder, 'cd packages/api && npm test', inShell)).toEqual([api])
    expect(boundTo(folder, 'npm test -w api')).toEqual([
      'package.json (scripts)',
      'packages/api/package.json (scripts)',
    ])
  })

  test('above the folder of the work, too', () => {
    const folder = makeFolder({ 'package.json': packageJson({ test: '' }), '.npmrc': '', Makefile: '', 'a/b.js': '' })
    const inside = (text: string) => bindingOf(join(folder.path, 'a'), planned(text)).boundTo
    expect(inside('npm test')).toEqual(['../.npmrc', '../package.json (scripts.test)'])
    expect(inside('make -C ..')).toEqual(['../Makefile'])
    expect(inside('node ../Makefile b.js')).toEqual(['b.js'])
  })

  test('with the files that tell how scripts are run', () => {
    const names = ['.npmrc', '.yarnrc.yml', 'bunfig.toml', 'pnpm-workspace.yaml']
    const files = Object.fromEntries(names.flatMap((name) => [name, `api/${name}`]).map((name) => [name, '']))
    const folder = makeFolder({ ...files, 'api/package.json': packageJson({ test: '' }) })
    const configs = (text: string) =>
      boundTo(folder, text, { folder: 'api' }).filter((name) => !/package\.json/.test(name))
    expect(configs('npm test')).toEqual(['.npmrc', 'api/.npmrc'])
    expect(configs('yarn test')).toEqual(['.npmrc', '.yarnrc.yml', 'api/.npmrc', 'api/.yarnrc.yml'])
    expect(configs('bun run test')).toEqual(['.npmrc', 'api/.npmrc', 'api/bunfig.toml', 'bunfig.toml'])
    expect(configs('pnpm test')).toEqual(['.npmrc', 'api/.npmrc', 'api/pnpm-workspace.yaml', 'pnpm-workspace.yaml'])
  })

  test('to all of package.json if that is no JSON, and once to a script that starts itself', () => {
    expect(boundTo(makeFolder({ 'package.json': '{ // shop' }), 'npm test')).toEqual(['package.json'])
    expect(boundTo(makeFolder({ 'package.json': '[]' }), 'npm test')).toEqual(['package.json'])
    expect(scripts(makeFolder({ 'package.json': packageJson({ a: 'npm run a' }) }), 'npm run a')).toEqual(['a'])
  })

  describeOnPosix('what npm really runs is bound', () => {
    const log = (name: string) => `node -e "fs.appendFileSync(process.env.LOG, '${name}\\n')"`
    const names = ['pretest', 'test', 'posttest', 'preunit', 'unit', 'start', 'prestop', 'stop', 'restart', 'lint']
    const real = Object.fromEntries(names.map((name) => [name, log(name)]))

    test.each([
      [['test'], {}],
      [['--silent', 't'], {}],
      [['run', 'unit', '--', 'x'], {}],
      [['restart'], {}],
      [['restart'], { restart: undefined }],
      [['run', 'lint'], { lint: `npm run --silent unit && ${log('lint')}` }],
      [['--prefix', '.', 'run-script', '--if-present', 'unit'], {}],
    ])('npm %j %j', (args, more) => {
      const all = { ...real, ...more }
      const folder = makeFolder({ 'package.json': JSON.stringify({ scripts: all }) })
      const env = { ...plainEnv, LOG: join(folder.path, 'ran.txt'), npm_config_update_notifier: 'false' }
      execFileSync('npm', args, { cwd: folder.path, env, stdio: 'pipe' })
      const ran = folder.read('ran.txt').trim().split('\n')
      expect(ran.length).toBeGreaterThan(0)
      expect(scripts(folder, `npm ${args.join(' ')}`)).toEqual(expect.arrayContaining(ran))
    })
  })
})

describe('make is bound to the whole makefile', () => {
  const files = { Makefile: '', makefile: '', 'api/Makefile': '', 'api/other.mk': '', 'other.mk': '' }

  test.each([
    ['make', ['Makefile', 'makefile']],
    ['make check CC=gcc', ['Makefile', 'makefile']],
    ['gmake -k check', ['Makefile', 'makefile']],
    ['make -f other.mk check', ['other.mk']],
    ['make -fother.mk', ['other.mk']],
    ['make --file=other.mk --makefile Makefile', ['Makefile', 'other.mk']],
    ['make -C api', ['api/Makefile']],
    ['make -sC api check', ['api/Makefile']],
    ['make --directory=api -f other.mk', ['api/other.mk', 'other.mk']],
    ['bmake', ['Makefile', 'makefile']],
    ['timeout 9 /usr/bin/make', ['Makefile', 'makefile']],
    ['cmake .', []],
  ])('%s', (text, expected) => {
    // Some file systems have one name for both.
    const without = process.platform === 'linux' ? expected : expect.any(Array)
    expect(boundTo(makeFolder(files), text)).toEqual(without)
  })
})

describe('consent is lost', () => {
  const names = [
    'a.js',
    'b.js',
    'lib/c.js',
    'Makefile',
    '.npmrc',
    'README.md',
    'lib/d.txt',
    '.ai/task/plan.md',
  ] as const
  const scriptNames = ['pretest', 'test', 'posttest', 'build', 'other'] as const
  const texts = {
    'node a.js --config=lib/c.js': ['a.js', 'lib/c.js'],
    'npm test -- b.js': ['b.js', '.npmrc', 'pretest', 'test', 'posttest'],
    'make -k check': ['Makefile'],
    'timeout 9 npm run build': ['.npmrc', 'build'],
  } as const

  const world = fc.record({
    files: fc.record(Object.fromEntries(names.map((name) => [name, fc.string({ maxLength: 3 })]))),
    all: fc.record(Object.fromEntries(scriptNames.map((name) => [name, fc.string({ maxLength: 3 })]))),
  })
  const filesOf = ({ files, all }: { files: Record<string, string>; all: Record<string, string> }) => ({
    ...files,
    'package.json': JSON.stringify({ scripts: all }),
  })
  const kind = fc.constantFrom('run', 'shell')
  const text = fc.constantFrom(...(Object.keys(texts) as (keyof typeof texts)[]))

  test('by any change of what is bound, and by no other change of files', () => {
    const [one, other] = [makeFolder(), makeFolder()]
    const digest = (folder: Folder, command: PlannedCommand) => bindingOf(folder.path, command).digest
    fc.assert(
      fc.property(world, kind, text, fc.constantFrom(...names, ...scriptNames), (before, how, said, changed) => {
        const command = planned(said, { kind: how as 'run' | 'shell' })
        const { files, all } = before
        const isScript = (scriptNames as readonly string[]).includes(changed)
        const after = isScript
          ? { files, all: { ...all, [changed]: `${all[changed]}!` } }
          : { files: { ...files, [changed]: `${files[changed]}!` }, all }
        one.write(filesOf(before))
        other.write(filesOf(after))
        const isBound = (texts[said] as readonly string[]).includes(changed)
        expect(digest(one, command) !== digest(other, command)).toBe(isBound)
      }),
      { numRuns: often(1000) },
    )
  })

  test('by a file that is new, gone, or a folder now', () => {
    const folder = makeFolder({ 'package.json': packageJson({ test: '' }) })
    const digest = () => bindingOf(folder.path, planned('npm test -- a.js')).digest
    const without = digest()
    folder.write({ 'a.js': '' })
    const withFile = digest()
    folder.write({ '.npmrc': '' })
    expect(new Set([without, withFile, digest()]).size).toBe(3)
    folder.remove('a.js', '.npmrc')
    folder.write({ 'a.js/b': '' })
    expect(digest()).toBe(without)
  })
})

describe('what cannot be bound is a fault', () => {
  test('more than 64 files', () => {
    const list = Array.from({ length: 65 }, (_, index) => `f${index}.js`)
    const folder = makeFolder(Object.fromEntries(list.map((name) => [name, ''])))
    expect(bindingOf(folder.path, planned(`node ${list.slice(1).join(' ')}`)).fault).toBeUndefined()
    expect(bindingOf(folder.path, planned(`node ${list.join(' ')}`)).fault).toBe(
      'The command binds more than 64 files.',
    )
  })

  test('more than 16 MB', () => {
    const folder = makeFolder({ a: 'a'.repeat(9 * 2 ** 20), b: 'b'.repeat(8 * 2 ** 20) })
    expect(bindingOf(folder.path, planned('x a')).fault).toBeUndefined()
    expect(bindingOf(folder.path, planned('x a b')).fault).toBe('The command binds more than 16 MB.')
  })

  test('a command that needs a shell', () => {
    const { path } = makeFolder()
    expect(bindingOf(path, planned('a && b')).fault).toBe('`run:` has no shell, and it joins commands.')
    expect(bindingOf(path, planned('a && b', inShell)).fault).toBeUndefined()
  })
})

test('any text is bound, and changes nothing', () => {
  const folder = makeFolder({ 'a.js': '', 'package.json': packageJson({ test: 'x' }) })
  for (const text of [
    '='.repeat(10_240),
    'npm '.repeat(2560),
    `x ${'a=b::c:1@'.repeat(1000)}`,
    '\0',
    '/',
    '(('.repeat(99),
  ])
    for (const kind of ['run', 'shell'] as const)
      expect(bindingOf(folder.path, planned(text, { kind })).digest).toMatch(/^[0-9a-f]{64}$/)
})
