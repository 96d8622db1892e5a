import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { stripVTControlCharacters } from 'node:util'
import { beforeFoldersGo } from './folder'
import { program, programEnv } from './packed-program'

/** Whether util-linux's `script` is installed, which provides a real pseudo-terminal. */
export const hasTerminal = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '')

/** The dialogue of a user at a terminal: waits for a text, then presses keys, or does something elsewhere. */
export type Dialogue = readonly (readonly [waitFor: string, keys: string | (() => void)])[]

export const key = { enter: '\r', down: '\u001b[B', escape: '\u001b', ctrlC: '\u0003' } as const

export interface Screen {
  /** The whole output, with escape codes. */
  readonly raw: string
  /** The output as readable text. */
  readonly text: string
  readonly exitCode: number | null
}

const quote = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

const running = new Set<ChildProcess>()
// A program that waits for a key ends with its terminal.
beforeFoldersGo(() => {
  for (const child of running) child.kill('SIGKILL')
})

/** Runs the packed program in a pseudo-terminal to its end. */
export const inTerminal = (
  cwd: string,
  args: readonly string[],
  dialogue: Dialogue = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Screen> => runInTerminal(cwd, [process.execPath, program, ...args], dialogue, env)

/** The same for any program with its arguments. */
export function runInTerminal(
  cwd: string,
  command: readonly string[],
  dialogue: Dialogue = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Screen> {
  const line = command.map(quote).join(' ')
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd,
    env: { ...programEnv, TERM: 'xterm', SHELL: '/bin/sh', ...env },
  })
  running.add(child)
  let raw = ''
  let read = 0
  const waiting = [...dialogue]
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    raw += chunk
    for (let next = waiting[0]; next && raw.includes(next[0], read); next = waiting[0]) {
      read = raw.indexOf(next[0], read) + next[0].length
      if (typeof next[1] === 'string') child.stdin.write(next[1])
      else next[1]()
      waiting.shift()
    }
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (exitCode) => {
      running.delete(child)
      raw = raw.replaceAll('\r\n', '\n')
      if (waiting.length > 0) reject(new Error(`never came to "${waiting[0]?.[0]}":\n${raw}`))
      else resolve({ raw, text: stripVTControlCharacters(raw), exitCode })
    })
  })
}
