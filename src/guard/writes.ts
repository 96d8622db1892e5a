import { basename } from 'node:path'
import { eachStarted, goneTo, nameOf, startOf } from '../proof/shell/started'
import { gitCall } from './commits'

/** What a command line plainly writes, moves or removes. */
interface Written {
  /** As it is written in the line; `/` for all that git has here. */
  readonly path: string
  /** The folders that the line has gone to before, each relative to the one before. */
  readonly folders: readonly string[]
  /** Whether it is removed, with all that is in it. */
  readonly isGone: boolean
}

const copying = ['cp', 'install', 'ln', 'mv', 'rsync']
const editing = ['perl', 'ruby', 'sed']
const programs = [...copying, ...editing, 'chmod', 'dd', 'rm', 'rmdir', 'shred', 'tee', 'touch', 'truncate', 'unlink']
/** What git puts back, removes or moves in the folder, of the paths that a command names. */
const ofGit = ['checkout', 'clean', 'mv', 'restore', 'rm', 'stash']
/** Its commands, and whether one puts back or removes all that is not committed. */
const ofAll: Readonly<Record<string, (args: readonly string[]) => boolean>> = {
  checkout: (args) => isForced(args) && !args.includes('--'),
  clean: (args) => isForced(args) && !args.some((word) => /^(?:--dry-run|-[a-zA-Z]*n)/.test(word)) && hasNoPath(args),
  reset: (args) => args.includes('--hard'),
  stash: (args) => {
    const [what = 'push', ...rest] = args
    return what === 'save' || (what === 'push' && hasNoPath(rest)) || (what.startsWith('-') && hasNoPath(args))
  },
  switch: (args) => isForced(args) || args.includes('--discard-changes'),
}
const isForced = (args: readonly string[]): boolean =>
  args.some((word) => /^(?:--force|-[a-zA-Z]*f[a-zA-Z]*)$/.test(word))
const hasNoPath = (args: readonly string[]): boolean =>
  args.every((word, at) => word.startsWith('-') || /^(?:--message|-[a-zA-Z]*m)$/.test(args[at - 1] ?? ''))
const isInPlace = (word: string): boolean => /^-[a-zA-Z]*i|^--in-place/.test(word)

/**
 * @returns what a command line writes by redirection, with a program that does nothing else, or with git; the setting that
 *   says where git's hooks are is a path of that name
 */
export function writesIn(line: string): Written[] {
  const found: Written[] = []
  eachStarted(line, { folders: [] as readonly string[] }, ({ words, writes }, scope) => {
    scope.folders = [...scope.folders, ...goneTo(words)]
    const at = startOf(programs, words)
    const name = at < 0 ? '' : nameOf(words[at])
    const args = words.slice(at + 1)
    const paths = args.filter((word) => !word.startsWith('-')).map((word) => word.replace(/^of=/, ''))
    const target = paths.at(-1) ?? ''
    let { folders } = scope
    const take = (isGone: boolean, ...all: readonly string[]) =>
      found.push(...all.map((path) => ({ path, folders, isGone })))
    take(false, ...writes)
    if (name === 'mv') take(true, ...paths.slice(0, -1))
    // In a folder a copy has the name of what is copied.
    if (copying.includes(name)) take(false, target, ...paths.map((path) => `${target}/${basename(path)}`))
    else if (name !== '' && (!editing.includes(name) || args.some(isInPlace))) take(name.startsWith('rm'), ...paths)

    const git = startOf(['git'], words)
    if (git < 0) return undefined
    const call = gitCall(words.slice(git + 1))
    folders = [...folders, ...call.folders]
    if (ofGit.includes(call.name) && !isOfIndex(call.args)) take(true, ...call.args.map(fromTop))
    if (ofAll[call.name]?.(call.args)) take(true, '/')
    if (call.name === 'config' && setsHooks(call.args)) take(false, 'core.hooksPath')
    return undefined
  })
  return found
}

/** The pathspec of all that a repository has. */
const fromTop = (word: string): string => word.replace(/^:(?:\/|\(top\))\.?$/, '/')

const isOfIndex = (args: readonly string[]): boolean =>
  args.some((word) => /^(?:--cached|--staged|-S)$/.test(word)) && !args.some((word) => /^(?:--worktree|-W)$/.test(word))

function setsHooks(args: readonly string[]): boolean {
  const at = args.findIndex((word) => /^core\.hookspath$/i.test(word))
  return at >= 0 && (args.length > at + 1 || args.some((word) => /^(?:--)?unset/.test(word)))
}
