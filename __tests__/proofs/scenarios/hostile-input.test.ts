import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, linkSync, mkdirSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '../../../src/cast/answer/answer'
import { chainedEntry } from '../../../src/work/history/entry-digest'
import type { HistoryLine } from '../../../src/work/history/history-line'
import { castIn, standing } from '../../support/casting'
import { copyOf, makeFolder, makeRepository, snapshot } from '../../support/folder'
import { shell, spellHere } from '../../support/packed-program'
import { onReadOnlyMount, runAsNobody, withoutPermission } from '../../support/packed-read-only'
import { failing, testOnPosix } from '../../support/posix'
import { allAtNight } from '../../support/proving'

const json = async (cwd: string, ...args: string[]): Promise<Answer> =>
  JSON.parse(spellHere(cwd, [...args, '--json']).stdout)
const planWith = (plan: string) => ({ ...standing('GATHER_EDITING'), '.ai/task/plan.md': plan })

describe('files as people have them', () => {
  test('CRLF in every file changes no step', async () => {
    const { path } = makeRepository({
      ...planWith('- [ ] a, https://shop.atlassian.net/browse/S-1\r\n'),
      '.ai/task/.atlassian-refs': 'https://shop.atlassian.net/browse/S-1\r\n',
      '.ai/task/task.md': '---\r\ntask_name: export\r\n---\r\nWrite it.\r\n',
      '.ai/task/task-results.md': 'done\r\n',
      '.ai/task/state.json': '{\r\n  "current_state": "GATHER_EDITING"\r\n}\r\n',
      '.ai/spell.json': '{\r\n  "version": 1\r\n}\r\n',
    })
    expect((await json(path, 'expecto')).row).toBe('E4b')
    expect((await json(path, 'accio')).row).toBe('G4')
    expect((await json(path, 'accio')).row).toBe('A1')
    expect((await json(path, 'accio')).files.moved[0]?.to).toMatch(/tasks\/task-export-[\d-]+\/task\.md$/)
  })

  test('a warning about a sign that cannot be seen is said once', () => {
    const plan = '- [x] one\n- [\u200F] \u200Ftwo\n'
    const { path } = makeRepository({ ...standing('GATHER_EDITING'), '.ai/task/plan.md': plan })
    expect(spellHere(path, ['lumos'])).toMatchObject({ stdout: expect.stringContaining('plan.md line 2'), stderr: '' })
  })

  // What is not linear would take hours.
  test('two megabytes of plan and of context are read like any other', async () => {
    const mega = (line: string) => line.repeat(Math.ceil((2 * 1024 * 1024) / line.length))
    const shop = makeRepository({
      ...standing('GATHER_EDITING_CONTEXT'),
      '.ai/task/context.md': mega(
        '> * [ ] `a` [b](https://shop.example/x_(1)) <!-- ``` https://atlassian.net.example <\n',
      ),
      '.ai/task/plan.md': `${mega('- [ ] works\n  ```\n  - [ ] code\n  ```\n')}- [x] the last\n`,
    })
    const planned = await json(shop.path, 'accio')
    expect(planned).toMatchObject({ row: 'GC2b', files: { kept: ['.ai/task/plan.md'] } })
    expect((await json(shop.path, 'lumos')).developer).toMatch(/1 done, only ticked · \d{5,} open/)
    expect(await json(shop.path, 'accio')).toMatchObject({ row: 'G2', to: 'ACHIEVE_TASK_DRAFTING' })
    expect(spellHere(shop.path, ['lumos']).stdout.length).toBeLessThan(10_000)
  })

  test('five megabytes of results are quoted only in part, and archived whole', async () => {
    const results = 'ä done `````\n'.repeat(400_000)
    const shop = makeRepository({ ...planWith('- [ ] a\n'), ...standing('ACHIEVE_TASK_EXECUTED') })
    shop.write({ '.ai/task/task-results.md': results })
    const { files, ai } = await json(shop.path, 'accio')
    const to = files.moved[0]?.to ?? ''
    expect(ai.length).toBeLessThan(100_000)
    expect(ai).toContain(`Only the beginning. All of it is in \`${to}\`.`)
    expect(ai).not.toContain('\uFFFD')
    expect(shop.read(to)).toBe(results)
  })
})

describe('places', () => {
  const hard = 'Łódź – kvæde ☕ & "co" $HOME %PATH% \'x\''

  test('folders and files may be named as people name them', () => {
    const { path } = makeRepository({ [`${hard}/naïve note.md`]: 'für später\n' })
    const sub = join(path, hard)
    expect(spellHere(sub, ['accio', '--note-file', 'naïve note.md']).exitCode).toBe(0)
    expect(spellHere(path, ['history', '--cwd', hard]).stdout).toContain('für später')
  })
})

describe.each([
  ['a read-only file system (needs unshare and mount)', onReadOnlyMount, /read-only file system/],
  ['a folder without permission to write (needs another user, or no root)', withoutPermission, /permission denied/],
] as const)('%s', (_, run, reason) => {
  const wherePossible = run ? test : test.skip
  const inside = (folder: string, ...args: string[]) => run?.(folder, args) ?? { stdout: '', stderr: '', exitCode: -1 }

  // biome-ignore format: a case is a line
  wherePossible.each([
    ['work in progress', planWith('- [ ] a\n'), ['accio']],
    ['a task to archive', { ...standing('ACHIEVE_TASK_EXECUTED'), '.ai/task/plan.md': '- [ ] a', '.ai/task/task-results.md': '' }, ['accio']],
  ])('in %s looking works, and what would write says why it cannot', (__, files, args) => {
    const shop = makeRepository(files)
    const before = snapshot(shop.path)
    expect(inside(shop.path, 'lumos')).toEqual({ ...spellHere(shop.path, ['lumos']), stderr: '', exitCode: 0 })
    expect(inside(shop.path, 'reverto').exitCode).toBe(3)
    const refused = inside(shop.path, ...args)
    expect(refused.exitCode).toBe(1)
    expect(refused.stdout + refused.stderr).toMatch(reason)
    expect(snapshot(shop.path)).toEqual(before)
  })
})

describe('things in the place of files', () => {
  /** Where the program has files of its own, or may have. */
  // biome-ignore format: in one paragraph
  const own = [
    '.ai/spell.json', '.ai/plan-guide.md', '.ai/task/state.json', '.ai/task/history.jsonl', '.ai/.local/.gitignore',
    '.ai/.local/lock', '.ai/.local/next', '.ai/.local/next/state.json', '.ai/.local/backups',
    '.ai/.local/backups/000000001.json', '.ai/.local/aside', '.ai/.local/derived', '.ai/archive', 'AGENTS.md',
  ]
  const commands = ['lumos', 'accio', 'undo', 'new --yes', 'history', 'doctor', 'doctor --fix', 'check', 'init --yes']

  testOnPosix('no pipe is waited for, wherever it stands, by whatever command', () => {
    const begun = makeFolder()
    spellHere(begun.path, ['accio'])
    const pipe = join(begun.path, '..', `spell pipe ${process.pid}`)
    execFileSync('mkfifo', [pipe])
    try {
      for (const { place, command } of allAtNight(
        own.flatMap((place) => commands.map((command) => ({ place, command }))),
      )) {
        const folder = copyOf(begun)
        folder.remove(place)
        mkdirSync(join(folder.path, place, '..'), { recursive: true })
        linkSync(pipe, join(folder.path, place))
        // One that waits has no answer.
        const { exitCode } = spellHere(folder.path, command.split(' '))
        expect({ place, command, exitCode }).toEqual({ place, command, exitCode: expect.any(Number) })
        rmSync(folder.path, { recursive: true })
      }
    } finally {
      rmSync(pipe)
    }
  })
})

describe('large files', () => {
  // Sparse: it takes no space, and reading it gives as many zeros.
  const giga = (folder: string, name: string) => {
    const descriptor = openSync(join(folder, '.ai/task', name), 'w')
    ftruncateSync(descriptor, 1024 ** 3)
    closeSync(descriptor)
  }
  const executing = { ...planWith('- [ ] a\n'), ...standing('ACHIEVE_TASK_EXECUTED') }

  test.each([
    ['task-results.md', executing, 'accio'],
    ['task.md', executing, 'accio'],
    ['comments.md', { ...planWith('- [ ] a\n'), ...standing('PR_CONFIRM_RESTART_COMMENTS_G') }, 'reparo'],
  ] as const)('%s with a gigabyte is moved as it is', (name, files, command) => {
    const shop = makeRepository({ ...files, '.ai/task/task.md': '', '.ai/task/task-results.md': 'done\n' })
    giga(shop.path, name)
    const { stdout, exitCode } = spellHere(shop.path, [command, '--json'])
    expect(exitCode).toBe(0)
    const { files: told, ai }: Answer = JSON.parse(stdout)
    const to = told.moved.find(({ from }) => from.endsWith(`/${name}`))?.to ?? ''
    expect(statSync(join(shop.path, to)).size).toBe(1024 ** 3)
    expect(ai.length).toBeLessThan(300_000)
  })

  test('a history of a gigabyte costs nothing, and is gone on with', async () => {
    const shop = makeRepository(planWith('- [ ] a\n'))
    expect((await json(shop.path, 'accio')).row).toBe('G2')
    shop.write({ '.ai/task/task.md': 'Do a.\n' })
    const line = shop.read('.ai/task/history.jsonl')
    giga(shop.path, 'history.jsonl')
    writeFileSync(join(shop.path, '.ai/task/history.jsonl'), `\n${line}`, { flag: 'a' })
    expect(spellHere(shop.path, ['accio']).exitCode).toBe(0)
    expect(statSync(join(shop.path, '.ai/task/history.jsonl')).size).toBeGreaterThan(1024 ** 3)
    expect(spellHere(shop.path, ['lumos']).exitCode).toBe(0)
  })
})

describe('files that may not be read (needs another user)', () => {
  const wherePossible = runAsNobody ? test : test.skip

  const cases = ['plan.md', 'state.json']
  wherePossible.each(cases)('%s is named', (name) => {
    const shop = makeRepository(planWith('- [ ] a\n'))
    if (name !== 'state.json') shop.write({ [`.ai/task/${name}`]: '' })
    shell(shop.path, `chmod -R a+rX . && chmod 0 .ai/task/${name}`)
    expect(runAsNobody?.(shop.path, ['accio'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `spell: Cannot read .ai/task/${name}: permission denied.\n  fix: ls -la .ai/task\n`,
    })
  })
})

describe('a state file that tells of files', () => {
  // As a user would forge it whose branch is looked at: sealed, and not in the history yet.
  const forged = async (told: Partial<HistoryLine>) => {
    const transition = 'GATHER_NEEDS_CONTEXT → GATHER_EDITING_CONTEXT'
    const step = { timestamp: '2026-08-20T15:30:00Z', transition, trigger: 'Accio', row: 'GC1' }
    const line = chainedEntry({ ...step, ...told }, undefined)
    return JSON.stringify({ current_state: 'GATHER_EDITING_CONTEXT', context: {}, history: [line] })
  }
  const digest = 'a'.repeat(64)

  test.each<[what: string, told: (path: string) => Partial<HistoryLine>]>([
    ['moved out of the root', (path) => ({ moved: [{ from: '.ai/task/context.md', to: path }] })],
    ['moved into it', (path) => ({ moved: [{ from: path, to: '.ai/task/plan.md' }] })],
    ['created outside', (path) => ({ created: [{ path, digest }] })],
    ['created from a text outside', () => ({ created: [{ path: '.ai/task/plan.md', digest: '../../../../secret' }] })],
  ])('%s is not believed', async (_, told) => {
    const upwards = ['../secret', '.ai/../../secret', '.ai/task/../../../secret', '.ai\\..\\..\\secret']
    const elsewhere = ['/etc/hostname', 'C:\\secret', '.ai/./secret', '.ai//secret', '.ai/', '.git/config']
    for (const path of [...upwards, ...elsewhere]) {
      const around = makeFolder({ secret: 'secret\n', 'shop/.git/config': '', 'shop/.ai/task/context.md': 'Why.\n' })
      around.write({ 'shop/.ai/task/state.json': await forged(told(path)) })
      const before = snapshot(around.path)
      const shop = { ...around, path: join(around.path, 'shop') }
      for (const command of ['lumos', 'accio'] as const) {
        const { exitCode, message } = await failing(() => castIn(shop, command))
        expect({ path, exitCode, message }).toEqual({
          path,
          exitCode: 5,
          message: expect.stringContaining('that no step writes'),
        })
      }
      expect(snapshot(around.path)).toEqual(before)
    }
  })

  test('with a number that is a path names no backup outside', () => {
    const around = makeFolder({ 'shop/.git/config': '', 'shop/.ai/task/context.md': 'Why.\n' })
    const step = { timestamp: '', transition: 'A → GATHER_EDITING_CONTEXT', trigger: 'Accio' }
    const history = [{ ...step, number: '/../../../../../../escaped' }]
    const state = JSON.stringify({ current_state: 'GATHER_EDITING_CONTEXT', history })
    around.write({ 'shop/.ai/task/state.json': state })
    expect(spellHere(join(around.path, 'shop'), ['accio']).exitCode).toBe(5)
    expect(Object.keys(snapshot(around.path)).filter((path) => /escaped/.test(path))).toEqual([])
  })
})
