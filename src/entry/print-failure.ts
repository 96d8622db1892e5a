import { errorDocument, failureFrom, failureText } from '../cast/answer/render'
import { wordsHere } from '../cast/answer/words-here'
import { failureHere } from '../cli/launcher'
import type { GlobalOptions } from '../cli/options'
import { wantsColor, wantsStyle, write, writeStyled } from '../cli/streams'
import type { ExitCode } from '../text/failure'
import { exactJson } from '../text/markdown/visible'

/** Prints an error: what is wrong, where, and the command that fixes it. Returns the exit code. */
export async function printFailure(error: unknown, options: GlobalOptions): Promise<ExitCode> {
  const failure = failureHere(failureFrom(error))
  if (options.json) writeStyled(1, `${exactJson(errorDocument(failure), 2)}\n`)
  else await printError(failureText(failure), options)
  if (options.debug) write(2, `${(error as Error).stack}\n`)
  return failure.exitCode
}

async function printError(text: string, options: GlobalOptions): Promise<void> {
  const named = (await wordsHere(options.cwd, process.env))(text)
  if (!(await wantsStyle(options, process.env, 2))) return void write(2, named)
  const { renderFailure } = await import('../cli/terminal')
  writeStyled(2, renderFailure(named, { color: wantsColor(options, process.env) }))
}
