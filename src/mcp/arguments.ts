import { exit, Failure } from '../text/failure'

/** An argument of a tool, as JSON Schema. A type, as an interface is not known to be JSON. */
type Argument = {
  readonly type: 'string' | 'boolean' | 'array'
  readonly items?: { readonly type: 'integer' | 'string' }
  readonly description?: string
  readonly maxLength?: number
  readonly enum?: string[]
}
export type Arguments = Readonly<Record<string, Argument>>

/** @returns the arguments of a tool call, of valid types. Throws Failure `usage` that names the mistake. */
export function readArguments(
  tool: string,
  known: Arguments,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const wrong = (what: string) =>
    new Failure(exit.usage, 'usage', `${what}.`, `Call ${tool} with ${Object.keys(known).join(', ')}, or with nothing.`)
  for (const [name, value] of Object.entries(given)) {
    const argument = Object.hasOwn(known, name) ? known[name] : undefined
    if (!argument) throw wrong(`The tool ${tool} takes no argument "${name}"`)
    const { is, what } = kinds[kindOf(argument)]
    if (!is(value)) throw wrong(`The argument "${name}" must be ${what}`)
    if (argument.enum?.includes(value as string) === false) {
      throw wrong(`The argument "${name}" must be one of ${argument.enum.join(', ')}, not "${value}"`)
    }
  }
  return given
}

type Kind = 'string' | 'boolean' | 'texts' | 'numbers'

const kindOf = ({ type, items }: Argument): Kind =>
  type !== 'array' ? type : items?.type === 'string' ? 'texts' : 'numbers'

const kinds: Readonly<Record<Kind, { is: (value: unknown) => boolean; what: string }>> = {
  string: { is: (value) => typeof value === 'string', what: 'a text' },
  boolean: { is: (value) => typeof value === 'boolean', what: 'true or false' },
  texts: {
    is: (value) => Array.isArray(value) && value.every((item) => typeof item === 'string'),
    what: 'a list of texts',
  },
  numbers: { is: (value) => Array.isArray(value) && value.every(Number.isInteger), what: 'a list of whole numbers' },
}
