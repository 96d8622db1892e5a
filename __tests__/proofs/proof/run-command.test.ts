import { createHash } from 'node:crypto'
import { chmodSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { type CommandRun, type Invocation, type RunOptions, runCommand } from '../../../src/proof/run-command'
import { makeFolder, plainEnv } from '../../support/folder'
import { describeOnPosix, testOnPosix } from '../../support/posix'
import { noneLeft, processes, startProver } from '../../support/prover'

const run = (command: Invocation, options: Partial<RunOptions> = {}): Promise<CommandRun> =>
  runCommand(command, {
    folder: makeFolder().path,
    withinMs: 30_000,
    env: plainEnv,
    now: () => performance.now(),
    ...options,
  })
const shell = (text: string, options?: Partial<RunOptions>) => run({ kind: 'shell', text }, options)
const node = (code: string, options?: Partial<RunOptions>) =>
  run({ kind: 'run', argv: [process.execPath, '-e', code] }, options)
const wholeOf = ({ output }: CommandRun) => Buffer.concat([output.head, output.tail]).toString()

describe('what came of a command', () => {
  test.each([0, 3, 255])('it ended with %d', async (exit) => {
    expect((await node(`process.exit(${exit})`)).outcome).toEqual({ kind: 'ended', exit })
  })

  testOnPosix.each(['SIGKILL', 'SIGTERM'])('it was ended by %s', async (signal) => {
    expect((await shell(`kill -${signal.slice(3)} $$; sleep 300`)).outcome).toEqual({ kind: 'signal', signal })
  })

  testOnPosix('a shell says what has ended in it', async () => {
    expect((await shell('nothing-of-this-name')).outcome).toEqual({ kind: 'ended', exit: 127 })
    expect((await shell('false && true')).outcome).toEqual({ kind: 'ended', exit: 1 })
  })

  test('arguments arrive as they are', async () => {
    const args = ['a b', '$HOME', '', '*', "it's", '"', '`x`', 'é\n注', '--', '-n']
    const code = 'console.log(JSON.stringify(process.argv.slice(1)))'
    const told = await run({ kind: 'run', argv: [process.execPath, '-e', code, '--', ...args] })
    expect(JSON.parse(wholeOf(told))).toEqual(args)
  })

  test('it took some time', async () => {
    let time = 1_000
    const { ms } = await run({ kind: 'run', argv: [process.execPath, '-e', ''] }, { now: () => (time += 7) })
    expect(ms).toBe(7)
  })
})

describeOnPosix('a command that cannot be started', () => {
  const shop = () => {
    const folder = makeFolder({
      ...{ file: '', 'run.sh': '#!/bin/sh\n', 'bin/tool': '#!/bin/sh\n', 'folder/file': '' },
      ...{ one: '#!/nowhere/python\n', two: '#!/usr/bin/env no-such-python\n' },
    })
    for (const name of ['one', 'two']) chmodSync(join(folder.path, name), 0o755)
    symlinkSync('gone', join(folder.path, 'link'))
    return folder.path
  }

  // biome-ignore format: a case is a line
  test.each<[what: string, argv: [string, ...string[]], reason: string, more?: (path: string) => Partial<RunOptions>]>([
    ['its program is missing', ['no-such-program'], 'no-such-program is not installed, or not in the PATH.'],
    ['its program is not in its folder', ['./gone.sh'], './gone.sh is not there.'],
    ['its program is not in another folder', ['/nowhere/run.sh'], '/nowhere/run.sh is not there.'],
    ['its arguments are longer than the system takes', ['true', 'x'.repeat(4_000_000)], 'The system says E2BIG.'],
    ['its folder is missing', ['true'], 'The folder PATH/gone is not there.', (path) => ({ folder: `${path}/gone` })],
    ['its folder is a file', ['true'], 'PATH/file is not a folder, or may not be entered.', (path) => ({ folder: `${path}/file` })],
    ['its program may not be run', ['./run.sh'], './run.sh is not executable: chmod +x PATH/run.sh'],
    ['nor one in the PATH', ['tool'], 'tool is not executable: chmod +x PATH/bin/tool', (path) => ({ env: { ...plainEnv, PATH: `/nowhere:${path}/bin` } })],
    ['its program is a folder', ['./folder'], './folder is a folder.'],
    ['what its script needs is missing', ['./one'], './one needs /nowhere/python, which is not there.'],
    ['what its script looks for is missing', ['./two'], './two needs no-such-python, which is not installed, or not in the PATH.'],
    ['its program is a link that leads nowhere', ['./link'], './link is not there.'],
  ])('%s', async (_, argv, reason, more = () => ({})) => {
    const path = shop()
    const { outcome, ms, output } = await run({ kind: 'run', argv }, { folder: path, ...more(path) })
    expect([ms, output.bytes]).toEqual([0, 0])
    expect(outcome).toEqual({ kind: 'cannot start', reason: reason.replace('PATH/', `${path}/`) })
  })

  test('can be started once its program may be run', async () => {
    const folder = shop()
    chmodSync(join(folder, 'run.sh'), 0o755)
    const { outcome } = await run({ kind: 'run', argv: ['./run.sh'] }, { folder })
    expect(outcome).toEqual({ kind: 'ended', exit: 0 })
  })
})

describe('its output', () => {
  test('is given as it comes, and is kept with its digest', async () => {
    const pieces: string[] = []
    const told = await node('console.log("one"); console.error("two")', {
      onOutput: (piece, from) => void pieces.push(`${from}: ${piece}`),
    })
    expect(pieces.sort()).toEqual(['stderr: two\n', 'stdout: one\n'])
    expect(told.output.bytes).toBe(8)
    expect(told.output.sha256).toBe(createHash('sha256').update(wholeOf(told)).digest('hex'))
    expect([...told.output.lastLines].sort()).toEqual(['one', 'two'])
  })

  testOnPosix('has the order in which it came', async () => {
    const step = (text: string, to: number) => `echo ${text} >&${to}; read -r line <back; `
    const folder = makeFolder()
    const told = await shell(
      `mkfifo back; exec 3<>back; ${['a', 'b', 'c', 'd'].map((text, at) => step(text, 1 + (at % 2))).join('')}`,
      {
        folder: folder.path,
        // The command goes on when what it has printed last is here.
        onOutput: () => folder.write({ back: '\n' }),
      },
    )
    expect(wholeOf(told)).toBe('a\nb\nc\nd\n')
  })

  test('is all there, also what is printed last', async () => {
    const told = await node('process.stdout.write("x".repeat(3e6) + "end")')
    expect(told.output.bytes).toBe(3_000_003)
    expect(told.output.tail.toString().slice(-4)).toBe('xend')
  })

  test('is searched for texts on standard output only', async () => {
    const texts = ['410', 'gone é', 'absent', 'shouted']
    const { output } = await node('console.log("410 gone é"); console.error("shouted")', { texts })
    expect(texts.filter(output.stdoutHas)).toEqual(['410', 'gone é'])
  })

  testOnPosix('may be kept open by what has left the group: that is not waited for', async () => {
    const told = await node(
      `require('child_process').spawn('sleep', ['301.5'], { detached: true, stdio: 'inherit' }).unref(); console.log('done')`,
    )
    expect(told.outcome).toEqual({ kind: 'ended', exit: 0 })
    expect(wholeOf(told)).toBe('done\n')
    const escaped = processes().find(({ line }) => line === 'sleep 301.5')
    expect(escaped).toBeDefined()
    process.kill(-(escaped?.group ?? Number.NaN), 'SIGKILL')
  })
})

describe('what a command gets', () => {
  test('no input', async () => {
    const told = await node('process.stdin.on("data", () => process.exit(9)).on("end", () => console.log("nothing"))')
    expect(wholeOf(told)).toBe('nothing\n')
  })

  test('the environment without what git tells its hooks, and a sign that it is being proven', async () => {
    const hook = { GIT_DIR: '.git', GIT_INDEX_FILE: 'x', GIT_PREFIX: '', GIT_CONFIG_COUNT: '0', GIT_WORK_TREE: '/' }
    const env = { ...plainEnv, ...hook, GIT_AUTHOR_NAME: 'Ada', 'with.dot': 'a b', 'with-dash': "it's", EMPTY: '' }
    const told = await node('console.log(JSON.stringify(process.env))', { env })
    const got = JSON.parse(wholeOf(told))
    expect(Object.keys(hook).filter((name) => name in got)).toEqual([])
    expect(got).toMatchObject({
      SPELL_PROVE: '1',
      GIT_AUTHOR_NAME: 'Ada',
      'with.dot': 'a b',
      'with-dash': "it's",
      EMPTY: '',
      PATH: plainEnv.PATH,
    })
  })

  test('its folder', async () => {
    const { path } = makeFolder()
    expect(wholeOf(await node('console.log(process.cwd())', { folder: path }))).toBe(`${path}\n`)
  })

  testOnPosix('a process group and a session of its own', async () => {
    const told = await shell('echo $$; ps -o pid=,pgid= -p $$')
    const [own, pid, group] = wholeOf(told).trim().split(/\s+/).map(Number)
    expect(pid).toBe(own)
    expect(group).toBe(own)
  })
})

describeOnPosix('nothing of it is left', () => {
  const groupOf = (told: CommandRun) => Number(/^\d+/.exec(wholeOf(told))?.[0])
  const expectNone = (told: CommandRun) => {
    expect(groupOf(told)).toBeGreaterThan(1)
    expect(processes().filter(({ group }) => group === groupOf(told))).toEqual([])
  }

  test.each([
    ['beyond its limit', 'echo $$; sleep 300 & sleep 300', 50],
    ['if it does not listen', 'echo $$; trap "" TERM; sleep 300; sleep 300; sleep 300', 50],
    ['if it is stopped', 'echo $$; kill -STOP $$', 200],
  ])('%s', async (_, text, withinMs) => {
    const told = await shell(text, { withinMs })
    expect(told.outcome).toEqual({ kind: 'timed out' })
    expect(told.ms).toBeGreaterThanOrEqual(withinMs - 5)
    expectNone(told)
  })

  test.each([
    ['after its end, with the output kept open', 'sleep 300 & echo $$; exit 4', 4],
    ['after its end, with the output closed', 'sleep 300 >&- 2>&- & echo $$', 0],
  ])('%s', async (_, text, exit) => {
    const told = await shell(text)
    expect(told.outcome).toEqual({ kind: 'ended', exit })
    expectNone(told)
  })

  test('and what prints a little after its end is heard', async () => {
    const told = await shell('(while kill -0 $$ 2>/dev/null; do :; done; echo late) & echo $$')
    expect(wholeOf(told)).toContain('late\n')
  })

  test('if the caller wants it', async () => {
    const abort = new AbortController()
    const told = await shell('echo $$; sleep 300 & sleep 300', { abort: abort.signal, onOutput: () => abort.abort() })
    expect(told.outcome).toEqual({ kind: 'aborted' })
    expectNone(told)
  })

  test('if the caller wanted it before it began', async () => {
    const folder = makeFolder()
    const told = await shell('touch made', { abort: AbortSignal.abort(), folder: folder.path })
    expect(told.outcome).toEqual({ kind: 'aborted' })
    expect(folder.contents('made')).toEqual({})
  })

  test('and a limit of weeks is none of a moment', async () => {
    expect((await shell('exit 5', { withinMs: 2 ** 40 })).outcome).toEqual({ kind: 'ended', exit: 5 })
  })

  test('of what listens to signals, either', async () => {
    const before = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name))
    await shell('true')
    expect(['SIGINT', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name))).toEqual(before)
  })
})

describeOnPosix('the process that proves', () => {
  const long: Invocation = { kind: 'shell', text: 'echo group $$ end; sleep 300 & sleep 300' }
  const ofGroup = (found: RegExpExecArray) => {
    const own = Number(found[1])
    expect(processes().some(({ group }) => group === own)).toBe(true)
    return ({ group }: { group: number }) => group === own
  }

  test.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])('gets %s: the group ends, and it says so', async (by) => {
    const prover = startProver(long)
    const left = ofGroup(await prover.said(/^group (\d+) end$/))
    prover.child.kill(by)
    expect((await prover.ended)?.outcome).toEqual({ kind: 'aborted', by })
    expect(processes().filter(left)).toEqual([])
  })

  test('gets SIGINT twice: a command that does not listen is not waited for', async () => {
    const text = 'trap "echo heard" TERM; echo group $$ end; while :; do :; done'
    const prover = startProver({ kind: 'shell', text })
    const left = ofGroup(await prover.said(/^group (\d+) end$/))
    prover.child.kill('SIGINT')
    await prover.said(/^heard$/)
    prover.child.kill('SIGINT')
    expect((await prover.ended)?.outcome).toEqual({ kind: 'aborted', by: 'SIGINT' })
    expect(processes().filter(left)).toEqual([])
  })

  test.each([
    ['that does nothing', 'echo group $$ end; sleep 300'],
    [
      'that has fifty children',
      'for each in 1 2 3 4 5; do (for one in 1 2 3 4 5 6 7 8 9 10; do sleep 300 & done; wait) & done; echo group $$ end; wait',
    ],
    ['that does not listen', 'trap "" TERM HUP INT; echo group $$ end; sleep 300; sleep 300'],
  ])('is killed: nothing is left of a command %s', async (_, text) => {
    const prover = startProver({ kind: 'shell', text })
    const left = ofGroup(await prover.said(/^group (\d+) end$/))
    prover.child.kill('SIGKILL')
    expect(await prover.ended).toBeUndefined()
    await noneLeft(left)
  })

  test('needs at most 20 MB for any output', async () => {
    const prover = startProver({ kind: 'shell', text: 'head -c 400000000 /dev/zero' }, { texts: ['needle', '410'] })
    const { outcome, bytes, over } = (await prover.ended) ?? {}
    expect([outcome, bytes]).toEqual([{ kind: 'ended', exit: 0 }, 400_000_000])
    expect(over).toBeLessThan(20)
  })
})
