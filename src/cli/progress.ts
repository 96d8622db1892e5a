import { inline } from '../text/markdown/code'
import { visible } from '../text/markdown/visible'
import { beginningOf, shortened } from '../text/markdown-parts'
import { durationText } from '../text/time'
import type { CommandContext } from './command'
import { isForEyes, isTerminal, write, writeStyled } from './streams'

interface Item {
  readonly number: number
}

interface Bound {
  readonly command: { readonly text: string }
}

interface Ended {
  readonly item: Item
  readonly bound: Bound
  readonly verdict: string
  /** Absent if it was not started. */
  readonly run?: { readonly ms: number } | undefined
}

/** What is seen while commands run. */
export interface Progress {
  readonly started: (item: Item, bound: Bound) => void
  readonly ended: (result: Ended) => void
  /** Leaves the terminal as it was. */
  readonly end: () => void
}

const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
const frameMs = 100
const clearLine = '\r\u001b[K'

/** How often a client hears that a command still runs, in milliseconds. */
const beatMs = 3_000
/** The longest command in a message to a client, in characters. */
const messageCharacters = 100

/**
 * @returns messages for a client; without one a line that moves, in a terminal, or a line at each start and end, on stderr, and
 *   nothing with `--quiet` or `--json`
 */
export async function progressOn({ options, env, tell, client }: CommandContext): Promise<Progress> {
  if (client?.progress) return messages(client.progress)
  if (options.quiet || options.json) return { started: () => {}, ended: () => {}, end: () => {} }
  return isForEyes(env) && (await isTerminal(2)) ? moving() : lines(tell)
}

const nameOf = (number: number, { command: { text } }: Bound): string => `${number}. ${visible(inline(text))}`

function lines(tell: (message: string) => void): Progress {
  return {
    started: ({ number }, bound) => tell(`${nameOf(number, bound)} …`),
    ended: ({ verdict, run }) => tell(`${verdict}${run ? ` after ${durationText(run.ms)}` : ''}`),
    end: () => {},
  }
}

/** Tells a client of each start and end, and now and then that a command still runs. */
function messages(tell: (message: string) => void): Progress {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearInterval(timer)
  const shortName = (number: number, bound: Bound) => beginningOf(nameOf(number, bound), messageCharacters)
  return {
    started({ number }, bound) {
      const name = shortName(number, bound)
      let ms = 0
      tell(`${name} …`)
      timer = setInterval(() => {
        ms += beatMs
        tell(`${name} … ${durationText(ms)}`)
      }, beatMs)
    },
    ended({ item, bound, verdict, run }) {
      stop()
      tell(`${shortName(item.number, bound)}: ${verdict}${run ? ` after ${durationText(run.ms)}` : ''}`)
    },
    end: stop,
  }
}

function moving(): Progress {
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearInterval(timer)
    timer = undefined
    writeStyled(2, clearLine)
  }
  return {
    started({ number }, bound) {
      const name = nameOf(number, bound)
      let frame = 0
      const show = () => {
        const time = durationText(Math.floor((frame * frameMs) / 1_000) * 1_000)
        const room = (process.stderr.columns || 80) - time.length - 6
        writeStyled(2, `${clearLine}${frames[frame % frames.length]} ${shortened(name, room)}  ${time}`)
        frame++
      }
      show()
      timer = setInterval(show, frameMs)
    },
    ended({ verdict, run }) {
      stop()
      if (!run) write(2, `${verdict}\n`)
    },
    end: () => {
      if (timer) stop()
    },
  }
}
