import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { type State, states } from '../../src/workflows/engineer/states'
import { mutated } from '../support/broken-texts'
import { historyFile, stateFile, work } from '../support/casting'
import { everyCrashPoint } from '../support/crash-points'
import { casting, moveTo } from '../support/engineer-acts'
import { copyOf, type Folder, makeFolder, makeRepository, plainEnv } from '../support/folder'
import { alone, asked, putExecutable, runGuard, shells } from '../support/guard-script'
import { damages, nameIn, verdictOf, waits } from '../support/guard-states'
import { spellHere } from '../support/packed-program'
import { describeOnPosix, testOnPosix } from '../support/posix'
import { withSureShare } from '../support/random'

// The script of the hook lets a commit through without asking only where the full check would.

async function folderIn(state: State): Promise<Folder> {
  const folder = await work()
  if (state !== 'ACHIEVE_TASK_EXECUTED') await moveTo(folder, state, 'To look at it.')
  return folder
}

const full = (folder: Folder, path: string) => join(folder.path, path)
const cases = shells.map((shell) => [shell.join(' '), shell] as const)
describeOnPosix.each(cases)('run by %s, the script of the guard', (_, shell) => {
  const run = (folder: Folder, env = {}) => runGuard(folder, shell, 10, env)
  let writing: Folder
  beforeEach(async () => {
    writing = await folderIn('GATHER_EDITING')
  })

  test.each(states)('decides by itself about what spell has written in %s, as far as that passes', async (state) => {
    const folder = await folderIn(state)
    expect(await verdictOf(folder)).toBe(waits(state) ? 'blocked' : 'passed')
    if (waits(state)) expect(run(folder)).toMatchObject(asked)
    else expect(run(folder)).toEqual(alone)
  })

  test.each(damages)('about a state that is %s, decides by its second line alone', async (_, keepsForm, write) => {
    const text = writing.read(stateFile)
    for (const state of states) {
      writing.write({ [stateFile]: write(text.replace('"GATHER_EDITING",', `"${state}",`)) })
      const told = run(writing)
      if (keepsForm && !waits(state)) expect({ state, ...told }).toEqual({ state, ...alone })
      else expect({ state, ...told }).toMatchObject(asked)
    }
  })

  // biome-ignore format: a case is a line
  test.each<[what: string, touch: (folder: Folder) => void]>([
    ['a state that was replaced by another file, as by a checkout', (folder) => replace(folder, stateFile, folder.read(stateFile))],
    ['a state that looks old', (folder) => age(folder, stateFile)],
    ['a history that is gone', (folder) => folder.remove(historyFile)],
    ['a history that was edited', (folder) => folder.write({ [historyFile]: '{}\n' })],
    ['neither state nor history', (folder) => folder.remove(stateFile, historyFile)],
    ['no folder for work', (folder) => folder.remove('.ai/task')],
    ['a fresh clone', (folder) => folder.remove('.ai/.local')],
    ['settings about other things', (folder) => folder.write({ '.ai/spell.json': '{\n  "workflow": "hope"\n}' })],
  ])('decides by itself about %s', async (_, touch) => {
    touch(writing)
    expect(await verdictOf(writing)).not.toBe('blocked')
    expect(run(writing)).toEqual(alone)
  })

  const settings = '.ai/spell.json'
  // biome-ignore format: a case is a line
  test.each<[what: string, touch: (folder: Folder) => void]>([
    ['the state is gone, and its history is not', (folder) => folder.remove(stateFile)],
    ['the state is a folder', (folder) => putInstead(folder, stateFile, `${stateFile}/x`)],
    ['the state is a link that leads nowhere', (folder) => putLink(folder, stateFile)],
    ['the folder of the work is a file', (folder) => putInstead(folder, '.ai/task', '.ai/task')],
    ['the folder of the work is a link that leads nowhere', (folder) => putLink(folder, '.ai/task')],
    ['settings choose the states', (folder) => folder.write({ [settings]: '{ "guard": { "blockIn": [] } }' })],
    ['settings may choose the states', (folder) => folder.write({ [settings]: '{ "gu\\u0061rd": { "blockIn": [] } }' })],
    ['the last line of the settings chooses them', (folder) => folder.write({ [settings]: '{\n "guard": {}}' })],
    ['the settings are a folder', (folder) => folder.write({ [`${settings}/x`]: '' })],
    ['the settings are a link that leads nowhere', (folder) => putLink(folder, settings)],
    ['Lefthook may have hidden changes', (folder) => folder.write({ '.git/info/lefthook-unstaged.patch': '' })],
  ])('asks where %s', (_, touch) => {
    touch(writing)
    expect(run(writing)).toMatchObject(asked)
  })

  test.each([
    ['SPELL_GUARD_BLOCK_IN', 'GATHER_*', 'it chooses the states'],
    ['PRE_COMMIT', '1', 'pre-commit may have hidden changes'],
  ])('asks where %s is %s: %s', (name, value) => {
    expect(run(writing, { [name]: value })).toMatchObject(asked)
  })

  test('finds the changes that Lefthook has hidden where git keeps them, in a linked worktree and a submodule, too', () => {
    const git = (cwd: string, ...args: string[]) =>
      execFileSync('git', args, { cwd, encoding: 'utf8', env: plainEnv }).trim()
    const top = makeRepository()
    git(top.path, '-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', 'x')
    git(top.path, 'worktree', 'add', '--quiet', 'linked')
    git(top.path, 'init', '--quiet', '--separate-git-dir', 'of-module', 'module')
    for (const name of ['linked', 'module']) {
      const path = full(top, name)
      const folder = { ...top, path, read: (file: string) => top.read(`${name}/${file}`) }
      folder.write = (files) =>
        top.write(Object.fromEntries(Object.entries(files).map(([file, text]) => [`${name}/${file}`, text])))
      folder.remove = (...paths) => top.remove(...paths.map((file) => `${name}/${file}`))
      folder.write({ [stateFile]: writing.read(stateFile) })
      expect(run(folder)).toEqual(alone)
      const patch = git(path, 'rev-parse', '--path-format=absolute', '--git-path', 'info/lefthook-unstaged.patch')
      mkdirSync(join(patch, '..'), { recursive: true })
      writeFileSync(patch, '')
      expect(run(folder)).toMatchObject(asked)
    }
  })

  test('is silent without .ai, and with SPELL_GUARD=0', () => {
    expect(run(makeRepository())).toEqual(alone)
    writing.remove(stateFile)
    expect(run(writing, { SPELL_GUARD: '0' })).toEqual({ exitCode: 0, stderr: '' })
    expect(run(writing, { SPELL_GUARD: '' })).toMatchObject(asked)
    expect(run(writing, { SPELL_GUARD: '1' })).toMatchObject(asked)
  })

  test('looks from where the developer was upwards', async () => {
    const deep = 'packages/one shop/src/'
    mkdirSync(full(writing, deep), { recursive: true })
    expect(run(writing, { GIT_PREFIX: deep })).toEqual({ exitCode: 0, stderr: '' })
    const inner = await folderIn('PR_APPLIED_PENDING_ARCHIVE_G')
    renameSync(full(inner, '.ai'), full(writing, 'packages/one shop/.ai'))
    expect(run(writing, { GIT_PREFIX: deep })).toMatchObject(asked)
    expect(run(writing, { GIT_PREFIX: 'packages/' })).toEqual({ exitCode: 0, stderr: '' })
    expect(run(writing)).toEqual({ exitCode: 0, stderr: '' })
  })

  test('calls what was there before first, and ends with its code', () => {
    putExecutable(writing, '.git/guard.sh.before-spell', '#!/bin/sh\necho before >&2\nexit $((BEFORE))\n')
    expect(run(writing, { BEFORE: '0' })).toEqual({ exitCode: 0, stderr: 'before\n' })
    expect(run(writing, { BEFORE: '3' })).toEqual({ exitCode: 3, stderr: 'before\n' })
    expect(run(writing, { BEFORE: '3', SPELL_GUARD: '0' })).toMatchObject({ exitCode: 3 })
    chmodSync(full(writing, '.git/guard.sh.before-spell'), 0o644)
    expect(run(writing, { BEFORE: '3' })).toEqual({ exitCode: 0, stderr: '' })
  })

  describe('where it has to ask', () => {
    let waiting: Folder
    beforeEach(async () => {
      waiting = await folderIn('PR_APPLIED_PENDING_ARCHIVE_G')
    })

    test.each([0, 5, 10])('takes the code %i for an answer', (code) => {
      expect(runGuard(waiting, shell, code)).toMatchObject({ exitCode: code, stderr: '' })
    })

    const three =
      'Commit blocked: a review was applied and is not archived yet.\n' +
      'First: spell accio   (once spell is installed here)\n'

    test.each<[what: string, answer: number | 'none']>([
      ['there is no one to ask', 'none'],
      ['the program cannot be run', 126],
      ['its interpreter is not there', 127],
      ['another program has the name', 1],
      ['the program is older than the guard', 2],
    ])('reads for itself where %s, and refuses what waits', (_, answer) => {
      expect(runGuard(waiting, shell, answer)).toMatchObject({ exitCode: 10, stderr: three })
      for (const text of [
        JSON.stringify(JSON.parse(waiting.read(stateFile))),
        JSON.stringify(JSON.parse(waiting.read(stateFile)), null, '\t').replace(': "', '\n:\n "'),
        waiting.read(stateFile).replaceAll('\n', '\r\n'),
        waiting.read(stateFile).trimEnd(),
      ]) {
        waiting.write({ [stateFile]: text })
        expect(runGuard(waiting, shell, answer)).toMatchObject({ exitCode: 10, stderr: three })
      }
    })

    // biome-ignore format: a case is a line
    test.each<[what: string, files: Record<string, string>, env: Record<string, string>]>([
        ['does not wait', { [stateFile]: '{"current_state":"GATHER_EDITING","history":[]}' }, {}],
        ['tells in a note of one that did', { [stateFile]: JSON.stringify({ current_state: 'A', note: '"current_state": "PR_APPLIED_PENDING_ARCHIVE_G"' }) }, {}],
        ['is garbage', { [stateFile]: '\0{{' }, {}],
        ['other settings decide about', { '.ai/spell.json': '{ "guard": {\n "blockIn": [] } }' }, {}],
        ['the environment decides about', {}, { SPELL_GUARD_BLOCK_IN: 'GATHER_*' }],
      ])('lets through without a program what %s', (_, files, env) => {
        waiting.write(files)
        expect(runGuard(waiting, shell, 'none', env)).toMatchObject({ exitCode: 0 })
      })

    test('finds the program of the project before that on the PATH, and the one further up', async () => {
      const bin = makeFolder()
      putExecutable(bin, 'spell', '#!/bin/sh\nexit 5\n')
      const PATH = `${bin.path}:/usr/bin:/bin`
      expect(runGuard(waiting, shell, 'none', { PATH })).toMatchObject({ exitCode: 5 })
      expect(runGuard(waiting, shell, 10, { PATH })).toMatchObject(asked)
      renameSync(full(waiting, '.ai'), full(waiting, 'ai'))
      mkdirSync(full(waiting, 'packages/a'), { recursive: true })
      renameSync(full(waiting, 'ai'), full(waiting, 'packages/a/.ai'))
      expect(runGuard(waiting, shell, 10, { PATH, GIT_PREFIX: 'packages/a/' })).toMatchObject(asked)
    })

    test('starts it without the certificates that slow it down', () => {
      const env = { NODE_EXTRA_CA_CERTS: '/certs.pem' }
      putExecutable(waiting, 'bin/spell', '#!/bin/sh\n[ -n "$NODE_EXTRA_CA_CERTS" ] || exit 5\n')
      expect(runGuard(waiting, shell, 'none', { ...env, PATH: `${waiting.path}/bin:/usr/bin:/bin` })).toMatchObject({
        exitCode: 5,
      })
    })
  })
})

describeOnPosix('run by any shell, the script of the guard', () => {
  /** Whether one of them lets a commit through without asking. */
  const passesAlone = (folder: Folder) => shells.some((shell) => runGuard(folder, shell).asked === undefined)

  test('goes by the second line alone, however the state is damaged', async () => {
    const writing = await folderIn('GATHER_EDITING')
    const verdicts = { passed: 0, blocked: 0, unreadable: 0 }
    const waiting = writing.read(stateFile).replace('"GATHER_EDITING",', '"PR_APPLIED_PENDING_ARCHIVE_G",')
    await withSureShare(
      fc.asyncProperty(fc.oneof(mutated(writing.read(stateFile)), mutated(waiting)), async (bytes) => {
        const folder = copyOf(writing)
        writeFileSync(full(folder, stateFile), bytes)
        const name = nameIn(Buffer.from(bytes).toString('latin1'))
        const alone = passesAlone(folder)
        expect(alone).toBe(name !== undefined && !waits(name))
        const verdict = await verdictOf(folder)
        verdicts[verdict]++
        if (verdict === 'blocked') expect(alone).toBe(false)
        folder.remove('.')
      }),
      200,
      () => {
        expect(verdicts.passed).toBeGreaterThan(2)
        expect(verdicts.blocked).toBeGreaterThan(2)
        expect(verdicts.unreadable).toBeGreaterThan(25)
      },
    )
  })

  test('wherever a cast is killed, it asks or is right', async () => {
    const before = await folderIn('PR_APPLIED_PENDING_ARCHIVE_A')
    before.write({ '.ai/task/review-task-results.md': 'Done.\n' })
    const sides = new Set<boolean>()
    const begin = () => copyOf(before)
    await everyCrashPoint(begin, casting('accio'), async (folder) => {
      const alone = passesAlone(folder)
      if (alone) expect(await verdictOf(folder)).toBe('passed')
      sides.add(alone)
    })
    expect(sides.size).toBe(2)
  })
})

testOnPosix('the script and the program agree about work that is walked through with the program', () => {
  const folder = makeRepository()
  for (const files of [{}, { '.ai/task/context.md': 'Why\n' }, { '.ai/task/plan.md': '- [ ] one\n' }]) {
    folder.write(files)
    expect(spellHere(folder.path, ['accio'])).toMatchObject({ exitCode: 0 })
    expect(runGuard(folder, ['sh']).asked).toBeUndefined()
    expect(spellHere(folder.path, ['guard', 'pre-commit'])).toEqual({ exitCode: 0, stdout: '', stderr: '' })
  }
})

/** Another file gets the name, as an editor or git does it. */
function replace(folder: Folder, path: string, text: string): void {
  writeFileSync(full(folder, `${path}.new`), text)
  renameSync(full(folder, `${path}.new`), full(folder, path))
}

const age = (folder: Folder, path: string) => utimesSync(full(folder, path), 1_000_000_000, 1_000_000_000)

function putInstead(folder: Folder, path: string, file: string): void {
  folder.remove(path)
  folder.write({ [file]: '' })
}

function putLink(folder: Folder, path: string): void {
  folder.remove(path)
  symlinkSync('nowhere', full(folder, path))
}
