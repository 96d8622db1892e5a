import { exit, Failure } from '../../failure/failure'

/** An argument of a tool, as JSON Schema. All are texts. */
export interface Argument {
  readonly type: 'string'
  readonly description?: string
  readonly maxLength?: number
  readonly enum?: readonly string[]
  readonly default?: string
}
export type Arguments = Readonly<Record<string, Argument>>

/**
 * Validates the arguments of a tool call.
 *
 * @param tool its name, for the message
 * @param known the arguments that it takes; the length of texts is not checked here
 * @param given the arguments as received
 * @returns the arguments that are present
 * @throws Failure `usage` that names the mistake
 */
export function readArguments(
  tool: string,
  known: Arguments,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const wrong = (what: string) =>
    new Failure(exit.usage, 'usage', `${what}.`, `Call ${tool} with ${Object.keys(known).join(', ')}, or with nothing.`)
  for (const [name, value] of Object.entries(given)) {
    const argument = Object.hasOwn(known, name) ? known[name] : undefined
    if (!argument) throw wrong(`The tool ${tool} takes no argument "${name}"`)
    if (typeof value !== 'string') throw wrong(`The argument "${name}" must be a text`)
    if (argument.enum && !argument.enum.includes(value)) {
      throw wrong(`The argument "${name}" must be one of ${argument.enum.join(', ')}, not "${value}"`)
    }
  }
  return given as Readonly<Record<string, string>>
}
