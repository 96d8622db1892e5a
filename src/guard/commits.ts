import { eachStarted, goneTo, nameOf, startOf } from '../proof/shell/started'

/** A `git commit` in a command line. */
export interface Commit {
  /** The folders that it runs in, one after the other, each relative to the one before. */
  readonly folders: readonly string[]
  /** Whether it bypasses the guard. */
  readonly skips: boolean
}

/** Finds the commits of a command line, as far as `eachStarted` sees; one that is nested too deeply may have any. */
export function commitsIn(line: string): Commit[] {
  const found: Commit[] = []
  const scope: { folders: readonly string[]; skips: boolean } = { folders: [], skips: false }
  const isWhole = eachStarted(line, scope, ({ words, assigned }, outer) => {
    const isOff = [...assigned, ...words].some(switchesOff)
    if (['', 'export', 'declare'].includes(nameOf(words[0]))) outer.skips ||= isOff
    outer.folders = [...outer.folders, ...goneTo(words)]
    const inner = { folders: outer.folders, skips: outer.skips || isOff }
    const at = startOf(['git'], words)
    const call = at < 0 ? undefined : gitCall(words.slice(at + 1))
    if (call?.name === 'commit') {
      const skips = inner.skips || call.skips || leavesOutHooks(call.args)
      found.push({ folders: [...inner.folders, ...call.folders], skips })
    }
    return inner
  })
  if (!isWhole) found.push({ folders: [], skips: true })
  return found
}

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
export function gitCall(words: readonly string[]): GitCall {
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
