import { resolve } from 'node:path'
import { forEachChild, parse, type SyntaxNode } from 'unbash'
import { eachCommand } from '../shell/shell-commands'
import { unwrap } from '../shell/wrappers'

/** A command line: its arguments, or the text that a shell gets. */
export type CommandLine = { readonly argv: readonly string[] } | { readonly shell: string }

/** What is found in a command line; folders are absolute. */
export interface Finds {
  /** Each word, with each folder that it may be meant in. */
  readonly word: (word: string, folder: string) => void
  /**
   * Each command, and each that may stand behind one that starts another: `timeout 9 npm test` is `timeout`, and `npm`.
   * A command is its words.
   */
  readonly start: (words: readonly string[], folder: string) => void
}

/** A script can hand a script to a shell; one that goes on like this for ever was not written to be run. */
const maxDepth = 16

/**
 * Looks through a command line, and through the scripts in it: `sh -c '…'`. What is put together at run time is not seen.
 *
 * @param folder absolute; where it runs
 */
export function lookThrough(line: CommandLine, folder: string, finds: Finds, depth = 0): void {
  if (depth > maxDepth) return
  if ('argv' in line) lookThroughWords(line.argv, folder, finds, depth)
  else lookThroughScript(line.shell, folder, finds, depth)
}

/** @returns the folder that what comes after it runs in */
function lookThroughWords(
  words: readonly string[],
  folder: string,
  finds: Finds,
  depth: number,
  input?: string,
): string {
  const { program, args, folders, scripts } = unwrap(words, input)
  const inner = resolve(folder, ...folders)
  for (const each of new Set([folder, inner])) for (const word of words) finds.word(word, each)
  // The name of a program stands without its folder there, and what runs it may be none that is known.
  const behind = [program, ...args]
  for (const [index] of behind.entries()) finds.start(behind.slice(index), inner)
  for (const shell of scripts) lookThrough({ shell }, inner, finds, depth + 1)
  const isMove = program === 'cd' || program === 'pushd'
  return isMove ? resolve(inner, args.find((word) => !word.startsWith('-')) ?? '.') : folder
}

function lookThroughScript(script: string, folder: string, finds: Finds, depth: number): void {
  const folders = new Set([folder])
  eachCommand(script, { folder }, ({ words, input }, scope) => {
    scope.folder = lookThroughWords(words, scope.folder, finds, depth, input)
    folders.add(scope.folder)
  })
  for (const word of wordsIn(script)) for (const each of folders) finds.word(word, each)
}

/** Every word, those of lists, assignments and of what is read too; what is written by it is none of its input. */
function wordsIn(script: string): string[] {
  const { commands, errors } = parse(script)
  const words: string[] = []
  const visit = (node: SyntaxNode): void => {
    if (node.type === 'Redirect' && node.operator !== '<>' && node.operator.includes('>')) return
    if (node.type === 'Word') words.push(node.value)
    forEachChild(node, visit)
  }
  for (const statement of commands) visit(statement)
  return errors?.length ? [...words, ...script.split(/[\s'"`;|&()<>{}]+/)] : words
}
