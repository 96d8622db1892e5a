import type { CommandContext } from '../../cli/command'
import { isForEyes } from '../../cli/print'
import { isTerminal, write, writeStyled } from '../../cli/streams'
import { visible } from '../../markdown/visible'
import type { BoundCommand } from './consent'
import { inWords, type Judged } from './judge'

/** What is seen while commands run. */
export interface Progress {
  readonly started: (item: { readonly number: number }, bound: BoundCommand) => void
  readonly ended: (result: Pick<Judged, 'verdict'> & { readonly run?: { readonly ms: number } }) => void
  /** Leaves the terminal as it was. */
  readonly end: () => void
}

const frames = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏'
const frameMs = 100
const clearLine = '\r\u001b[K'

/** @returns in a terminal a line that moves, otherwise a line at each start and end, on stderr. Nothing with `--quiet` or `--json` */
export async function progressOn({ options, env, tell }: CommandContext): Promise<Progress> {
  if (options.quiet || options.json) return { started: () => {}, ended: () => {}, end: () => {} }
  return isForEyes(env) && (await isTerminal(2)) ? moving() : lines(tell)
}

const nameOf = (number: number, { command: { text } }: BoundCommand): string =>
  `${number}. ${visible(text.replace(/\s+/g, ' '))}`

function lines(tell: (message: string) => void): Progress {
  return {
    started: ({ number }, bound) => tell(`${nameOf(number, bound)} …`),
    ended: ({ verdict, run }) => tell(`${verdict}${run ? ` after ${inWords(run.ms)}` : ''}`),
    end: () => {},
  }
}

const firstWide = 0x1100

/** @returns as much of a text as has room in so many columns; a character that may be wide counts twice */
export function fitting(text: string, columns: number): string {
  let [kept, left] = ['', columns]
  for (const character of text) {
    left -= (character.codePointAt(0) ?? 0) < firstWide ? 1 : 2
    if (left < 1) return `${kept}…`
    kept += character
  }
  return kept
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
        const time = inWords(Math.floor((frame * frameMs) / 1_000) * 1_000)
        const room = (process.stderr.columns || 80) - time.length - 6
        writeStyled(2, `${clearLine}${frames[frame % frames.length]} ${fitting(name, room)}  ${time}`)
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
