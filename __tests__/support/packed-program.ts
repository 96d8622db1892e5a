import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { eachCommand } from '../../src/proof/shell/shell-commands'
import { beforeFoldersGo, plainEnv } from './folder'
import { packed, programs } from './packed'
import { isProving } from './proving'

// Real processes on slow machines.
if (!isProving) jest.setTimeout(180_000)

export const program = join(packed, 'package', 'bin', 'spell.cjs')

type Env = Readonly<Record<string, string | undefined>>

/** As where it is installed for all repositories. */
export const programEnv = { ...plainEnv, PATH: `${programs}${delimiter}${plainEnv.PATH}` }

export interface Run {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number | null
}

/** Runs the packed program to its end. */
export function spell(
  cwd: string,
  args: readonly string[],
  more: { input?: string; env?: Env; timeout?: number } = {},
): Run {
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
    input: more.input ?? '',
    env: { ...programEnv, ...more.env },
    maxBuffer: 64 * 1024 * 1024,
    // A process that hangs has no exit code.
    timeout: more.timeout,
    killSignal: 'SIGKILL',
  })
  return { stdout, stderr, exitCode: status }
}

const maxRunSeconds = 120

interface Runner {
  readonly worker: Worker
  readonly port: MessagePort
  /** Counts the completed runs. */
  readonly ended: Int32Array
}
let runner: Runner | undefined
afterAll(async () => {
  runner?.port.close()
  await runner?.worker.terminate()
})

/**
 * Runs the packed program repeatedly in one other process, for tests that call it hundreds of times: output and exit
 * code are as in a separate process, without the launcher. It sees no terminal.
 */
export function spellHere(cwd: string, args: readonly string[], more: { input?: string; env?: Env } = {}): Run {
  runner ??= startRunner()
  const { port, ended } = runner
  const before = Atomics.load(ended, 0)
  port.postMessage({
    cwd,
    argv: [process.execPath, program, ...args],
    env: { ...programEnv, ...more.env },
    input: more.input ?? '',
  })
  const seen = Atomics.wait(ended, 0, before, maxRunSeconds * 1000)
  const run = receiveMessageOnPort(port)?.message as Run | undefined
  if (run) return run
  // What ended without an answer gives none to the next test either.
  runner = undefined
  port.close()
  throw new Error(`spell ${args.join(' ')}: no answer (${seen})`)
}

function startRunner(): Runner {
  const { port1, port2 } = new MessageChannel()
  const ended = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(join(__dirname, 'packed-runner.js'), {
    workerData: { entry: join(packed, 'package', 'dist', 'spell.cjs'), port: port2, ended },
    transferList: [port2],
    execArgv: [],
  })
  worker.unref()
  return { worker, port: port1, ended }
}

/** Runs a command with `--json`. @returns the document that it prints, be it an answer or an error */
export function jsonHere({ path }: { readonly path: string }, ...args: readonly string[]) {
  const { stdout, stderr } = spellHere(path, [...args, '--json'])
  return JSON.parse(stdout || stderr)
}

/** The same for a line as typed: optional variables, then `spell` and its arguments. */
export function typedHere(cwd: string, line: string, env: Env = {}): Run {
  const runs: Run[] = []
  eachCommand(line, {}, ({ words: [, ...args], assigned }) => {
    runs.push(spellHere(cwd, args, { env: { ...env, ...Object.fromEntries(assigned.map((word) => word.split('='))) } }))
  })
  const [run] = runs
  if (!run) throw new Error(`nothing to run in ${line}`)
  return run
}

/** Lets stories be written as they would be typed. */
const asTyped = 'spell() { "$TEST_NODE" "$TEST_PROGRAM" "$@"; }'

/** Runs a shell line in which `spell` is the packed program. */
export function shell(cwd: string, line: string, env: Env = {}): Run {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', `${asTyped}\n${line}`], {
    cwd,
    encoding: 'utf8',
    env: { ...programEnv, TEST_NODE: process.execPath, TEST_PROGRAM: program, ...env },
    maxBuffer: 64 * 1024 * 1024,
  })
  return { stdout, stderr, exitCode: status }
}

export interface Running<Child extends ChildProcess = ChildProcess> {
  readonly child: Child
  /** What it has printed until now. */
  readonly said: () => string
  /** Its exit code is null if it was killed. */
  readonly ended: Promise<Run>
}

const running = new Set<ChildProcess>()
// A failing test leaves no process behind.
beforeFoldersGo(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Starts the packed program without waiting for it. */
export const start = (cwd: string, args: readonly string[], env: Env = {}): Running =>
  following(
    spawn(process.execPath, [program, ...args], {
      cwd,
      env: { ...programEnv, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  )

/** Starts it with a stdin to write to. */
export function startOpen(cwd: string, args: readonly string[]): Running<ChildProcessWithoutNullStreams> {
  const child = spawn(process.execPath, [program, ...args], { cwd, env: programEnv })
  // It may be gone before all is written.
  child.stdin.on('error', () => {})
  return following(child)
}

function following<Child extends ChildProcess & { stdout: Readable; stderr: Readable }>(child: Child): Running<Child> {
  running.add(child)
  let stdout = ''
  let stderr = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
  })
  const ended = new Promise<Run>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode) => {
      running.delete(child)
      resolve({ stdout, stderr, exitCode })
    })
  })
  return { child, said: () => stdout, ended }
}
