import { readFileSync, readSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isTerminal, write } from '../../../cli/streams'
import { findRoot } from '../../../store/disk/root'
import type { HookTexts } from '../../../workflows/hope/hooks/context'
import { type HookAnswer, type HostInput, hooks } from './hook-answers'

/** A host says less. In bytes. */
const maxInputBytes = 8 * 1024 * 1024

/**
 * Answers a host that calls one of the hooks. Whatever is wrong, there is nothing to say then, and nobody is stopped: a code
 * other than 0 would hold back what the host is about to do.
 *
 * @param argv what comes after `spell hope hook`
 * @returns always 0
 */
export async function answerHost(argv: readonly string[]): Promise<0> {
  try {
    const [name = '', ...options] = argv
    const hook = Object.hasOwn(hooks, name) ? hooks[name] : undefined
    if (!hook) write(2, `spell: Which hook? There is ${Object.keys(hooks).join(', ')}.\n`)
    if (!hook) return 0
    const input = (await isTerminal(0)) ? {} : parse(readBounded())
    print(hook(rootOf(options, input), input, loadTexts()))
  } catch {
    // Nothing is said.
  }
  return 0
}

const print = (answer: HookAnswer): void => {
  if (answer !== undefined) write(1, `${typeof answer === 'string' ? answer : JSON.stringify(answer)}\n`)
}

const loadTexts = (): HookTexts => JSON.parse(readFileSync(join(__dirname, 'hope-hooks.json'), 'utf8'))

/** Where the agent works: as the host says it, else where the hook runs. */
function rootOf(options: readonly string[], { cwd }: HostInput): string {
  const at = options.indexOf('--cwd')
  const asked = at >= 0 ? options[at + 1] : cwd
  const folder = typeof asked === 'string' && isFolder(asked) ? resolve(asked) : process.cwd()
  return findRoot(folder)
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Everything on stdin, as long as it is not longer than anything that a host says. */
function readBounded(): string {
  const pieces: Buffer[] = []
  let length = 0
  const bytes = Buffer.alloc(64 * 1024)
  for (;;) {
    const read = attempt(() => readSync(0, bytes))
    if (read === 0) return Buffer.concat(pieces).toString()
    length += read
    if (length > maxInputBytes) return ''
    pieces.push(Buffer.from(bytes.subarray(0, read)))
  }
}

/** At its end a pipe of Windows throws, and so does one that nobody has filled yet where it does not wait. */
function attempt(read: () => number): number {
  for (;;) {
    try {
      return read()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return 0
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
    }
  }
}

/** Empty for anything that is not understood. */
function parse(text: string): HostInput {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as HostInput) : {}
  } catch {
    return {}
  }
}
