import { wordsHere } from '../cast/answer/words-here'
import type { CommandContext, Document, Output } from '../cli/command'
import { homeHere } from '../cli/home-of-packages'
import type { GlobalOptions } from '../cli/options'
import { isForEyes, isTerminal, readStdin, wantsColor, wantsStyle, write, writeStyled } from '../cli/streams'
import { exactJson, visible } from '../text/markdown/visible'
import type { Wording } from '../text/wording'

type Env = CommandContext['env']

/** Prints an answer in the format that the options, the environment and the stream require. */
export async function print(said: Output, options: GlobalOptions, env: Env): Promise<void> {
  // The commands that an output names must be pasted in this folder.
  const output = homeHere() === undefined ? said : (await import('../cli/launcher')).outputHere(said)
  if (options.json) {
    writeStyled(1, asJson(output.document))
    return
  }
  const { exact, markdown, terminal } = output
  const words: Wording = exact !== undefined ? (text) => text : (output.words ?? (await wordsHere(options.cwd, env)))
  const isStyled = exact === undefined && (await wantsStyle(options, env, 1))
  if (isStyled) {
    const { renderOutput } = await import('../cli/terminal')
    writeStyled(1, renderOutput(output, { color: wantsColor(options, env), words }))
  } else write(1, exact ?? words(markdown))
  if (options.quiet) return
  const shown = (isStyled && terminal?.main) || (exact ?? markdown)
  for (const warning of output.document.warnings) {
    // Who reads both streams would read it twice.
    if (!shown.includes(visible(warning))) await warn(words(warning), options, env)
  }
}

async function warn(warning: string, options: GlobalOptions, env: Env): Promise<void> {
  if (!(await wantsStyle(options, env, 2))) return void write(2, `spell: ${warning}\n`)
  const { renderWarning } = await import('../cli/terminal')
  writeStyled(2, renderWarning(warning, { color: wantsColor(options, env) }))
}

/** Escapes invisible characters. A line ending that is joined to the text would copy it, which V8 collects sooner. */
function asJson(document: Document): Buffer {
  const json = exactJson(document, 2)
  const bytes = Buffer.allocUnsafe(Buffer.byteLength(json) + 1)
  bytes.write(json)
  bytes[bytes.length - 1] = lineEnding
  return bytes
}

const lineEnding = 0x0a

export function commandContextOf(options: GlobalOptions): CommandContext {
  const { env } = process
  return {
    options,
    env,
    tell: (message) => void (options.quiet || write(2, `spell: ${message}\n`)),
    canAsk: async () => !options.json && isForEyes(env) && (await isTerminal(0)) && (await isTerminal(1)),
    stdin: readStdin,
    show: (output) => print(output, options, env),
  }
}
