import { type Command, parse, type Script, type Word, type WordPart } from 'unbash'
import { code } from '../../text/markdown/code'
import type { PlannedCommand } from './planned-command'

/** A command as it is started without a shell, or the reason for which it needs one. */
export type SimpleCommand = { readonly argv: readonly [string, ...string[]] } | { readonly needsShell: string }

/** What begins more than a command where it is the first word of a line. */
const keywords = 'case coproc do done elif else esac fi for function if in select then time until while'.split(' ')

/**
 * Splits a line of plain words, as most commands are: the parser is as large as all else that a look loads.
 *
 * @returns undefined if a sign in it, or its first word, can mean more to a shell
 */
export function plainWords(line: string): readonly [string, ...string[]] | undefined {
  if (!/^[\w./:@%+,-]+(?: +[\w./:@%+,=-]+)*$/.test(line)) return undefined
  const [program = '', ...args] = line.split(/ +/)
  return keywords.includes(program) ? undefined : [program, ...args]
}

/** Splits a command into its arguments as a shell does, and refuses everything else that a shell would do with it. */
export function simpleCommand(text: string): SimpleCommand {
  const plain = plainWords(text)
  if (plain) return { argv: plain }
  const script = parse(text)
  const [statement, ...more] = script.commands
  if (script.errors?.length) return { needsShell: 'it is no whole command of a shell' }
  if (!statement) return { needsShell: 'it has no program' }
  if (more.length > 0) return { needsShell: 'it is more than one command' }
  if (statement.background) return { needsShell: '`&` would let it go on by itself' }
  const { command } = statement
  if (command.type === 'AndOr' || command.type === 'Pipeline') return { needsShell: 'it joins commands' }
  if (command.type !== 'Command') return { needsShell: 'it is a script' }
  if (hasComment(text, script, command)) return { needsShell: 'it has a comment' }
  if (command.prefix.some(({ type }) => type === 'Assignment')) return { needsShell: 'it sets a variable' }
  if (command.redirects.length > 0) return { needsShell: 'it redirects a stream' }
  const words = [command.name, ...command.args].filter((word) => word?.type === 'Word')
  const filled = words.find((word) => !isLiteral(word))
  if (filled) return { needsShell: `a shell would fill in ${code(filled.text)}` }
  const [program = '', ...args] = words.map(({ value }) => value)
  return program === '' ? { needsShell: 'it has no program' } : { argv: [program, ...args] }
}

/** @returns how a planned command starts without a shell; undefined if it needs one */
export function argvOf({ kind, text }: Pick<PlannedCommand, 'kind' | 'text'>): readonly string[] | undefined {
  const line = kind === 'run' ? simpleCommand(text) : undefined
  return line && 'argv' in line ? line.argv : undefined
}

/** What stands behind the last word is a comment, and so is a whole line above the first. */
const hasComment = (text: string, { commands }: Script, { pos, end }: Command): boolean =>
  commands.length === 1 && (text.slice(0, pos).trim() !== '' || text.slice(end).trim() !== '')

const isLiteral = ({ text, parts = [] }: Word): boolean => !text.startsWith('~') && parts.every(isPlain)

const isPlain = (part: WordPart): boolean =>
  part.type === 'Literal' ||
  part.type === 'SingleQuoted' ||
  (part.type === 'DoubleQuoted' && part.parts.every(({ type }) => type === 'Literal'))
