import { wordsHere } from '../../cast/answer/words-here'
import type { Board, CommandContext, Waves } from '../../cli/command'
import { commandsHere } from '../../cli/launcher'
import { isTerminal, wantsColor, writeStyled } from '../../cli/streams'
import { attemptAsync, exit, Failure } from '../../text/failure'
import { bullets, inline } from '../../text/markdown-parts'
import type { ReportedTask } from '../../workflow/reporting'
import { standard } from '../../workflows/registry'
import { boardOf, placesText } from '../board/board'
import { taskSigns, wavesIn } from '../report-words'
import { follow } from './live'
import { reportNow, type WatchedWork, workNow } from './work-now'

/** Another screen without a cursor, on which long lines are cut; and back. */
const enter = '\u001b[?1049h\u001b[?25l\u001b[?7l'
const leave = '\u001b[?7h\u001b[?25h\u001b[?1049l'

const ctrlC = '\u0003'

/** How far a key moves the board, in lines. */
const moves: Readonly<Record<string, (page: number) => number>> = {
  '\u001b[A': () => -1,
  '\u001b[B': () => 1,
  '\u001b[5~': (page) => -page,
  '\u001b[6~': (page) => page,
}

/** Shows the board in the terminal until q, Ctrl-C or `over` ends it. Throws Failure (usage) `no-terminal`, `usage`. */
export async function watchInTerminal(root: string, cli: CommandContext, over: Promise<void>): Promise<void> {
  const once = 'spell work --all'
  if (cli.options.json) throw new Failure(exit.usage, 'usage', '`--terminal` draws and has no JSON.', `${once} --json`)
  if (cli.env.TERM === 'dumb' || !(await isTerminal(1)))
    throw new Failure(exit.usage, 'no-terminal', '`--terminal` needs a terminal that can draw.', once)
  const { boardWith } = await import('../../cli/terminal')
  const { stdin, stdout } = process
  const color = wantsColor(cli.options, cli.env)
  const words = await wordsHere(root, cli.env)
  let board: Board = { columns: [], below: '' }
  let top = 0

  const draw = () => {
    const { columns, rows } = sizeOf(stdout)
    const lines = boardWith(board, { color, columns, words }).trim().split('\n')
    const room = Math.max(1, rows - 1)
    top = Math.max(0, Math.min(top, lines.length - room))
    const more = lines.length - room - top
    const foot = [more > 0 && `${more} more below (arrows, Page Down)`, 'q ends'].filter(Boolean).join(' · ')
    const shown = [...lines.slice(top, top + room), foot]
    // Cleared before it is written: a line as wide as the screen would lose its last character.
    writeStyled(1, `\u001b[H${shown.map((line) => `\u001b[K${line}`).join('\r\n')}\u001b[J`)
  }
  const look = async () => {
    try {
      board = await readBoard(root, cli)
    } catch (error) {
      const fix = error instanceof Failure ? ` \`${error.fix}\`` : ''
      board = { columns: [], below: `✗ ${inline((error as Error).message)}${fix}` }
    }
    draw()
  }

  const live = follow(root, look, () => {})
  const pressed = new Promise<void>((resolve) => {
    stdin.on('data', (keys) => {
      const key = keys.toString()
      if (key.includes('q') || key.includes(ctrlC)) resolve()
      top += moves[key]?.(sizeOf(stdout).rows - 2) ?? 0
      if (moves[key]) draw()
    })
  })
  const restore = () => void writeStyled(1, leave)
  process.on('exit', restore)
  const isKeyboard = stdin.isTTY
  if (isKeyboard) stdin.setRawMode(true)
  writeStyled(1, enter)
  stdout.on('resize', draw)
  await live.begin()
  await Promise.race([over, pressed])
  live.rest()
  if (isKeyboard) stdin.setRawMode(false)
  stdin.pause()
  process.off('exit', restore)
  restore()
}

/** Some terminals say that they are 0 by 0. */
const sizeOf = ({ columns, rows }: Pick<NodeJS.WriteStream, 'columns' | 'rows'>) => ({
  columns: columns || 80,
  rows: rows || 24,
})

async function readBoard(root: string, cli: CommandContext): Promise<Board> {
  const { work, unread, now } = await workNow(root, cli)
  const nothing = work.length === 0 && commandsHere('Nothing is under way here. Begin with `spell accio`.')
  const unseen = bullets(unread.map(({ places, why }) => `✗ ${placesText(places)}: ${inline(why)}`))
  const waves = await Promise.all(work.map((each) => wavesOf(root, cli, each)))
  return {
    columns: boardOf(work, now),
    waves: waves.flatMap((each) => each ?? []),
    below: [nothing, unseen].filter(Boolean).join('\n\n'),
  }
}

/** The waves of what is being carried out; undefined if it has none. */
async function wavesOf(root: string, cli: CommandContext, work: WatchedWork): Promise<Waves | undefined> {
  if (work.phase !== 'task' || work.workflow === standard) return undefined
  const report = await attemptAsync(() => reportNow(root, cli, work.page))
  const columns = report instanceof Failure ? [] : waveColumns(report?.tasks ?? [])
  const heading = inline([work.name, work.title].filter(Boolean).join(': '))
  return columns.length > 0 ? { heading, columns } : undefined
}

/** @returns a column for each wave, with what each of its tasks comes after */
export const waveColumns = (tasks: readonly ReportedTask[]): Board['columns'] =>
  wavesIn(tasks).map(({ heading, tasks: own }) => ({
    heading,
    cards: own.map(({ id, name, status, dependsOn = [] }) => ({
      title: id === name ? name : `${id}: ${name}`,
      lines: [`${taskSigns[status].sign} ${taskSigns[status].word}`],
      dimmed: dependsOn.length > 0 ? [`after: ${dependsOn.join(', ')}`] : [],
    })),
  }))
