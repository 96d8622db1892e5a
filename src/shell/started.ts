import { posix, win32 } from 'node:path'

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
export function scriptsIn(words: readonly string[], input: string | undefined): readonly string[] {
  const at = startOf(shells, words)
  if (at < 0) return []
  const args = words.slice(at + 1)
  if (nameOf(words[at]) === 'eval') return [args.join(' ')]
  const option = args.findIndex((word) => /^-[a-zA-Z]*c$/.test(word))
  const script = option < 0 ? input : args[option + 1]
  return script === undefined ? [] : [script]
}
