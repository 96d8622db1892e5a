import type { Wording } from '../answer/plain-words'
import { exactJson } from '../markdown/visible'
import { wordsHere } from '../settings/words-here'
import type { CommandContext, Document, Output } from './command'
import { homeHere } from './home-of-packages'
import type { GlobalOptions } from './options'
import { isTerminal, write, writeStyled } from './streams'

type Env = CommandContext['env']

/** Prints an answer in the format that the options, the environment and the stream require. */
export async function print(said: Output, options: GlobalOptions, env: Env): Promise<void> {
  // The commands that an output names must be pasted in this folder.
  const output = homeHere() === undefined ? said : (await import('./launcher')).outputHere(said)
  if (options.json) {
    writeStyled(1, asJson(output.document))
    return
  }
  const { exact, markdown, terminal, isNamed } = output
  const words: Wording = isNamed || exact !== undefined ? (text) => text : await wordsHere(options.cwd, env)
  const isStyled = exact === undefined && (await wantsStyle(options, env, 1))
  if (isStyled) {
    const { renderOutput } = await import('./terminal')
    writeStyled(1, renderOutput(output, { color: wantsColor(options, env), words }))
  } else write(1, exact ?? words(markdown))
  if (options.quiet) return
  const shown = (isStyled && terminal?.main) || (exact ?? markdown)
  for (const warning of output.document.warnings) {
    // Who reads both streams would read it twice.
    if (!shown.includes(warning)) await warn(words(warning), options, env)
  }
}

async function warn(warning: string, options: GlobalOptions, env: Env): Promise<void> {
  if (!(await wantsStyle(options, env, 2))) return void write(2, `spell: ${warning}\n`)
  const { renderWarning } = await import('./terminal')
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

/** Whether a terminal is read by a user, and can do more than print lines. */
export const isForEyes = (env: Env) => env.TERM !== 'dumb' && !isSet(env.CI)

/** Rendered only for a user, or if color is forced. */
export const wantsStyle = async (options: GlobalOptions, env: Env, descriptor: 1 | 2) =>
  isForced(options, env) || (isForEyes(env) && (await isTerminal(descriptor)))

export const wantsColor = (options: GlobalOptions, env: Env) =>
  isForced(options, env) || !(options.noColor || env.NO_COLOR || isOff(env.FORCE_COLOR))

const isOff = (value: string | undefined) => value === '0' || value === 'false'
const isSet = (value: string | undefined) => value !== undefined && value !== '' && !isOff(value)
const isForced = (options: GlobalOptions, env: Env) => !options.noColor && isSet(env.FORCE_COLOR)
