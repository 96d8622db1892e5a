import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { makeFolder, makePrograms, makeRepository } from '../support/folder'
import { git } from '../support/git'
import { hasTerminal, inTerminal } from '../support/packed-in-terminal'
import { spellHere } from '../support/packed-program'
import { addWorktree, firstOn, makeWorktrees, startWatch, underWay } from '../support/packed-watch'
import { isPosix } from '../support/posix'
import { some } from '../support/proving'
import { ask, at, listen } from '../support/watch-client'

const works = { main: {}, other: {} }
const noteIn = (folder: string) => readdirSync(folder).filter((name) => name.includes('watch'))

describe('what is followed', () => {
  test('is sent when another process makes a step, in any worktree', async () => {
    const folder = makeWorktrees(works)
    const { address } = await startWatch(folder.path)
    const board = await listen(at(address, '/follow'))
    await board.until('Nothing is under way here')
    spellHere(folder.path, ['accio'])
    await board.until(/1 piece of work in 2 worktrees[\s\S]*Context/)
    const one = await listen(at(address, await firstOn(address)).replace('/work/', '/follow/'))
    await one.until('state: Context')
    folder.write({ '.ai/task/context.md': '# Why\n' })
    spellHere(folder.path, ['accio'])
    await one.until('state: Planning')
    // In another worktree, by another workflow.
    spellHere(join(folder.path, '.git/wt/other'), ['discovery', 'start', 'csv'])
    await board.until(/2 pieces of work[\s\S]*discovery · other in \.git\/wt\/other/)
    // An edit that is no step.
    folder.write({ '.ai/task/plan.md': '# A plan\n\n- [x] one\n' })
    await one.until('A plan')
    await board.until('1 of 1 ticked')
    // Archived, it is not there any more.
    spellHere(folder.path, ['new', '--yes'])
    await one.until('Not under way any more')
    await board.until('1 piece of work in 2 worktrees')
  })

  test('are worktrees that come, go and change their branch', async () => {
    const folder = makeWorktrees(works)
    const { address } = await startWatch(join(folder.path, '.git/wt/other'))
    const board = await listen(at(address, '/follow'))
    for (const round of [1, 2]) {
      const path = addWorktree(folder, `later-${round}`, underWay['feat/review'])
      await board.until(`later-${round} in`)
      git({ path }, 'switch', '--quiet', '--create', `renamed-${round}`)
      await board.until(`renamed-${round} in`)
      rmSync(join(path, '.ai'), { recursive: true })
      await board.until('in 3 worktrees')
      await board.until('Nothing is under way')
      git(folder, 'worktree', 'remove', '--force', path)
      await board.until('in 2 worktrees')
    }
  })

  test('is said to be broken if it is, with what fixes it', async () => {
    const folder = makeRepository({ '.ai/task/state.json': '{' })
    const { address } = await startWatch(folder.path)
    expect((await ask(address)).text).toContain('.ai/task/state.json is not valid JSON')
    const page = await ask(at(address, await firstOn(address)))
    expect(page.text).toMatch(/This cannot be read[\s\S]*<code>spell doctor/)
  })

  test('looks only: no request, and no look, writes a file', async () => {
    const folder = makeRepository({ '.ai/task/state.json': '{ "current_state": "GATHER_EDITING", "context": {} }' })
    const before = folder.contents('')
    const { address, child, ended } = await startWatch(folder.path)
    const board = await listen(at(address, '/follow'))
    await board.until('Planning')
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) await ask(address, { method })
    await ask(at(address, await firstOn(address)))
    child.kill('SIGTERM')
    await ended
    expect(folder.contents('')).toEqual(before)
  })
})

describe('a second one', () => {
  test('gives the address of the first, in every worktree, until that ends', async () => {
    const folder = makeWorktrees(works)
    const first = await startWatch(folder.path)
    const second = spellHere(join(folder.path, '.git/wt/other'), ['watch', '--no-open'])
    expect(second).toMatchObject({ stdout: `${first.address}\n`, stderr: '', exitCode: 0 })
    const { stdout } = spellHere(folder.path, ['watch', '--json'])
    expect(JSON.parse(stdout)).toEqual({
      schemaVersion: 1,
      kind: 'watch',
      ok: true,
      address: first.address,
      isReused: true,
      warnings: [],
    })
    expect(noteIn(join(folder.path, '.git'))).toHaveLength(1)
    const [note = ''] = noteIn(join(folder.path, '.git'))
    if (isPosix) expect(statSync(join(folder.path, '.git', note)).mode & 0o777).toBe(0o600)
    first.child.kill('SIGTERM')
    await first.ended
    expect(noteIn(join(folder.path, '.git'))).toEqual([])
    expect((await startWatch(folder.path)).address).not.toBe(first.address)
  })

  test('begins again if the first was killed, or another program has its port', async () => {
    const folder = makeRepository()
    const killed = await startWatch(folder.path)
    const [note = ''] = noteIn(join(folder.path, '.git'))
    killed.child.kill('SIGKILL')
    await killed.ended
    const next = await startWatch(folder.path)
    expect(next.address).not.toBe(killed.address)
    next.child.kill('SIGTERM')
    await next.ended
    // It answers something else, or nothing; or the note is no note.
    const stranger = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'))
    await once(stranger.listen(0, '127.0.0.1'), 'listening')
    const { port } = stranger.address() as { port: number }
    for (const text of some([
      JSON.stringify({ port, token: 'x'.repeat(43) }),
      JSON.stringify({ port: '1 && rm', token: '"&calc' }),
      '{',
    ])) {
      writeFileSync(join(folder.path, '.git', note), text)
      const { address, child, ended } = await startWatch(folder.path)
      expect((await ask(address)).status).toBe(200)
      child.kill('SIGTERM')
      await ended
      expect(noteIn(join(folder.path, '.git'))).toEqual([])
    }
    stranger.close()
  })

  test('without git there is no note, and each shows its own', async () => {
    const folder = makeFolder()
    spellHere(folder.path, ['accio'])
    const before = folder.contents('')
    const first = await startWatch(folder.path)
    expect((await startWatch(folder.path)).address).not.toBe(first.address)
    expect(folder.contents('')).toEqual(before)
  })
})

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
test.each(signals)('it ends with %s, and says so to those who look', async (signal) => {
  const folder = makeRepository()
  const { address, child, ended } = await startWatch(folder.path)
  const board = await listen(at(address, '/follow'))
  await board.until('Nothing')
  child.kill(signal)
  expect(await ended).toEqual({ stdout: `${address}\n`, stderr: '', exitCode: 0 })
  await board.isOver
  expect(board.hasEnded()).toBe(true)
})

describe('the board in the terminal', () => {
  const inOne = hasTerminal ? test : test.skip

  test('is refused without one, with what helps', () => {
    const failure = (...args: string[]) =>
      JSON.parse(spellHere(makeRepository().path, ['watch', ...args, '--json']).stdout)
    const { exitCode, stderr } = spellHere(makeRepository().path, ['watch', '--terminal'])
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('fix: spell work --all'),
    })
    expect(failure('--terminal')).toMatchObject({ code: 'usage', fix: 'spell work --all --json' })
  })

  inOne('is drawn on another screen, follows, moves, and is left with q', async () => {
    const folder = makeWorktrees(works)
    spellHere(folder.path, ['accio'])
    const { raw, text, exitCode } = await inTerminal(
      folder.path,
      ['watch', '--terminal'],
      [
        ['Context', '\u001b[B'],
        ['Context', () => spellHere(join(folder.path, '.git/wt/other'), ['discovery', 'start', 'csv'])],
        ['The agent works 1', 'q'],
      ],
    )
    expect(exitCode).toBe(0)
    expect(text).toMatch(/Waits for you 1/)
    expect(raw.indexOf('\u001b[?1049h')).toBeLessThan(raw.indexOf('Waits for you'))
    expect(raw.trimEnd().endsWith('\u001b[?7h\u001b[?25h\u001b[?1049l')).toBe(true)
  })
})

describe('the browser', () => {
  const inOne = hasTerminal ? test : test.skip
  /** A program of that name, which writes down what it is given. */
  const opener = () => {
    const folder = makePrograms({ 'xdg-open': '#!/bin/sh\nprintf "%s\\n" "$@" > "$0.opened"\n' })
    return { folder, opened: join(folder.path, 'xdg-open.opened') }
  }
  const screen = (path: string) => ({ DISPLAY: ':0', PATH: `${path}${delimiter}${process.env.PATH}` })

  inOne('is opened with the address, by a program and no shell', async () => {
    const { folder, opened } = opener()
    const { text } = await inTerminal(
      makeRepository().path,
      ['watch'],
      [['ends with Ctrl-C', '\u0003']],
      screen(folder.path),
    )
    const [address] = /http:\S+/.exec(text) ?? []
    while (!readdirSync(folder.path).includes('xdg-open.opened')) await new Promise((resolve) => setImmediate(resolve))
    while (readFileSync(opened, 'utf8') === '') await new Promise((resolve) => setImmediate(resolve))
    expect(readFileSync(opened, 'utf8')).toBe(`${address}\n`)
  })

  inOne.each(
    some<readonly [what: string, args: readonly string[], env: Readonly<Record<string, string>>]>([
      ['is not wanted', ['--no-open'], {}],
      ['has no user, in CI', [], { CI: 'true' }],
      ['cannot be opened', [], { PATH: process.env.PATH ?? '' }],
    ]),
  )('if it %s, the address is printed and that is all', async (_, args, env) => {
    const { folder } = opener()
    const waitFor = env.CI ? '/?t=' : 'ends with Ctrl-C'
    const { text } = await inTerminal(makeRepository().path, ['watch', ...args], [[waitFor, '\u0003']], {
      ...screen(folder.path),
      ...env,
    })
    expect(text).toContain('http://127.0.0.1:')
    expect(readdirSync(folder.path)).toEqual(['xdg-open'])
  })
})
