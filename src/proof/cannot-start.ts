import { accessSync, closeSync, constants, openSync, readSync, statSync } from 'node:fs'
import { basename, delimiter, resolve } from 'node:path'
import type { Environment } from '../disk/environment'
import { attemptOr } from '../text/failure'

/**
 * Looks whether a program is there and can be run, before a shell is asked to: what that says afterwards cannot be told
 * from a failure of the program itself. Nothing is said on Windows, which looks for programs in its own way.
 *
 * @returns why it cannot be started in a folder, which is absolute, a sentence; undefined if nothing is in the way
 */
export function reasonAgainst(program: string, folder: string, env: Environment): string | undefined {
  if (process.platform === 'win32') return undefined
  const [path, reason] = find(program, folder, env.PATH)
  if (path === undefined) return reason
  const [interpreter, asked = ''] = interpreterOf(path)
  if (interpreter === undefined) return undefined
  const [found] = find(interpreter, folder, env.PATH)
  if (found === undefined) return `${program} needs ${interpreter}, which is not there.`
  const isNamed = basename(interpreter) === 'env' && /^[^-=][^=]*$/.test(asked)
  if (!isNamed || find(asked, folder, env.PATH)[0] !== undefined) return undefined
  return `${program} needs ${asked}, which is not installed, or not in the PATH.`
}

/** @returns why nothing can be run in a folder, a sentence */
export function reasonAgainstFolder(folder: string): string | undefined {
  const state = stateOf(folder)
  if (state === 'folder') return undefined
  return state === 'missing'
    ? `The folder ${folder} is not there.`
    : `${folder} is not a folder, or may not be entered.`
}

/** Where a shell looks without a PATH, more or less. */
const systemPath = '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin'

/** @returns the path of a program that can be run, or why there is none */
function find(program: string, folder: string, path = systemPath): [path: string | undefined, reason?: string] {
  const candidates = program.includes('/')
    ? [resolve(folder, program)]
    : path.split(delimiter).map((each) => resolve(folder, each, program))
  let present: readonly [path: string, state: 'locked' | 'folder'] | undefined
  for (const candidate of candidates) {
    const state = stateOf(candidate)
    if (state === 'ready') return [candidate]
    if (state !== 'missing') present ??= [candidate, state]
  }
  if (present?.[1] === 'folder' && program.includes('/')) return [undefined, `${program} is a folder.`]
  if (present?.[1] === 'locked') return [undefined, `${program} is not executable: chmod +x ${present[0]}`]
  const missing = program.includes('/') ? 'not there' : 'not installed, or not in the PATH'
  return [undefined, `${program} is ${missing}.`]
}

function stateOf(path: string): 'ready' | 'locked' | 'folder' | 'missing' {
  try {
    const stat = statSync(path)
    if (stat.isDirectory()) return 'folder'
    accessSync(path, constants.X_OK)
    return 'ready'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? 'locked' : 'missing'
  }
}

const longestLine = 256

/** @returns what the first line of a script names, and its first word after that; nothing for a program */
function interpreterOf(path: string): [interpreter?: string, asked?: string] {
  const bytes = Buffer.alloc(longestLine)
  // One may be run, but not read.
  attemptOr(0, () => {
    const descriptor = openSync(path, 'r')
    try {
      return readSync(descriptor, bytes)
    } finally {
      closeSync(descriptor)
    }
  })
  const [, interpreter, asked] = /^#![ \t]*([^\s\0]+)[ \t]*([^\s\0]*)/.exec(bytes.toString('latin1')) ?? []
  return interpreter === undefined ? [] : [interpreter, asked ?? '']
}
