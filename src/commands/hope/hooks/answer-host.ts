import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isTerminal, readAll, write } from '../../../cli/streams'
import { isRecord } from '../../../failure/json'
import { visibleJson } from '../../../markdown/visible'
import { findRoot } from '../../../store/disk/root'
import type { HookTexts } from '../../../workflows/hope/hooks/context'
import { answerHook, type HostInput, hookNames } from './hook-answers'

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
    if (!hookNames.includes(name)) {
      write(2, `spell: Which hook? There is ${hookNames.join(', ')}.\n`)
      return 0
    }
    const input = (await isTerminal(0)) ? {} : readInput()
    const answer = await answerHook(name, rootOf(options, input), input, loadTexts())
    if (answer !== undefined) write(1, `${typeof answer === 'string' ? answer : visibleJson(answer)}\n`)
  } catch {
    // Nothing is said.
  }
  return 0
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

/** What the host says on stdin; nothing if it is longer than anything that a host says, or not understood. */
function readInput(): HostInput {
  try {
    const bytes = readAll(0, maxInputBytes)
    const value: unknown = bytes.length > maxInputBytes ? {} : JSON.parse(bytes.toString())
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
