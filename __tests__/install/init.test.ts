import {
  chmodSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { filesUnder } from '../../src/disk/read'
import { type InstallContext, install, propose, takeOut as takeOutOf } from '../../src/install/init'
import { lookAt } from '../../src/install/pieces/look'
import type { Adapter } from '../../src/install/pieces/piece'
import type { Choices } from '../../src/install/pieces/record'
import { readInstalled } from '../../src/install/pieces/record'
import type { InstallReport } from '../../src/install/report'
import { Failure } from '../../src/text/failure'
import { bury, everyRefusal } from '../support/crash-points'
import { copyOf, type Folder, makeFolder, wholeTree } from '../support/folder'
import { isPosix, testOnPosix } from '../support/posix'
import { isProving } from '../support/proving'

const agent: Adapter = {
  name: 'scribe',
  title: 'Scribe',
  detect: (look) => look.isThere('.scribe'),
  pieces: () => [
    { do: 'file', path: '.scribe/skills/spell/SKILL.md', text: 'Cast.', comment: 'html' },
    { do: 'block', path: 'AGENTS.md', id: 'spell', text: 'Cast with care.', comment: 'html' },
    {
      do: 'keys',
      path: '.scribe/settings.json',
      keys: [{ at: ['hooks', 'Start'], value: { run: 'spell lumos' }, append: true }],
    },
  ],
}
const manager: Adapter = {
  name: 'plain',
  title: 'Git itself',
  detect: () => true,
  pieces: ({ hooksFolder = '' }) => [
    {
      do: 'file',
      path: join(hooksFolder, 'pre-commit'),
      text: '#!/bin/sh\nexit 0\n',
      comment: 'hash',
      executable: true,
      chain: join(hooksFolder, 'pre-commit.before-spell'),
    },
  ],
}
const all: Choices = { agents: ['scribe'], guard: 'plain' }

function groundOf(
  { path }: Folder,
  version = '1.0.0',
  adapters = { agents: [agent], managers: [manager] },
): InstallContext {
  const look = lookAt(path, { folder: join(path, '.git/hooks') }, {})
  return { root: path, look, now: new Date('2026-11-21T10:00:00Z'), wait: 0, version, adapters }
}
const putIn = (folder: Folder, choices = all, version?: string) =>
  install(groundOf(folder, version), { choices, purpose: 'init' }, false)
const update = (folder: Folder, ground = groundOf(folder)) =>
  install(ground, { choices: all, purpose: 'update' }, false)
const takeOut = (folder: Folder) => takeOutOf(groundOf(folder), false)

const team = {
  'AGENTS.md': '# Rules\r\nBe kind.',
  '.scribe/settings.json': '{\n    // ours\n    "model": "m",  "hooks": { "Start": [{"run": "a"}] }\n}',
  'package.json': '{\n\t"name": "x",\n\t"scripts": { "prepare": "husky" }\n}\n',
  '.git/hooks/pre-commit': '#!/usr/bin/env python3\nprint("é")\n',
}

const contentsOf = ({ path }: Folder): Record<string, string> =>
  Object.fromEntries(
    filesUnder(path, '.')
      .filter((file) => !file.startsWith('./.ai/.local/'))
      .map((file) => [file.slice(2), readFileSync(join(path, file), 'latin1')]),
  )

/** Everything but what stays by promise: the work in `.ai/`. */
const outside = (folder: Folder) =>
  Object.fromEntries(Object.entries(contentsOf(folder)).filter(([path]) => !path.startsWith('.ai/')))

test.each([
  ['an empty repository', { '.git/HEAD': '' }],
  ['a repository with files of its own', { ...team }],
])('what went into %s comes out byte for byte', async (_, files) => {
  const folder = makeFolder({ ...files, '.ai/task/plan.md': '# Plan\n' })
  const before = outside(folder)
  const { acts } = await putIn(folder)
  expect(acts.length).toBeGreaterThan(4)
  expect(outside(folder)).not.toEqual(before)
  await takeOut(folder)
  expect(outside(folder)).toEqual(before)
  expect(Object.keys(contentsOf(folder)).filter((path) => path.startsWith('.ai/'))).toEqual(['.ai/task/plan.md'])
  expect(existsSync(join(folder.path, '.scribe'))).toBe('.scribe/settings.json' in files)
})

test('a dry run says the same and writes nothing', async () => {
  const folder = makeFolder(team)
  const before = contentsOf(folder)
  const dry = await install(groundOf(folder), { choices: all, purpose: 'init' }, true)
  expect(contentsOf(folder)).toEqual(before)
  expect(dry).toEqual(await putIn(folder))
})

test('the hook that was there keeps its bytes and its rights under another name', async () => {
  const folder = makeFolder(team)
  const hook = join(folder.path, '.git/hooks/pre-commit')
  chmodSync(hook, 0o750)
  await putIn(folder)
  expect(readFileSync(`${hook}.before-spell`, 'utf8')).toBe(team['.git/hooks/pre-commit'])
  expect(statSync(`${hook}.before-spell`).mode & 0o777).toBe(0o750)
  if (isPosix) expect(statSync(hook).mode & 0o100).toBe(0o100)
  await takeOut(folder)
  expect(statSync(hook).mode & 0o777).toBe(0o750)
})

test.each([['where it was put in'], ['in a fresh copy of the record']])(
  'a hook that has taken the place of ours stays, and what that had renamed is named: %s',
  async (where) => {
    const folder = makeFolder(team)
    await putIn(folder)
    if (where !== 'where it was put in') rmSync(join(folder.path, '.ai/.local'), { recursive: true })
    folder.write({ '.git/hooks/pre-commit': '#!/bin/sh\necho other\n' })
    const { kept } = await takeOut(folder)
    expect(kept.map(({ path }) => path)).toEqual([join(folder.path, '.git/hooks/pre-commit.before-spell')])
    expect(folder.read('.git/hooks/pre-commit')).toBe('#!/bin/sh\necho other\n')
  },
)

test('what is only in this copy is recorded only here', async () => {
  const folder = makeFolder(team)
  await putIn(folder)
  const shared = readFileSync(join(folder.path, '.ai/installed.json'), 'utf8')
  expect(shared).not.toContain(folder.path)
  expect(readFileSync(join(folder.path, '.ai/.local/installed.json'), 'utf8')).toContain('pre-commit')
  expect(readInstalled(folder.path)?.files).toHaveLength(4)
})

test('a newer version replaces what was not changed, and names the rest', async () => {
  const folder = makeFolder(team)
  await putIn(folder)
  folder.write({ 'AGENTS.md': folder.read('AGENTS.md').replace('with care', 'my way') })
  const newer: Adapter = {
    ...agent,
    pieces: (...given) =>
      agent.pieces(...given).map((piece) => (piece.do === 'keys' ? piece : { ...piece, text: 'Cast better.' })),
  }
  const ground = groundOf(folder, '2.0.0', { agents: [newer], managers: [manager] })
  const report = await update(folder, ground)
  expect(report.acts).toEqual([
    { do: 'change', path: '.scribe/skills/spell/SKILL.md' },
    { do: 'change', path: '.ai/installed.json' },
  ])
  expect(report.kept).toEqual([
    { path: 'AGENTS.md', why: 'It was changed since, and stays.', diff: expect.stringContaining('-Cast my way.') },
  ])
  expect(folder.read('AGENTS.md')).toContain('Cast my way.')
  await takeOut(folder)
  expect(folder.read('AGENTS.md')).toContain('Cast my way.')
})

test('a newer version adds a key to those that are there, and takes it out, too', async () => {
  const folder = makeFolder(team)
  await putIn(folder)
  const stop = { at: ['hooks', 'Stop'], value: { run: 'spell guard stop' }, append: true }
  const newer: Adapter = {
    ...agent,
    pieces: (...given) =>
      agent.pieces(...given).map((piece) => (piece.do === 'keys' ? { ...piece, keys: [...piece.keys, stop] } : piece)),
  }
  await update(folder, groundOf(folder, '2.0.0', { agents: [newer], managers: [manager] }))
  const { hooks } = parse(folder.read('.scribe/settings.json'))
  expect(hooks).toEqual({ Start: [{ run: 'a' }, { run: 'spell lumos' }], Stop: [{ run: 'spell guard stop' }] })
  await takeOut(folder)
  expect(folder.read('.scribe/settings.json')).toBe(team['.scribe/settings.json'])
})

test('what a user has taken out stays out with an update, and comes back with init', async () => {
  const folder = makeFolder(team)
  await putIn(folder)
  folder.write({ 'AGENTS.md': '# Rules\n' })
  folder.remove('.scribe/skills/spell/SKILL.md')
  expect((await update(folder)).acts).toEqual([])
  expect(folder.read('AGENTS.md')).toBe('# Rules\n')
  expect((await putIn(folder)).acts.map(({ path }) => path).sort()).toEqual([
    '.ai/installed.json',
    '.scribe/skills/spell/SKILL.md',
    'AGENTS.md',
  ])
})

test('text that came around ours since stays when ours goes', async () => {
  const folder = makeFolder(team)
  await putIn(folder)
  folder.write({ 'AGENTS.md': `# Title\r\n${folder.read('AGENTS.md')}More.\r\n` })
  const settings = folder.read('.scribe/settings.json').replace('"m"', '"n"')
  folder.write({ '.scribe/settings.json': settings, '.scribe/mine.md': 'mine' })
  await takeOut(folder)
  expect(folder.read('AGENTS.md')).toBe('# Title\r\n# Rules\r\nBe kind.\r\n\r\nMore.\r\n')
  expect(folder.read('.scribe/settings.json')).toBe(team['.scribe/settings.json'].replace('"m"', '"n"'))
  expect(folder.read('.scribe/mine.md')).toBe('mine')
})

test('a file that was made for us stays where a user has written into it', async () => {
  const folder = makeFolder({ '.git/HEAD': '' })
  await putIn(folder)
  folder.write({ 'AGENTS.md': `${folder.read('AGENTS.md')}\nOur own rule.\n` })
  await takeOut(folder)
  expect(folder.read('AGENTS.md').trim()).toBe('Our own rule.')
})

test('an agent that is chosen no more takes its files with it', async () => {
  const folder = makeFolder(team)
  await putIn(folder, all)
  await putIn(folder, { ...all, agents: [] })
  expect(folder.read('AGENTS.md')).toBe(team['AGENTS.md'])
  expect(readInstalled(folder.path)?.files.map(({ path }) => path)).toEqual([
    join(folder.path, '.git/hooks/pre-commit'),
  ])
})

test('files of others, and files that cannot take it, stay and are reported', async () => {
  const folder = makeFolder({
    '.scribe/skills/spell/SKILL.md': 'mine',
    '.scribe/settings.json': '{ "hooks": 3 }',
    'package.json': '{',
    '.git/HEAD': '',
  })
  writeFileSync(join(folder.path, 'AGENTS.md'), Buffer.from([0xff, 0xfe, 0x41]))
  const { acts, kept } = await putIn(folder)
  expect(acts.map(({ path }) => path)).toEqual([join(folder.path, '.git/hooks/pre-commit'), '.ai/installed.json'])
  expect(kept.map(({ path, why }) => `${path}: ${why}`)).toEqual([
    '.scribe/skills/spell/SKILL.md: Something else is there, and stays.',
    'AGENTS.md: AGENTS.md is no text.',
    '.scribe/settings.json: Something else is there, and stays.',
  ])
})

testOnPosix('a file that is a link is changed where it lies, and stays a link', async () => {
  const folder = makeFolder({ 'docs/agents.md': '# Rules\n', '.git/HEAD': '' })
  symlinkSync('docs/agents.md', join(folder.path, 'AGENTS.md'))
  await putIn(folder)
  expect(lstatSync(join(folder.path, 'AGENTS.md')).isSymbolicLink()).toBe(true)
  expect(folder.read('docs/agents.md')).toContain('Cast with care.')
  await takeOut(folder)
  expect(folder.read('docs/agents.md')).toBe('# Rules\n')
})

test('what the repository shows is proposed, and what is recorded before that', async () => {
  const folder = makeFolder({ '.scribe/x': '', '.git/HEAD': '' })
  expect(propose(groundOf(folder), undefined).choices).toMatchObject({ agents: ['scribe'], guard: 'plain' })
  await putIn(folder, { ...all, agents: [] })
  expect(propose(groundOf(folder), readInstalled(folder.path)).choices).toEqual({ ...all, agents: [] })
})

test('what was begun and stopped is finished by the next try', async () => {
  const folder = makeFolder(team)
  await putIn(folder)
  const done = contentsOf(folder)
  // As if stopped after the record was written, and after the first file.
  folder.write({ 'AGENTS.md': team['AGENTS.md'], 'package.json': team['package.json'] })
  renameSync(join(folder.path, '.git/hooks/pre-commit.before-spell'), join(folder.path, '.git/hooks/pre-commit'))
  await putIn(folder)
  expect(contentsOf(folder)).toEqual(done)
})

describe('on a disk that refuses something', () => {
  const begin = () => makeFolder({ ...team, 'notes.md': '' })
  const enters = (folder: Folder) => putIn(folder)
  /** Everything but the lock, which another takes over where it could not be removed. */
  const whole = ({ path }: Folder) =>
    Object.fromEntries(Object.entries(wholeTree(path)).filter(([name]) => !name.startsWith('.ai/.local/lock')))

  test('init does all or nothing', async () => {
    const before = whole(begin())
    const codes = isProving ? ['ENOSPC', 'EACCES'] : ['ENOSPC']
    const points = await everyRefusal(begin, enters, { codes, lasting: false }, async (folder, outcome) => {
      if (outcome instanceof Failure) expect(whole(folder)).toEqual(before)
      bury(folder)
      await putIn(folder)
      await takeOut(folder)
      expect(outside(folder)).toEqual(outside(begin()))
    })
    expect(points).toBeGreaterThan(30 * codes.length)
  })

  test('what init has begun, if nothing can be taken back either, uninstall takes out', async () => {
    await everyRefusal(begin, enters, { codes: ['ENOSPC'], lasting: true }, async (folder, outcome) => {
      if (outcome instanceof Failure) expect(outcome.exitCode).toBe(1)
      bury(folder)
      if (readInstalled(folder.path)) await takeOut(folder)
      else await putIn(folder).then(() => takeOut(folder))
      expect(outside(folder)).toEqual(outside(begin()))
    })
  })

  test('uninstall takes out the rest, names what it could not, and a second one takes out that', async () => {
    const installed = async () => {
      const folder = begin()
      await putIn(folder)
      return folder
    }
    await everyRefusal(installed, takeOut, { codes: ['EACCES'], lasting: false }, async (folder, outcome) => {
      const { kept = [] } = outcome as Partial<InstallReport>
      const left = kept.filter(({ code }) => code)
      expect(left.length).toBeLessThanOrEqual(1)
      for (const { path, fix } of left)
        expect(fix && readInstalled(folder.path)?.files.some((one) => one.path === path)).toBe(true)
      bury(folder)
      await takeOut(folder)
      // An empty folder that cannot be removed is nothing that git would see.
      expect(contentsOf(folder)).toEqual(contentsOf(begin()))
    })
  })
})

describe('what is recorded', () => {
  const own = '.ai/.local/installed.json'

  test.each([
    ['.ai/installed.json', { path: '/home/kim/.bashrc' }],
    ['.ai/installed.json', { path: 'C:\\Users\\kim\\profile.ps1' }],
    ['.ai/installed.json', { path: '../other/AGENTS.md' }],
    ['.ai/installed.json', { path: '.git/config' }],
    ['.ai/installed.json', { path: 'vendor\\.GIT\\config' }],
    ['.ai/installed.json', { path: 'git:hooks/pre-commit' }],
    ['.ai/installed.json', { path: 'AGENTS.md', chain: '../other/AGENTS.md' }],
    [own, { path: '/home/kim/.bashrc' }],
    [own, { path: 'git:config' }],
    [own, { path: 'git:../pre-commit/../../other/.git/hooks/pre-commit' }],
    [own, { path: 'git:hooks/pre-commit', before: { offset: 0, removed: 'evil', inserted: 0 } }],
    [own, { path: 'git:hooks/pre-commit', keys: [] }],
    [own, { path: 'AGENTS.md' }],
  ])('in %s leads to nothing that init would never write: %j', async (record, filed) => {
    const files = [{ whole: '0123456789ab', before: null, ...filed }]
    const folder = makeFolder({ '.git/HEAD': '', [record]: JSON.stringify({ version: '1', choices: all, files }) })
    await expect(takeOut(folder)).rejects.toMatchObject({ exitCode: 5, code: 'installed-unreadable' })
  })

  test('goes with a repository that is moved, and with a copy', async () => {
    const folder = makeFolder(team)
    await putIn(folder)
    const copy = copyOf(folder)
    await takeOut(copy)
    expect(copy.read('.git/hooks/pre-commit')).toBe(team['.git/hooks/pre-commit'])
    expect(folder.read('.git/hooks/pre-commit')).toContain('spell:file')
  })
})

describe('what cannot be told apart from what is not ours', () => {
  test('stays where JSON is broken, and goes when it is fixed', async () => {
    const folder = makeFolder(team)
    const before = outside(folder)
    await putIn(folder)
    const whole = folder.read('.scribe/settings.json')
    folder.write({ '.scribe/settings.json': whole.slice(1) })
    const { kept } = await takeOut(folder)
    expect(kept).toMatchObject([
      { path: '.scribe/settings.json', code: 'not-json', fix: 'git diff .scribe/settings.json' },
    ])
    folder.write({ '.scribe/settings.json': whole })
    expect((await takeOut(folder)).kept).toEqual([])
    expect(contentsOf(folder)).toEqual(before)
  })
})
