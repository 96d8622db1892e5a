import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Environment } from '../disk/environment'
import { withoutLocalVariables } from '../git/start'
import { reasonAgainst, reasonAgainstFolder } from './cannot-start'
import { type CommandOutput, gatherOutput } from './gathered-output'
import { endingMs, type ProcessGroup, startGroup, startTree } from './process-group'
import { listenForStop, type StopRequest } from './stop-request'

/** A command of a plan: a program with its arguments, or a text for a shell. */
export type Invocation =
  | { readonly kind: 'run'; readonly argv: readonly [program: string, ...args: string[]] }
  | { readonly kind: 'shell'; readonly text: string }

export interface RunOptions {
  /** Absolute; where it runs. */
  readonly folder: string
  /** How long it may take, in milliseconds. */
  readonly withinMs: number
  readonly env: Environment
  /** The time in milliseconds, from any moment on. */
  readonly now: () => number
  /** Texts that standard output is searched for. */
  readonly texts?: readonly string[]
  /** Gets what it prints, as it comes; a chunk is gone when this returns. */
  readonly onOutput?: (chunk: Buffer, from: 'stdout' | 'stderr') => void
  readonly abort?: AbortSignal
}

/** How a command ended. */
export type RunOutcome =
  | { readonly kind: 'ended'; readonly exit: number }
  | { readonly kind: 'signal'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'timed out' }
  /** Why not, a sentence. */
  | { readonly kind: 'cannot start'; readonly reason: string }
  /** By the caller, or by a signal to this process, which the caller should obey. */
  | { readonly kind: 'aborted'; readonly by?: NodeJS.Signals }

export interface CommandRun {
  readonly outcome: RunOutcome
  /** From its start to its end, or to the moment when it was ended. */
  readonly ms: number
  readonly output: CommandOutput
}

/** How long what a command leaves behind may print and end by itself, in milliseconds. */
const graceMs = 500
/** How often it is looked for, in milliseconds. */
const lookMs = 20
/** A longer time would be over at once. */
const longestTimerMs = 2 ** 31 - 1

/**
 * Runs one command to its end, without input and in its own process group. When it returns, nothing of that group is
 * left, whatever has happened: what the command leaves behind ends, too. On Windows that is so only for what still has the
 * command among its parents.
 */
export async function runCommand(command: Invocation, options: RunOptions): Promise<CommandRun> {
  const { folder, env, now, onOutput, abort } = options
  const gathering = gatherOutput(options.texts ?? [])
  const result = (outcome: RunOutcome, ms = 0): CommandRun => ({ outcome, ms, output: gathering.end() })
  if (abort?.aborted) return result({ kind: 'aborted' })
  const argv = command.kind === 'run' ? command.argv : ([shellFor(env), '-c', command.text] as const)
  const reason = reasonAgainstFolder(folder) ?? reasonAgainst(argv[0], folder, env)
  if (reason !== undefined) return result({ kind: 'cannot start', reason })

  const own = { ...withoutLocalVariables(env), SPELL_PROVE: '1' }
  const start = now()
  let group: ProcessGroup
  try {
    group = isWindows ? await startTree([...argv], folder, own) : startGroup(argv, folder, own)
  } catch (error) {
    return result(notStarted(error))
  }
  const memory = memoryRelease()
  for (const from of ['stdout', 'stderr'] as const) {
    group[from].on('data', (chunk: Buffer) => {
      gathering.add(chunk, from)
      onOutput?.(chunk, from)
      memory.release(chunk)
    })
  }
  const stop = listenForStop(abort)
  try {
    const limit = limitOf(options.withinMs)
    const outcome = await Promise.race([outcomeOf(group), stopped(stop), limit.over])
    limit.cancel()
    const ms = now() - start
    if (outcome.kind === 'cannot start') return result(outcome)
    await clear(group, stop, outcome.kind === 'ended' || outcome.kind === 'signal')
    return result(stop.abort.aborted ? stoppedBy(stop) : outcome, ms)
  } finally {
    stop.forget()
    group.forget()
    group.stdout.destroy()
    group.stderr.destroy()
    memory.end()
  }
}

const isWindows = process.platform === 'win32'

async function outcomeOf(group: ProcessGroup): Promise<RunOutcome> {
  try {
    const { exit, signal } = await group.ended
    return signal ? { kind: 'signal', signal } : { kind: 'ended', exit: exit ?? 0 }
  } catch (error) {
    return notStarted(error)
  }
}

function notStarted(error: unknown): RunOutcome {
  const { code, message } = error as NodeJS.ErrnoException
  return { kind: 'cannot start', reason: `The system says ${code ?? message}.` }
}

function stoppedBy(stop: StopRequest): RunOutcome {
  const by = stop.by()
  return { kind: 'aborted', ...(by && { by }) }
}

const stopped = (stop: StopRequest): Promise<RunOutcome> =>
  new Promise((resolve) => {
    const end = () => resolve(stoppedBy(stop))
    if (stop.abort.aborted) end()
    else stop.abort.addEventListener('abort', end)
  })

function limitOf(ms: number) {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<RunOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'timed out' }), Math.min(ms, longestTimerMs))
  })
  return { over, cancel: () => clearTimeout(timer) }
}

/**
 * Sees to it that nothing of a group is left: what a command that has ended left behind has a moment, then it is asked to
 * end, then made to. A second request for an end does not wait. Output that something outside the group keeps open is left.
 */
async function clear(group: ProcessGroup, stop: StopRequest, hasEnded: boolean): Promise<void> {
  let isClosed = false
  const closed = group.closed.then(() => {
    isClosed = true
  })
  if (hasEnded) {
    // Mostly at once, without a look at the clock.
    await Promise.race([closed, looked(() => isClosed || stop.count() > 0, graceMs)])
    await looked(() => !group.isAlive() || stop.count() > 0, isClosed ? graceMs : 0)
    if (!group.isAlive()) return
  }
  group.signal('SIGTERM')
  await looked(() => !group.isAlive() || stop.count() > 1, endingMs)
  if (group.isAlive()) group.signal('SIGKILL')
  await looked(() => !group.isAlive() && isClosed, graceMs)
}

/** Waits until something is so, but not longer than so many milliseconds. */
async function looked(isSo: () => boolean, mostMs: number): Promise<void> {
  for (let left = mostMs; left > 0 && !isSo(); left -= lookMs) await pause(lookMs)
}

/**
 * Releases memory at once; without that V8 collects some forty megabytes of output before it looks for garbage. What is sent to
 * a port belongs to it, and the other side of this one is closed, so it is thrown away.
 */
function memoryRelease() {
  const { port1: sending, port2: nowhere } = new MessageChannel()
  nowhere.close()
  return {
    /** The bytes are gone afterwards. */
    release({ buffer, length }: Buffer): void {
      // Small chunks may share theirs.
      if (buffer instanceof ArrayBuffer && buffer.byteLength === length) sending.postMessage(undefined, [buffer])
    },
    end: () => sending.close(),
  }
}

/** Where Git for Windows has its shell, from the folder that its git.exe is found in. */
const besideGit = ['../bin/sh.exe', '../usr/bin/sh.exe', '../../bin/sh.exe', '../../usr/bin/sh.exe', 'sh.exe']

/** @returns the shell for a text of a plan; on Windows that of git, by its path, which is found in the PATH */
export function shellFor(env: Environment, isWindows = process.platform === 'win32'): string {
  if (!isWindows) return '/bin/sh'
  const [, path = ''] = Object.entries(env).find(([name]) => name.toUpperCase() === 'PATH') ?? []
  const home = path.split(delimiter).find((folder) => folder !== '' && existsSync(join(folder, 'git.exe')))
  const found =
    home === undefined ? undefined : besideGit.map((each) => join(home, each)).find((each) => existsSync(each))
  return found ?? 'sh'
}
