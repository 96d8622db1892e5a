import { join } from 'node:path'
import { parse } from 'yaml'
import { hookRunners } from '../../../../src/install/hook-managers/runners'
import { install, takeOut } from '../../../../src/install/init'
import { lookAt } from '../../../../src/install/pieces/look'
import type { Choices } from '../../../../src/install/pieces/record'
import { copyOf, type Folder, makeFolder } from '../../../support/folder'
import { hookTexts } from '../../../support/guard-script'

const managers = hookRunners(hookTexts)
type Config = { readonly hooksPath?: string }

const lookIn = ({ path }: Folder, { hooksPath }: Config = {}) =>
  lookAt(path, { folder: join(path, hooksPath ?? '.git/hooks'), ...(hooksPath && { path: hooksPath }) }, {})

const groundIn = (folder: Folder, config: Config = {}, texts = hookTexts) => ({
  root: folder.path,
  look: lookIn(folder, config),
  now: new Date(),
  wait: 0,
  version: '1.0.0',
  adapters: { agents: [], managers: hookRunners(texts) },
})

function act(folder: Folder, choices: Choices | undefined, config: Config = {}) {
  const ground = groundIn(folder, config)
  return choices ? install(ground, { choices, purpose: 'init' }, false) : takeOut(ground, false)
}
const putIn = (folder: Folder, guard: string, config: Config = {}) => act(folder, { agents: [], guard }, config)

const packageWith = (name: string) => ({ 'package.json': JSON.stringify({ devDependencies: { [name]: '1' } }) })

test.each<[what: string, files: Record<string, string>, config: Config, first: string]>([
  ['nothing', {}, {}, 'git'],
  ['a folder of hooks of its own', {}, { hooksPath: '.githooks' }, 'hooks-path'],
  ['Husky, set up', {}, { hooksPath: '.husky/_' }, 'husky'],
  ['Husky elsewhere', {}, { hooksPath: 'tools/husky/_/' }, 'husky'],
  ['the hooks of Husky in a fresh clone', { '.husky/pre-commit': '' }, {}, 'husky'],
  ['Husky among the packages', packageWith('husky'), {}, 'husky'],
  ['Lefthook', { 'lefthook.yml': '' }, {}, 'lefthook'],
  ['Lefthook, hidden', { '.lefthook.toml': '' }, {}, 'lefthook'],
  ['Lefthook in .config', { '.config/lefthook.json': '{}' }, {}, 'lefthook'],
  ['pre-commit', { '.pre-commit-config.yaml': '' }, {}, 'pre-commit'],
  ['a package.json that is broken', { 'package.json': '{' }, {}, 'git'],
])('what a repository shows %s', (_, files, config, first) => {
  const look = lookIn(makeFolder(files), config)
  expect(managers.filter((manager) => manager.detect(look)).map(({ name }) => name)[0]).toBe(first)
})

/** Configurations as teams write them; each gets the guard, and loses it again. */
// biome-ignore format: a case is a line
const written: readonly (readonly [what: string, guard: string, files: Readonly<Record<string, string>>])[] = [
  ['Husky without hooks', 'husky', { 'package.json': '{"devDependencies":{"husky":"9"}}' }],
  ['Husky with a hook', 'husky', { '.husky/pre-commit': 'npx lint-staged' }],
  ['Husky with a hook that ends itself', 'husky', { '.husky/pre-commit': '#!/bin/sh\nnpm test\nexit 0\n' }],
  ['Lefthook with commands', 'lefthook', { 'lefthook.yml': 'pre-commit:\n  commands:\n    a:\n      run: a\npre-push:\n  jobs:\n    - run: b\n' }],
  ['Lefthook with jobs', 'lefthook', { 'lefthook.yml': '# ours\npre-commit:\n  parallel: true\n  jobs:\n    - run: |\n        a\n        b\n\n    # more\n' }],
  ['Lefthook with scripts', 'lefthook', { '.lefthook.yaml': 'pre-commit:\n  scripts:\n    a.sh:\n      runner: sh\n' }],
  ['Lefthook with other hooks', 'lefthook', { 'lefthook.yml': 'pre-push:\n  jobs:\n    - run: b' }],
  ['Lefthook with the line endings of Windows', 'lefthook', { 'lefthook.yml': '# Checks\r\npre-commit:\r\n  commands:\r\n    lint:   # all of it\r\n      run: npx eslint {staged_files}\r\n' }],
  ['Lefthook with the whole commented out', 'lefthook', { 'lefthook.yml': '# pre-commit:\n#   jobs: []\n' }],
  ['pre-commit', 'pre-commit', { '.pre-commit-config.yaml': 'repos:\n-   repo: https://example.com/a\n    rev: v1\n    hooks:\n    -   id: a\n' }],
  ['pre-commit with more after it', 'pre-commit', { '.pre-commit-config.yaml': 'default_stages: [commit]\nrepos:\n  - repo: local\n    hooks:\n      - id: a # x\n\nfail_fast: true\n' }],
  ['git', 'git', { '.git/hooks/pre-commit': '#!/usr/bin/env python3\n' }],
  ['git without hooks', 'git', {}],
]

describe.each(written)('%s', (_, guard, files) => {
  const contentsOf = (folder: Folder) =>
    Object.fromEntries(Object.entries(folder.contents('')).filter(([path]) => !path.includes('.ai/')))

  test('gets it, once, and gives it back', async () => {
    const folder = makeFolder(files)
    const before = contentsOf(folder)
    expect(await putIn(folder, guard)).toMatchObject({ kept: [] })
    const after = contentsOf(folder)
    expect(after).not.toEqual(before)
    expect(await putIn(folder, guard)).toMatchObject({ acts: [], kept: [] })
    expect(contentsOf(folder)).toEqual(after)
    await act(folder, undefined)
    expect(contentsOf(folder)).toEqual(before)
  })
})

test.each(written)(
  '%s gets the scripts of today for earlier ones, unless they were edited',
  async (_, guard, files) => {
    const choices = { agents: [], guard }
    const update = (folder: Folder) => install(groundIn(folder), { choices, purpose: 'update' }, false)
    const earlier = {
      ...hookTexts,
      guard: `${hookTexts.guard}# Earlier.\n`,
    }
    const [fresh, folder] = [makeFolder(files), makeFolder(files)]
    await putIn(fresh, guard)
    await install(groundIn(folder, {}, earlier), { choices, purpose: 'init' }, false)
    const edited = copyOf(folder)
    expect(await update(folder)).toMatchObject({ kept: [] })
    expect(folder.contents('')).toEqual(fresh.contents(''))
    const script = guard === 'git' ? '.git/hooks/pre-commit' : '.ai/guard.sh'
    edited.write({ [script]: `${edited.read(script)}echo mine\n` })
    expect((await update(edited)).kept).toMatchObject([{ path: expect.stringContaining(script) }])
    expect(edited.read(script)).toMatch(/echo mine\n$/)
  },
)

// biome-ignore format: a case is a line
test.each<[guard: string, files: Record<string, string>, why: RegExp]>([
  ['lefthook', { 'lefthook.yml': 'pre-commit: { jobs: [] }\n' }, /not written in lines/],
  ['lefthook', { 'lefthook.yml': 'pre-commit: [\n' }, /not valid YAML in line/],
  ['lefthook', { 'lefthook.toml': '' }, /not YAML; add a job with: run = "/],
  ['lefthook', { 'lefthook.json': '{}' }, /not YAML/],
  ['pre-commit', { '.pre-commit-config.yaml': 'repos: []\n' }, /not written in lines/],
  ['husky', { '.husky/pre-commit': '#!/usr/bin/env node\nprocess.exit(0)\n' }, /no script of a shell \(#!\/usr\/bin\/env node\)/],
])('what cannot be added to is told %s, %j', async (guard, files, why) => {
  const folder = makeFolder(files)
  const { kept } = await putIn(folder, guard)
  expect(kept).toMatchObject([{ path: Object.keys(files)[0], why: expect.stringMatching(why) }])
  expect(folder.read(Object.keys(files)[0] ?? '')).toBe(Object.values(files)[0])
})

describe('where it goes', () => {
  test('Lefthook: a job among jobs, a command among commands', async () => {
    const jobs = makeFolder({ 'lefthook.yml': 'pre-commit:\n  jobs:\n    - run: a\n' })
    await putIn(jobs, 'lefthook')
    expect(parse(jobs.read('lefthook.yml'))['pre-commit'].jobs).toEqual([
      { run: 'a' },
      { name: 'spell-guard', run: '[ ! -f .ai/guard.sh ] || sh .ai/guard.sh' },
    ])
    const commands = makeFolder({ 'lefthook.yml': 'pre-commit:\n  commands:\n    a: { run: a }\n' })
    await putIn(commands, 'lefthook')
    expect(Object.keys(parse(commands.read('lefthook.yml'))['pre-commit'].commands)).toEqual(['a', 'spell-guard'])
  })

  test('Husky: in the folder that it was set up with, before whatever may end the script', async () => {
    const folder = makeFolder({ 'tools/husky/pre-commit': 'npm test\nexec npx lint-staged\n' })
    await putIn(folder, 'husky', { hooksPath: 'tools/husky/_' })
    expect(folder.read('tools/husky/pre-commit')).toMatch(
      /^# spell:begin[\s\S]*# spell:end guard\nnpm test\nexec npx lint-staged\n$/,
    )
  })

  test('Husky: after the lines that start its script', async () => {
    const folder = makeFolder({ '.husky/pre-commit': '#!/usr/bin/env sh\n. "$(dirname "$0")/_/husky.sh"\n\nexit 0\n' })
    await putIn(folder, 'husky', { hooksPath: '.husky' })
    expect(folder.read('.husky/pre-commit')).toMatch(/^#!.*\n\. .*\n# spell:begin[\s\S]*# spell:end guard\n\nexit 0\n$/)
  })

  test('git: a worktree and a submodule have their hooks elsewhere; a folder of the team is in the repository', async () => {
    const folder = makeFolder()
    const elsewhere = join(makeFolder().path, 'modules/a/hooks')
    const [plain] = managers.filter(({ name }) => name === 'git')
    const look = { ...lookIn(folder), hooksFolder: elsewhere }
    expect(plain?.pieces(look, []).map(({ path }) => path)).toEqual([join(elsewhere, 'pre-commit')])
    const [own] = managers.filter(({ name }) => name === 'hooks-path')
    expect(own?.pieces(lookIn(folder, { hooksPath: '.githooks' }), []).map(({ path }) => path)).toEqual([
      '.githooks/pre-commit',
    ])
  })
})

test.each([
  ['husky', {}, ['npx', '--no-install', 'husky']],
  ['husky', { hooksPath: '.husky/_' }, undefined],
  ['lefthook', {}, ['lefthook', 'install']],
  ['pre-commit', {}, ['pre-commit', 'install', '-t', 'pre-commit']],
  ['git', {}, undefined],
])('%s is told by %j', (name, config, command) => {
  const manager = managers.find((one) => one.name === name)
  const folder = makeFolder({ '.husky/_/pre-commit': '#!/usr/bin/env sh\n. "$(dirname "$0")/h"' })
  expect(manager?.activate?.(lookIn(folder, config))).toEqual(command)
})
