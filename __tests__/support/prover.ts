import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import type { Invocation, RunOptions, RunOutcome } from '../../src/proof/run-command'
import { bundledProgram } from './bundled-program'
import { beforeFoldersGo, plainEnv } from './folder'

/** What a prover says in the end. */
export interface Proved {
  readonly outcome: RunOutcome
  readonly bytes: number
  /** How much memory it took for the command, in megabytes. */
  readonly over: number
}

/** A process that runs a command. */
export interface Prover {
  readonly child: ChildProcess
  /** Comes when it has printed a line that is so. */
  said(line: RegExp): Promise<RegExpExecArray>
  /** What it said in the end; undefined if it was killed. */
  readonly ended: Promise<Proved | undefined>
}

const running = new Set<ChildProcess>()
// A test that fails leaves no process behind.
beforeFoldersGo(() => {
  for (const child of running) child.kill('SIGKILL')
})

export function startProver(command: Invocation, options: Partial<RunOptions> = {}): Prover {
  const args = [bundledProgram('prover-program'), JSON.stringify([command, options])]
  const child = spawn(process.execPath, args, { env: plainEnv, stdio: ['ignore', 'pipe', 'inherit'] })
  running.add(child)
  let text = ''
  let look = (): void => undefined
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
    look()
  })
  const ended = new Promise<Proved | undefined>((resolve) => {
    child.on('close', () => {
      running.delete(child)
      const last = text.trim().split('\n').at(-1) ?? ''
      resolve(last.startsWith('{') ? JSON.parse(last) : undefined)
    })
  })
  const said = (line: RegExp) =>
    new Promise<RegExpExecArray>((resolve) => {
      look = () => {
        const found = new RegExp(line, 'm').exec(text)
        if (found) resolve(found)
      }
      look()
    })
  return { child, said, ended }
}

/** Every process that has not ended, as `ps` lists it: its group, and its command line. */
export const processes = (): readonly { group: number; line: string }[] =>
  execFileSync('ps', ['-A', '-o', 'pgid=,stat=,args='], { encoding: 'utf8', maxBuffer: 2 ** 26 })
    .split('\n')
    .flatMap((each) => {
      const [, group = '', state = '', line = ''] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(each) ?? []
      return group === '' || /^[ZX]/.test(state) ? [] : [{ group: Number(group), line }]
    })

/** Comes when no process is left of which something is so; the test's own time is the limit. */
export async function noneLeft(isSo: (process: { group: number; line: string }) => boolean): Promise<void> {
  while (processes().some(isSo)) await new Promise((resolve) => setTimeout(resolve, 10))
}
