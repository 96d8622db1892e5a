import { posix, win32 } from 'node:path'
import { parse } from 'shell-quote'

/** A `git commit` in a command line. */
export interface Commit {
  /** The folders that it is moved to, one after the other, each relative to the one before. */
  readonly folders: readonly string[]
  /** Whether it leaves out the guard. */
  readonly skips: boolean
}

/** Programs and words of the shell that run what comes after them. */
const wrappers = /^(command|env|exec|nice|nohup|sudo|time|builtin|if|then|else|elif|while|until|do|!|\{)$/
const shells = ['sh', 'bash', 'dash', 'zsh', 'ksh', 'fish']
/** Options of git itself that take the next word. */
const withValue = ['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--exec-path', '--config-env']

/**
 * Finds what a command line of a POSIX shell commits. An alias, a script, and what is put together at run time are not seen.
 *
 * @param line as the agent would run it
 */
export function commitsIn(line: string): Commit[] {
  const found: Commit[] = []
  const folders: string[] = []
  let skips = false
  for (const words of commandsIn(line)) {
    const { program, rest, assigned } = withoutWrappers(words)
    const isSkipped = assigned.includes('SPELL_GUARD=0')
    if (program === 'cd' && rest[0]) folders.push(rest[0])
    if ((program === 'export' && rest.includes('SPELL_GUARD=0')) || (program === '' && isSkipped)) skips = true
    if (shells.includes(program)) {
      const script = rest[rest.findIndex((word) => /^-[a-z]*c$/.test(word)) + 1]
      for (const commit of script === undefined || script === rest[0] ? [] : commitsIn(script)) {
        found.push({ folders: [...folders, ...commit.folders], skips: commit.skips || skips || isSkipped })
      }
    }
    if (program !== 'git') continue
    const call = gitCall(rest)
    if (call?.name !== 'commit') continue
    const leaves = call.args.some((word) => word === '--no-verify' || /^-[a-zA-Z]*n/.test(word))
    found.push({ folders: [...folders, ...call.folders], skips: skips || isSkipped || leaves })
  }
  return found
}

/** The words of each simple command. */
function commandsIn(line: string): string[][] {
  const commands: string[][] = [[]]
  for (const token of parse(asOneLine(line))) {
    if (typeof token === 'string') commands.at(-1)?.push(token)
    else if ('pattern' in token) commands.at(-1)?.push(token.pattern)
    else if ('op' in token && !/[<>]/.test(token.op)) commands.push([])
  }
  return commands.filter(({ length }) => length > 0)
}

/** What is between the marks of a here-document is no command; the end of a line ends one. */
function asOneLine(line: string): string {
  return (
    line
      .replace(/<<-?\s*(['"]?)(\w+)\1([^\n]*)\n[\s\S]*?\n\s*\2(?=\n|$|\s*\))/g, '$3')
      // Nothing is filled in, so what would be run to fill it in is seen as a command.
      .replaceAll('$', '_')
      .replace(/\\\r?\n/g, ' ')
      .replace(/\r?\n/g, ' ; ')
  )
}

function withoutWrappers(words: readonly string[]) {
  const rest = [...words]
  const assigned: string[] = []
  for (let first = rest[0]; first !== undefined; first = rest[0]) {
    if (/^\w+=/.test(first)) assigned.push(first)
    else if (!wrappers.test(nameOf(first)) && !(assigned.length + words.length > rest.length && /^-/.test(first))) break
    rest.shift()
  }
  const [program = '', ...others] = rest
  return { program: nameOf(program), rest: others, assigned }
}

const nameOf = (program: string): string => posix.basename(win32.basename(program)).replace(/\.exe$/i, '')

/** What git is asked to do, after its own options. */
function gitCall(words: readonly string[]) {
  const folders: string[] = []
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (!word.startsWith('-')) return { name: word, args: words.slice(index + 1), folders }
    if (word === '-C' && words[index + 1]) folders.push(words[index + 1] ?? '')
    if (withValue.includes(word)) index++
  }
  return undefined
}
