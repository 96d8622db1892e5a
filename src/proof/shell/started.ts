import { posix, win32 } from 'node:path'
import { eachCommand, isReadWhole, refuseDepth, type ShellCommand } from './shell-commands'

/** Programs that run the command in their arguments, as people use them. */
const wrappers = ['command', 'env', 'exec', 'nice', 'nohup', 'npx', 'sudo', 'time', 'timeout', 'xargs']

/** Programs that run a script: after `-c`, or from their input. */
const shells = ['bash', 'dash', 'eval', 'fish', 'ksh', 'sh', 'zsh']

/** @returns the name of a program, without its folder and `.exe` */
export const nameOf = (program = ''): string => posix.basename(win32.basename(program)).replace(/\.exe$/i, '')

/** @returns where in the words of a command one of these programs stands, alone or behind a wrapper; -1 if nowhere */
export function startOf(programs: readonly string[], words: readonly string[]): number {
  const isOne = (word?: string) => programs.includes(nameOf(word))
  if (wrappers.includes(nameOf(words[0]))) return words.findIndex(isOne)
  return isOne(words[0]) ? 0 : -1
}

/** @returns the scripts that a command hands to a shell; its input is given if it is known */
function scriptsIn(words: readonly string[], input: string | undefined): readonly string[] {
  const at = startOf(shells, words)
  if (at < 0) return []
  const args = words.slice(at + 1)
  if (nameOf(words[at]) === 'eval') return [args.join(' ')]
  const option = args.findIndex((word) => /^-[a-zA-Z]*c$/.test(word))
  const script = option < 0 ? input : args[option + 1]
  return script === undefined ? [] : [script]
}

/**
 * Reads a line with all the scripts that it hands to shells, in the order of execution. Aliases, scripts in files, what is
 * piped into a shell, and anything composed at run time are not seen.
 *
 * @param scope what commands change for later ones
 * @param take called with every simple command; returns the scope of the scripts that this one starts, a copy if it returns none
 * @returns whether all was read; if not, the line is nested too deeply, and may have anything
 */
export function eachStarted<Scope extends object>(
  line: string,
  scope: Scope,
  take: (command: ShellCommand, scope: Scope) => Scope | undefined,
): boolean {
  const read = (script: string, within: Scope, depth: number): void => {
    refuseDepth(depth)
    eachCommand(script, within, (command, outer) => {
      const { words, input } = command
      const inner = take(command, outer) ?? { ...outer }
      // `eval` runs in the same shell.
      for (const each of scriptsIn(words, input)) read(each, nameOf(words[0]) === 'eval' ? outer : inner, depth + 1)
    })
  }
  return isReadWhole(() => read(line, scope, 0))
}

/** @returns the folder that a command goes to for those after it: none, or one */
export const goneTo = ([program, ...args]: readonly string[]): readonly string[] =>
  ['cd', 'pushd'].includes(nameOf(program)) ? args.filter((word) => !word.startsWith('-')).slice(0, 1) : []
