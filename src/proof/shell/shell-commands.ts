import { type Assignment, type Command, forEachChild, parse, type Redirection, type SyntaxNode } from 'unbash'

/** A simple command of a script. */
export interface ShellCommand {
  /** The program and its arguments, without quotes. Expansions stay as written: `$HOME`. */
  readonly words: readonly string[]
  /** `NAME=value`, before the program. */
  readonly assigned: readonly string[]
  /** Its input, if it is a here-document. */
  readonly input: string | undefined
  /** The files that its output is redirected to. */
  readonly writes: readonly string[]
}

/** How often a script may hand a script to a shell. */
const maxDepth = 16

/** Throws RangeError for a script in a script in a script, and so on for ever. */
export function refuseDepth(depth: number): void {
  if (depth > maxDepth) throw new RangeError('too many scripts in scripts')
}

/** @returns whether all was read: nothing is nested too deeply */
export function isReadWhole(read: () => void): boolean {
  try {
    read()
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/**
 * Parses a script into its commands, including those that may not run: both branches of an `if`, the body of a
 * function.
 *
 * @param script for a POSIX shell or Bash; if it has mistakes, the readable part
 * @param scope state that commands change for later ones; a subshell changes a copy
 * @param take called with every simple command, in the order of execution
 * @throws RangeError if it is nested too deeply to be read
 */
export function eachCommand<Scope extends object>(
  script: string,
  scope: Scope,
  take: (command: ShellCommand, scope: Scope) => void,
): void {
  const visit = (node: SyntaxNode, outer: Scope, input?: string, into: readonly string[] = []): void => {
    const inner = opensShell(node) ? { ...outer } : outer
    if (node.type === 'Pipeline' && node.commands.length > 1) {
      for (const command of node.commands) visit(command, { ...inner }, undefined, into)
      return
    }
    const redirects = node.type === 'Command' || node.type === 'Redirected' ? node.redirects : []
    const read = inputIn(redirects) ?? input
    const writes = [...into, ...writtenIn(redirects)]
    forEachChild(node, (child) => visit(child, inner, read, writes))
    if (node.type === 'Command') take({ words: wordsOf(node), assigned: assignedBy(node), input: read, writes }, inner)
  }
  const tree = parse(script.replaceAll('\r\n', '\n'))
  const tooDeep = tree.errors?.find(({ message }) => message.includes('nesting'))
  if (tooDeep) throw new RangeError(tooDeep.message)
  for (const statement of tree.commands) visit(statement, scope)
  if (isWhole(tree)) return
  // Other shells have syntax that Bash lacks: then parse each part of the script separately.
  const parts = script.split(/\r?\n|;|&&?|\|\|?/)
  if (parts.length > 1) for (const part of parts) eachCommand(part, scope, take)
}

/** Substitutions run in a subshell. */
const opensShell = (node: SyntaxNode): boolean =>
  node.type === 'Subshell' ||
  node.type === 'Script' ||
  node.type === 'Coproc' ||
  (node.type === 'Statement' && node.background === true)

const wordsOf = ({ name, args }: Command): string[] =>
  name ? [name.value, ...args.map((word) => (word.type === 'Word' ? word.value : assignment(word)))] : []

const assignedBy = ({ prefix }: Command): string[] =>
  prefix.flatMap((part) => (part.type === 'Assignment' ? [assignment(part)] : []))

const assignment = ({ name, value }: Assignment): string => `${name}=${value.type === 'Word' ? value.value : ''}`

/** The text of a here-document or here-string. */
function inputIn(redirects: readonly Redirection[]): string | undefined {
  const last = redirects.findLast(({ type }) => type !== 'Redirect')
  if (last?.type === 'HereDoc') return last.body.text
  return last?.type === 'HereString' ? last.target?.value : undefined
}

const writtenIn = (redirects: readonly Redirection[]): readonly string[] =>
  redirects.flatMap((each) =>
    each.type === 'Redirect' && each.operator.includes('>') ? (each.target?.value ?? []) : [],
  )

function isWhole(node: SyntaxNode): boolean {
  if (node.type === 'Script' && 'errors' in node && node.errors?.length) return false
  let whole = true
  forEachChild(node, (child) => {
    whole &&= isWhole(child)
  })
  return whole
}
