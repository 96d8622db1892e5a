import { join } from 'node:path'
import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads'
import { eachCommand } from '../../src/shell/shell-commands'
import { plainEnv } from './git-repository'
import { packed } from './packed'
import { program, type Run } from './packed-program'

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
export function spellHere(
  cwd: string,
  args: readonly string[],
  more: { input?: string; env?: Readonly<Record<string, string | undefined>> } = {},
): Run {
  runner ??= startRunner()
  const { port, ended } = runner
  const before = Atomics.load(ended, 0)
  port.postMessage({
    cwd,
    argv: [process.execPath, program, ...args],
    env: { ...plainEnv, ...more.env },
    input: more.input ?? '',
  })
  const seen = Atomics.wait(ended, 0, before, maxRunSeconds * 1000)
  const run = receiveMessageOnPort(port)?.message as Run | undefined
  if (!run) throw new Error(`spell ${args.join(' ')}: no answer (${seen})`)
  return run
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

/** The same for a line as typed: optional variables, then `spell` and its arguments. */
export function typedHere(cwd: string, line: string): Run {
  const runs: Run[] = []
  eachCommand(line, {}, ({ words: [, ...args], assigned }) => {
    runs.push(spellHere(cwd, args, { env: Object.fromEntries(assigned.map((word) => word.split('='))) }))
  })
  const [run] = runs
  if (!run) throw new Error(`nothing to run in ${line}`)
  return run
}
