import { errorDocument, failureFrom, failureText } from '../answer/render'
import type { ExitCode } from '../failure/failure'
import { exactJson } from '../markdown/visible'
import { failureHere } from './launcher'
import type { GlobalOptions } from './options'
import { wantsColor, wantsStyle } from './print'
import { write, writeStyled } from './streams'
import { wordsHere } from './words-here'

/** Prints an error: what is wrong, where, and the command that fixes it. Returns the exit code. */
export async function printFailure(error: unknown, options: GlobalOptions): Promise<ExitCode> {
  const failure = failureHere(failureFrom(error))
  const text = (await wordsHere(options.cwd, process.env))(failureText(failure))
  if (options.json) writeStyled(1, `${exactJson(errorDocument(failure), 2)}\n`)
  else if (await wantsStyle(options, process.env, 2)) {
    const { renderFailure } = await import('./terminal')
    writeStyled(2, renderFailure(text, { color: wantsColor(options, process.env) }))
  } else write(2, text)
  if (options.debug) write(2, `${(error as Error).stack}\n`)
  return failure.exitCode
}
