import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isTerminal, readAll, write } from '../../../cli/streams'
import { findRoot } from '../../../disk/root'
import { isRecord } from '../../../failure/json'
import type { HookTexts } from '../../../flows/hope/hooks/subagent'
import { visibleJson } from '../../../markdown/visible'
import { answerHook, type HostInput, hookNames } from './hook-answers'

/** More than any host sends. In bytes. */
const maxInputBytes = 8 * 1024 * 1024

/** Answers a host that calls a hook. On any error it stays silent: an exit code other than 0 would block the host. */
export async function answerHost(argv: readonly string[]): Promise<0> {
  try {
    const [name = '', ...options] = argv
    if (!hookNames.includes(name)) {
      write(2, `spell: Which hook? There is ${hookNames.join(', ')}.\n`)
      return 0
    }
    const input = (await isTerminal(0)) ? {} : readInput()
    const answer = await answerHook(name, rootOf(options, input), input, loadTexts())
    if (answer !== undefined) write(1, `${visibleJson(answer)}\n`)
  } catch {
    // Stay silent.
  }
  return 0
}

const loadTexts = (): HookTexts => JSON.parse(readFileSync(join(__dirname, 'hope-hooks.json'), 'utf8'))

/** The agent's folder: as the host says (default: the hook's working directory). */
function rootOf(options: readonly string[], { cwd }: HostInput): string {
  const at = options.indexOf('--cwd')
  const asked = at >= 0 ? options[at + 1] : cwd
  const folder = typeof asked === 'string' && isFolder(asked) ? resolve(asked) : process.cwd()
  return findRoot(folder)
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/** The host's input from stdin; empty if it is too long or cannot be parsed. */
function readInput(): HostInput {
  try {
    const bytes = readAll(0, maxInputBytes)
    const value: unknown = bytes.length > maxInputBytes ? {} : JSON.parse(bytes.toString())
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
