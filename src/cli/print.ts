import { inline } from '../answer/markdown'
import { type ExitCode, exit, Failure } from '../failure'
import type { Document, Output, Setting } from './command'
import type { Options } from './options'
import { isTerminal, write } from './streams'

type Env = Setting['env']

/** Prints an answer in the form that the options, the environment and the stream ask for. */
export async function print(output: Output, options: Options, env: Env): Promise<void> {
  if (options.json) {
    write(1, asJson(output.document))
  } else if (output.exact !== undefined) {
    write(1, output.exact)
  } else if (await wantsStyle(options, env)) {
    const { renderTerminal } = await import('./terminal')
    const { main, aside } = output.terminal ?? { main: output.markdown, aside: '' }
    write(1, renderTerminal(main, aside, { color: wantsColor(options, env) }))
  } else {
    write(1, output.markdown)
  }
  if (!options.quiet && !options.json) for (const warning of output.document.warnings) write(2, `spell: ${warning}\n`)
}

/**
 * Prints what went wrong: what, where, and the command that fixes it.
 *
 * @returns the exit code
 */
export function printFailure(error: unknown, options: Options): ExitCode {
  const failure = error instanceof Failure ? error : unexpected(error)
  const { code, message, fix, exitCode } = failure
  if (options.json) {
    write(1, asJson({ schemaVersion: 1, kind: 'error', ok: false, code, message, fix, warnings: [] } as Document))
  } else {
    write(2, `spell: ${inline(message)}\n  fix: ${inline(fix)}\n`)
  }
  if (options.debug) write(2, `${(error as Error).stack}\n`)
  return exitCode
}

const unexpected = (error: unknown) =>
  new Failure(
    exit.system,
    'unexpected',
    `Something went wrong: ${String((error as Error)?.message ?? error).replace(/\.$/, '')}.`,
    'spell lumos --debug',
    {
      cause: error,
    },
  )

const asJson = (document: Document) => `${JSON.stringify(document, null, 2)}\n`

/** Whether a terminal, if there is one, is meant for eyes and can do more than print lines. */
export const isForEyes = (env: Env) => env.TERM !== 'dumb' && !isSet(env.CI)

/** Rendered only for eyes, or where color is forced. */
const wantsStyle = async (options: Options, env: Env) =>
  isForced(options, env) || (isForEyes(env) && (await isTerminal(1)))

const wantsColor = (options: Options, env: Env) =>
  isForced(options, env) || !(options.noColor || env.NO_COLOR || isOff(env.FORCE_COLOR))

const isOff = (value: string | undefined) => value === '0' || value === 'false'
const isSet = (value: string | undefined) => value !== undefined && value !== '' && !isOff(value)
const isForced = (options: Options, env: Env) => !options.noColor && isSet(env.FORCE_COLOR)
