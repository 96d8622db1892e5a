import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { provingPath } from '../../../../src/disk/local'
import { hasTerminal, key, runInTerminal } from '../../../support/packed-in-terminal'
import { program, type Running, spellHere, start } from '../../../support/packed-program'
import { describeOnPosix } from '../../../support/posix'
import { boxesOf, criterion, makeProvable, type ProvableWork, planPath, proofsOf } from '../../../support/provable-work'
import { noneLeft, processes } from '../../../support/prover'

const envOf = ({ state }: ProvableWork) => ({ XDG_STATE_HOME: state })
const begin = (work: ProvableWork, ...args: string[]) => start(work.path, ['prove', ...args], envOf(work))
const run = (work: ProvableWork, ...args: string[]) => spellHere(work.path, ['prove', ...args], { env: envOf(work) })

/** Comes when a process has said a text on stderr. */
const said = ({ child }: Running, text: string) =>
  new Promise<void>((resolve) => {
    let all = ''
    child.stderr?.on('data', (piece: string) => {
      all += piece
      if (all.includes(text)) resolve()
    })
  })

/** A command that goes on until it is ended, known by a number. */
const long = (mark: number) => criterion(`sleep ${mark} & sleep ${mark}`)
/** Comes when the long command runs. @returns what tells whether something is left of it */
async function running(prover: Running, mark: number) {
  await said(prover, '1. sleep')
  const isOfIt = ({ line }: { line: string }) => line.includes(`sleep ${mark}`)
  while (processes().filter(({ line }) => line === `sleep ${mark}`).length < 2) await new Promise(setImmediate)
  return isOfIt
}
const lockOf = (work: ProvableWork) => join(work.path, provingPath)
const ended = (child: ChildProcess) => child.signalCode ?? child.exitCode

describeOnPosix('two at once', () => {
  test('the second one is told who proves here; the work itself is free meanwhile', async () => {
    const work = await makeProvable(long(301.1))
    const first = begin(work)
    const left = await running(first, 301.1)
    const { exitCode, stderr } = run(work, '--wait', '0')
    expect({ exitCode, stderr }).toEqual({
      exitCode: 6,
      stderr: expect.stringContaining(`spell prove (pid ${first.child.pid} `),
    })
    for (const args of [['lumos'], ['finite'], ['prove', '--list']])
      expect([args, spellHere(work.path, args, { env: envOf(work) }).exitCode]).toEqual([args, 0])
    first.child.kill('SIGTERM')
    await first.ended
    await noneLeft(left)
  })

  test('the second one waits until the first has proven, and proves again only what is not', async () => {
    const work = await makeProvable(criterion('echo >> .ai/.local/ran'))
    const runs = await Promise.all([begin(work, '--wait', '60').ended, begin(work, '--wait', '60').ended])
    expect(runs.map(({ exitCode }) => exitCode)).toEqual([0, 0])
    expect([work.read('.ai/.local/ran'), proofsOf(work).length]).toEqual(['\n', 1])
  })
})

describeOnPosix('a signal', () => {
  test.each<NodeJS.Signals>(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    '%s ends the command, keeps nothing of it, and ends the process as it ends others',
    async (signal) => {
      const work = await makeProvable(`- [ ] z\n  - shell: \`true\`\n${long(301.3)}`)
      const prover = begin(work)
      await said(prover, '2. sleep')
      const left = ({ line }: { line: string }) => line === 'sleep 301.3'
      while (processes().filter(left).length < 2) await new Promise(setImmediate)
      prover.child.kill(signal)
      await prover.ended
      expect(ended(prover.child)).toBe(signal)
      expect(processes().filter(left)).toEqual([])
      expect(existsSync(lockOf(work))).toBe(false)
      // What had been proven by then is kept.
      expect([boxesOf(work), proofsOf(work).length]).toEqual(['x ', 1])
    },
  )
})

const describeInTerminal = hasTerminal ? describe : describe.skip
const clearLine = '\r\u001b[K'
describeInTerminal('in a terminal (needs script of util-linux)', () => {
  const typed = (work: ProvableWork, script: string, dialogue: Parameters<typeof runInTerminal>[2] = [], env = {}) =>
    runInTerminal(work.path, ['sh', '-c', script, 'sh', process.execPath, program], dialogue, {
      ...envOf(work),
      ...env,
    })

  test('Ctrl-C ends the command, and the terminal is as it was', async () => {
    const work = await makeProvable(long(301.4))
    const script =
      'trap : INT; before=$(stty -g); "$@" prove; echo "ended by $?"; test "$before" = "$(stty -g)" && echo same'
    const { raw, text } = await typed(work, script, [['sleep 301.4 & sleep 301.4', key.ctrlC]])
    expect(text).toContain('ended by 130')
    expect(text).toContain('same')
    await noneLeft(({ line }) => line === 'sleep 301.4')
    // The line that moves is cleared, and the cursor was never hidden.
    expect(raw.slice(raw.lastIndexOf(clearLine) + clearLine.length)).toBe('ended by 130\nsame\n')
    expect(raw).not.toContain('\u001b[?25l')
    expect(proofsOf(work)).toEqual([])
  })

  test('a spinner shows the command and its time, in one line of 80 columns, and is gone afterwards', async () => {
    const hostile = `echo '${'very-long '.repeat(40)}\u001b[31m\u202E'; exit 3`
    const work = await makeProvable(criterion(hostile))
    const { raw, text } = await typed(work, 'stty cols 80; "$@" prove; echo "exit $?"')
    expect(text).toContain('exit 10')
    expect(raw).not.toContain('\u001b[31mecho')
    expect(text).not.toContain('\u202E')
    const frames = text.split('\r').filter((line) => /^[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/.test(line))
    expect(frames.length).toBeGreaterThan(0)
    for (const frame of frames) expect([...(frame.split('\n')[0] ?? '')].length).toBeLessThan(80)
    const lines = text.slice(text.indexOf('Response to the AI')).split('\n')
    expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(80)
    expect(text).toContain('✗ 1. a')
    expect(text).toContain('it ended with 3, not 0')
    // What the developer reads stands last.
    expect(text).toMatch(/The last lines \(criterion 1\)[\s\S]*Criterion 1 has not passed\./)
  })

  test('the developer is asked at once, and then it runs', async () => {
    const work = await makeProvable('')
    work.write({ [planPath]: criterion('echo fine') })
    const yes = [['on your machine?', `${key.down}${key.enter}`]] as const
    const { text } = await typed(work, '"$@" prove; echo "exit $?"', yes)
    expect(text).toContain('✓ 1. a')
    expect(text).toContain('exit 0')
    const other = await makeProvable('')
    other.write({ [planPath]: criterion('touch pwned') })
    const refused = await typed(other, '"$@" prove; echo "exit $?"', [['on your machine?', key.enter]])
    expect(refused.text).toContain('Nothing was run.')
    expect(refused.text).toContain('exit 3')
    expect(existsSync(join(other.path, 'pwned'))).toBe(false)
  })

  test('an agent is not asked', async () => {
    const work = await makeProvable('')
    work.write({ [planPath]: criterion('touch pwned') })
    const { text } = await typed(work, '"$@" prove; echo "exit $?"', [], { CLAUDECODE: '1' })
    expect(text).toContain('Only the developer can allow it')
    expect(text).toContain('exit 3')
  })

  test('with --quiet there is no spinner', async () => {
    const work = await makeProvable(criterion('true'))
    expect((await typed(work, '"$@" prove --quiet')).raw).not.toMatch(/[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]/)
  })
})
