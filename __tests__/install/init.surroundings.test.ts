import { chmodSync, lstatSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { examineInstalled } from '../../src/check/doctor/look'
import { ignoredFiles } from '../../src/check/repository-rules'
import type { Piece } from '../../src/install/agents/piece'
import { hookRunners } from '../../src/install/hook-managers/runners'
import { type InstallContext, install, propose, takeOut } from '../../src/install/init'
import { lookAt } from '../../src/install/pieces/look'
import type { Adapter } from '../../src/install/pieces/piece'
import { lackingIn } from '../../src/install/report'
import { notCalled } from '../../src/install/try-out'
import { asRunNow, awayFromFormatters } from '../../src/install/wanted'
import { exit, Failure } from '../../src/text/failure'
import { type Folder, makeFolder, makeRepository, snapshot } from '../support/folder'
import { hookTexts } from '../support/guard-script'
import { testOnPosix } from '../support/posix'

const agentAt = (name: string, ...pieces: Piece[]): Adapter => ({
  name,
  title: name,
  detect: () => true,
  pieces: () => pieces,
})
const skillAt = (folder: string): Piece => ({
  do: 'file',
  path: `${folder}/skills/spell/SKILL.md`,
  text: `Of ${folder}.`,
  comment: 'html',
})
const settings: Piece = {
  do: 'keys',
  path: '.claude/settings.json',
  keys: [{ at: ['hooks', 'Stop'], value: { run: 'x' }, append: true }],
}
const agents = [agentAt('claude', skillAt('.claude'), settings), agentAt('codex', skillAt('.agents'))]

const groundIn = ({ path }: Folder, hooksPath?: string): InstallContext => ({
  root: path,
  look: lookAt(path, { folder: join(path, hooksPath ?? '.git/hooks'), ...(hooksPath && { path: hooksPath }) }, {}),
  now: new Date('2026-11-21T10:00:00Z'),
  wait: 0,
  version: '1.0.0',
  adapters: { agents, managers: hookRunners(hookTexts) },
})
const choicesOf = (guard: string, names: readonly string[] = []) => ({
  agents: names,
  guard,
})
const putIn = (ground: InstallContext, guard: string, names?: readonly string[]) =>
  install(ground, { choices: choicesOf(guard, names), purpose: 'init' }, false)
const found = async (ground: InstallContext) =>
  (await examineInstalled(ground, {})).map(({ code, where, fix }) => [code, where, fix])

const huskys = { '.husky/_/pre-commit': '#!/bin/sh\n. "$(dirname "$0")/h"\n', '.husky/pre-commit': 'npm test\n' }
const lefthooks = { '.git/hooks/pre-commit': '#!/bin/sh\ncall_lefthook run "pre-commit" "$@"\n' }

describe('a hook manager that comes later', () => {
  test('is seen by what git runs, whatever was recorded, and then has the guard', async () => {
    const folder = makeFolder()
    await putIn(groundIn(folder), 'git')
    folder.write(huskys)
    const ground = groundIn(folder, '.husky/_')
    expect(await found(ground)).toEqual([['hook-missing', '.husky/_/pre-commit', 'spell init']])
    const { guard } = asRunNow(ground.look, ground.adapters, choicesOf('git'))
    await putIn(ground, guard)
    expect(folder.read('.husky/pre-commit')).toMatch(/^# spell:begin guard[\s\S]*# spell:end guard\nnpm test\n/)
    expect(folder.read('.husky/_/pre-commit')).toBe(huskys['.husky/_/pre-commit'])
    chmodSync(join(folder.path, '.husky/_/pre-commit'), 0o755)
    // Where these tests run, no program has that name.
    expect((await found(ground)).map(([code]) => code)).toEqual(['hook-broken'])
  })

  test('nothing is put into the folder that Husky writes, and nothing is renamed in it', async () => {
    const folder = makeFolder(huskys)
    const before = snapshot(folder.path)
    await expect(putIn(groundIn(folder, '.husky/_'), 'git')).rejects.toMatchObject({ fix: 'spell init --guard husky' })
    expect(snapshot(folder.path)).toEqual(before)
  })

  test('Lefthook, which moves a hook away that it finds, is seen as well', () => {
    const { look, adapters } = groundIn(makeFolder(lefthooks))
    expect(asRunNow(look, adapters, choicesOf('git')).guard).toBe('lefthook')
  })

  test('a chosen manager that git no longer asks is told, with the one that it asks', () => {
    const ground = groundIn(makeFolder({ ...lefthooks, '.pre-commit-config.yaml': 'repos: []\n' }))
    expect(notCalled(ground, choicesOf('pre-commit'))).toMatchObject([{ fix: 'spell init --guard lefthook' }])
  })

  test.each([
    [
      'in a new worktree, which has no packages yet',
      {},
      'Install the packages of this repository, then: npx --no-install husky.',
    ],
    ['where its program is', { 'node_modules/.bin/husky': '' }, 'npx --no-install husky'],
  ])('a manager that git does not call is told with what works %s', (_, files, fix) => {
    const ground = groundIn(makeFolder({ '.husky/pre-commit': '', ...files }), '.husky/_')
    expect(notCalled(ground, choicesOf('husky'))).toMatchObject([{ fix }])
  })

  test.each([
    ['Husky 4', '#!/bin/sh\n# Created by Husky v4\n. "$(dirname "$0")/husky.sh"\n'],
    ['Overcommit', '#!/usr/bin/env ruby\nhook_type = File.basename($0)\n'],
    ['a folder for each hook', '#!/bin/sh\nfor one in "$0.d"/*; do "$one" || exit; done\n'],
  ])(
    'a hook that goes by its own name, as that of %s, is not renamed, and the guard is lacking',
    async (name, text) => {
      const dependencies = name === 'Husky 4' ? '{ "husky": "4" }' : '{}'
      const folder = makeFolder({ '.git/hooks/pre-commit': text, 'package.json': `{"dependencies":${dependencies}}` })
      const ground = groundIn(folder)
      expect(lackingIn(await putIn(ground, propose(ground, undefined).choices.guard))).toHaveLength(1)
      expect(folder.read('.git/hooks/pre-commit')).toBe(text)
      expect((await found(ground)).map(([code]) => code)).toEqual(['installed-blocked'])
    },
  )

  test('a hook that its manager has written again over ours is found, and is called as before once ours is back', async () => {
    const yorkies = '#!/bin/sh\n#yorkie 2.0.0\nnpm test\n'
    const folder = makeFolder({ '.git/hooks/pre-commit': yorkies })
    await putIn(groundIn(folder), 'git')
    const ours = folder.read('.git/hooks/pre-commit')
    folder.write({ '.git/hooks/pre-commit': yorkies })
    expect((await found(groundIn(folder))).map(([code]) => code)).toEqual(['hook-missing'])
    await putIn(groundIn(folder), 'git')
    expect(folder.read('.git/hooks/pre-commit')).toBe(ours)
    expect(folder.read('.git/hooks/pre-commit.before-spell')).toBe(yorkies)
    folder.write({ '.git/hooks/pre-commit': `${yorkies}# of a newer version\n` })
    expect((await found(groundIn(folder))).map(([code]) => code)).toEqual(['installed-blocked'])
    folder.write({ '.git/hooks/pre-commit': `${yorkies}spell guard pre-commit\n` })
    expect(lackingIn(await putIn(groundIn(folder), 'git'))).toEqual([])
  })

  test('Husky 8, of which git runs the scripts of the team themselves, is seen', async () => {
    const folder = makeFolder({ 'web/.husky/pre-commit': '#!/usr/bin/env sh\nnpm test\n' })
    const ground = groundIn(folder, 'web/.husky')
    expect(asRunNow(ground.look, ground.adapters, choicesOf('git')).guard).toBe('husky')
    await putIn(ground, 'husky')
    expect(folder.read('web/.husky/pre-commit')).toContain('spell:begin guard')
    const mode = { why: expect.stringMatching(/^git does not run it/), fix: 'chmod +x web/.husky/pre-commit' }
    if (process.platform !== 'win32') expect(notCalled(ground, choicesOf('husky'))).toMatchObject([mode])
    chmodSync(join(folder.path, 'web/.husky/pre-commit'), 0o755)
    expect(notCalled(ground, choicesOf('husky'))).toEqual([])
  })

  test('the guard itself, which knows of hook managers, is none', async () => {
    const ground = groundIn(makeFolder())
    await putIn(ground, 'git')
    expect(asRunNow(ground.look, ground.adapters, choicesOf('git')).guard).toBe('git')
  })

  test('a hook of the team that no manager has made is nobody’s', () => {
    const { look, adapters } = groundIn(makeFolder({ '.git/hooks/pre-commit': '#!/bin/sh\nmake lint\n' }))
    expect(asRunNow(look, adapters, choicesOf('git')).guard).toBe('git')
  })
})

describe('the program pre-commit', () => {
  const config = (head: string) => ({ '.pre-commit-config.yaml': `${head}repos:\n- repo: local\n  hooks: []\n` })
  test.each([
    ['default_stages: [pre-push]\n', 'stages: [pre-commit]'],
    ['default_stages:\n- push\n', 'stages: [commit]'],
  ])('gets the stage in a repository with %j, in the words of its version', async (head, stage) => {
    const folder = makeFolder(config(head))
    await putIn(groundIn(folder), 'pre-commit')
    expect(folder.read('.pre-commit-config.yaml')).toContain(`      ${stage}\n`)
  })

  test.each(['', 'default_stages: [pre-commit, pre-push]\n'])('needs none with %j', async (head) => {
    const folder = makeFolder(config(head))
    await putIn(groundIn(folder), 'pre-commit')
    expect(folder.read('.pre-commit-config.yaml')).not.toContain('      stages:')
  })
})

testOnPosix.each([
  ['the skills', '.claude/skills', '../.agents/skills'],
  ['the folder of an agent', '.claude', '.agents'],
])('where %s are a link, one file is written, recorded for both, and taken out', async (_, link, to) => {
  const folder = makeFolder({ '.agents/skills/README.md': 'x\n', ...(link !== '.claude' && { '.claude/x': '' }) })
  symlinkSync(to, join(folder.path, link))
  const before = snapshot(folder.path)
  const ground = groundIn(folder)
  const { acts } = await putIn(ground, 'none', ['claude', 'codex'])
  expect(acts.filter(({ path }) => path.endsWith('SKILL.md'))).toHaveLength(1)
  expect(lstatSync(join(folder.path, link)).isSymbolicLink()).toBe(true)
  expect(folder.read('.ai/installed.json').match(/SKILL\.md/g)).toHaveLength(2)
  expect(await found(ground)).toEqual([])
  expect((await putIn(ground, 'none', ['claude', 'codex'])).acts).toEqual([])
  await takeOut(ground, false)
  expect(snapshot(folder.path)).toEqual(before)
})

describe('a file that cannot be written', () => {
  test('a byte order mark is read past, and stays', async () => {
    const text = '\uFEFF{ "permissions": { "allow": [] } }\n'
    const folder = makeFolder({ '.claude/settings.json': text })
    const ground = groundIn(folder)
    expect(lackingIn(await putIn(ground, 'none', ['claude']))).toEqual([])
    expect(folder.read('.claude/settings.json')).toMatch(/^\uFEFF\{.*"hooks"/s)
    await takeOut(ground, false)
    expect(folder.read('.claude/settings.json')).toBe(text)
  })

  test.each([
    ['no JSON', '{ "a": }\n'],
    ['a list where the hooks go', '{ "hooks": [] }\n'],
    ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le').toString('latin1')],
  ])('%s is lacking: init says so, and the doctor as long as it is there', async (_, text) => {
    const folder = makeFolder()
    folder.write({ '.claude/settings.json': text })
    const ground = groundIn(folder)
    if (text.includes('\0')) writeFileSync(join(folder.path, '.claude', 'settings.json'), text, 'latin1')
    const report = await putIn(ground, 'none', ['claude'])
    expect(lackingIn(report).map(({ path }) => path)).toEqual(['.claude/settings.json'])
    expect((await found(ground)).map(([code, where]) => [code, where])).toEqual([
      ['installed-blocked', '.claude/settings.json'],
    ])
  })

  test('a line that the user has added to a configuration by hand is enough', async () => {
    const folder = makeFolder({ 'lefthook.toml': '' })
    expect(lackingIn(await putIn(groundIn(folder), 'lefthook'))).toHaveLength(1)
    folder.write({ 'lefthook.toml': '[[pre-commit.jobs]]\nrun = "[ ! -f .ai/guard.sh ] || sh .ai/guard.sh"\n' })
    expect(lackingIn(await putIn(groundIn(folder), 'lefthook'))).toEqual([])
  })
})

test('what git refuses, as in the folder of another owner, is the doctor’s first finding', async () => {
  const refusedByGit = new Failure(exit.system, 'git-failed', 'dubious ownership', 'git config --global …')
  expect(await found({ ...groundIn(makeFolder()), refusedByGit })).toEqual([['git-refuses', '.', refusedByGit.fix]])
})

describe('what git ignores', () => {
  const rules = async (files: Readonly<Record<string, string>>, written?: readonly string[]) =>
    (await ignoredFiles(makeRepository(files).path, {}, written)).map(({ where, line }) => [where, line])

  test.each([
    ['the whole record', { '.gitignore': 'dist\n.ai/\n' }, ['.gitignore', 2]],
    ['a part of it', { '.gitignore': '*.jsonl\n' }, ['.gitignore', 1]],
    ['in an ignore file of its own', { '.ai/.gitignore': 'tasks/\n' }, ['.ai/.gitignore', 1]],
    ['for this clone alone', { '.git/info/exclude': '.ai\n' }, ['.git/info/exclude', 1]],
  ])('%s is told once, with the line', async (_, files, place) => {
    expect(await rules(files)).toEqual([place])
  })

  test.each([
    ...['.ai/task', '.ai/work', '.ai/work/shop', '.ai/archive', '.ai/discovery', '.ai/discovery-archive'],
    ...['.ai/collab', '.ai/collab/archive', '.ai/hope', '.ai/workflows'],
  ])('what a later step writes into %s is told before, by its path and by its name', async (folder) => {
    const name = folder.slice(folder.lastIndexOf('/') + 1)
    const shop = { '.ai/work/shop/state.json': '{}' }
    expect(await rules({ '.gitignore': `/${folder}/\n`, ...shop })).toEqual([['.gitignore', 1]])
    expect(await rules({ '.gitignore': `${name}/\n`, ...shop })).toEqual([['.gitignore', 1]])
    expect(await rules({ '.gitignore': `${name}/\n!.ai/\n!.ai/**\n`, ...shop })).toEqual([])
  })

  test('the files of an agent are told', async () => {
    expect(await rules({ '.gitignore': '.claude/\n' }, ['.claude/settings.json', '.claude/x'])).toEqual([
      ['.gitignore', 1],
    ])
  })

  testOnPosix('also where links lead to them', async () => {
    const folder = makeRepository({ '.gitignore': '.agents/\n', '.agents/skills/a': '' })
    symlinkSync('.agents', join(folder.path, '.claude'))
    const found = await ignoredFiles(folder.path, {}, ['.claude/skills/spell/SKILL.md'])
    expect(found.map(({ where, line }) => [where, line])).toEqual([['.gitignore', 1]])
  })

  test('what a later line takes back is not ignored, and what is followed twice is well', async () => {
    expect(await rules({ '.gitignore': '.ai/*\n!.ai/*/\n' })).toEqual([])
    expect(await rules({})).toEqual([])
    expect(await rules({ '.gitignore': '.ai/\n*.jsonl\n!.ai/\n!.ai/**\n' })).toEqual([])
  })
})

describe('formatters', () => {
  const away = (files: Readonly<Record<string, string>>) =>
    awayFromFormatters(groundIn(makeFolder(files)).look).map(({ path }) => path)
  test.each([
    [
      'Prettier among the packages',
      { 'package.json': '\uFEFF{"devDependencies":{"prettier":"3"}}' },
      ['.prettierignore'],
    ],
    ['settings of Prettier alone', { '.prettierrc.json': '{}' }, ['.prettierignore']],
    ['Oxfmt, which reads the same file', { 'package.json': '{"devDependencies":{"oxfmt":"1"}}' }, ['.prettierignore']],
    ['a line that is there already', { '.prettierignore': 'dist\n/.ai/\n' }, []],
    ['no formatter', { 'package.json': '{}' }, []],
  ])('%s', (_, files, paths) => {
    expect(away(files)).toEqual(paths)
  })
})
