import { eachCommand, isReadWhole, refuseDepth } from '../shell/shell-commands'
import { nameOf, scriptsIn, startOf } from '../shell/started'

/** A `git commit` in a command line. */
export interface Commit {
  /** The folders that it runs in, one after the other, each relative to the one before. */
  readonly folders: readonly string[]
  /** Whether it bypasses the guard. */
  readonly skips: boolean
}

/**
 * Finds the commits of a command line; one that is nested too deeply may have any. Aliases, scripts in files, what is
 * piped into a shell, and anything composed at run time are not detected.
 */
export function commitsIn(line: string): Commit[] {
  const found: Commit[] = []
  const read = (script: string, scope: { folders: readonly string[]; skips: boolean }, depth: number): void => {
    refuseDepth(depth)
    eachCommand(script, scope, ({ words, assigned, input }, outer) => {
      const program = nameOf(words[0])
      const isOff = [...assigned, ...words].some(switchesOff)
      if (['', 'export', 'declare'].includes(program)) outer.skips ||= isOff
      if (program === 'cd' || program === 'pushd')
        outer.folders = [...outer.folders, ...words.slice(1).filter(isFolder).slice(0, 1)]
      const inner = { folders: outer.folders, skips: outer.skips || isOff }
      // `eval` runs in the same shell.
      for (const each of scriptsIn(words, input)) read(each, program === 'eval' ? outer : inner, depth + 1)
      const at = startOf(['git'], words)
      const call = at < 0 ? undefined : gitCall(words.slice(at + 1))
      if (call?.name !== 'commit') return
      const skips = inner.skips || call.skips || leavesOutHooks(call.args)
      found.push({ folders: [...inner.folders, ...call.folders], skips })
    })
  }
  if (!isReadWhole(() => read(line, { folders: [], skips: false }, 0))) found.push({ folders: [], skips: true })
  return found
}

const isFolder = (word: string): boolean => !word.startsWith('-')

/** Variables that disable hooks or hook managers. */
const switchesOff = (assignment: string): boolean =>
  /^(?:SPELL_GUARD|HUSKY|LEFTHOOK)=(?:0|false)$|^GIT_CONFIG\w*=.*core\.hookspath/i.test(assignment)

/** git's own options that take the next word. */
const withValue = ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env']

interface GitCall {
  readonly name: string
  readonly args: readonly string[]
  readonly folders: readonly string[]
  readonly skips: boolean
}

/** The git command, without git's own options. */
function gitCall(words: readonly string[]): GitCall {
  const folders: string[] = []
  let skips = false
  for (let index = 0; index < words.length; index++) {
    const [option = '', attached] = words[index]?.split(/=(.*)/s) ?? []
    if (!option.startsWith('-')) {
      return { name: option, args: words.slice(index + 1), folders, skips }
    }
    if (!withValue.includes(option)) continue
    const value = attached ?? words[++index] ?? ''
    if (option === '-C' || option === '--work-tree') folders.push(value)
    if (/^core\.hookspath=/i.test(value)) skips = true
  }
  return { name: '', args: [], folders, skips }
}

/** Options of `git commit` that take the next word; for a letter, the rest of its word. */
const longValues =
  /^--(?:message|file|author|date|template|reuse-message|reedit-message|fixup|squash|cleanup|trailer|pathspec-from-file)$/
const shortValues = 'mFCct'
/** Letters with an optional value in the same word. */
const attachedValues = 'uS'

function leavesOutHooks(args: readonly string[]): boolean {
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? ''
    if (word === '--') return false
    // git accepts unambiguous prefixes of an option.
    if (/^--no-veri(?:f|fy)?$/.test(word)) return true
    if (longValues.test(word)) index++
    if (!/^-[^-]/.test(word)) continue
    const letters = [...word.slice(1)]
    const end = letters.findIndex((letter) => `${shortValues}${attachedValues}`.includes(letter))
    if (letters.slice(0, end < 0 ? undefined : end).includes('n')) return true
    if (end === letters.length - 1 && shortValues.includes(letters[end] ?? '')) index++
  }
  return false
}
