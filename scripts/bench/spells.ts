import { readdirSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { linesInState } from '../../src/work/history/history-line'
import { copyOf, type Ground, time } from './ground'
import { inPairs } from './pairs'
import { differenceRow, ratioRow, type Section } from './row'

interface Act {
  readonly name: string
  readonly args: readonly string[]
  /** Where it is cast: without work, in the middle of it, after days of it, or where a host passes messages on. */
  readonly at: 'start' | 'work' | 'days' | 'session'
  /** Whether it changes the folder, so that each run needs a new one. */
  readonly changes?: true
  /** The exit code, if not 0. */
  readonly status?: number
  /** Its stdin. */
  readonly input?: string
  /** The limit, as a multiple of the time of `node -e 0`. */
  readonly bar?: number
  /** The limit in milliseconds over `node -e 0`, instead. */
  readonly over?: number
}

/** For a spell that only looks. */
const look = 1.2
/** For a spell that writes and syncs. */
const step = 1.5

/** An agent's hook input before it runs a command. */
const call = (command: string) => JSON.stringify({ tool_name: 'Bash', tool_input: { command } })

/** What a host passes on at each message. */
const message: Pick<Act, 'args' | 'input'> = {
  args: ['word', '--agent', 'claude'],
  input: JSON.stringify({ prompt: 'Look at the header again.', session_id: 'one' }),
}

const acts: readonly Act[] = [
  { name: '`spell lumos`, the very first', args: ['lumos'], at: 'start', bar: look },
  { name: '`spell lumos`', args: ['lumos'], at: 'work', bar: look },
  { name: '`spell lumos --json`', args: ['lumos', '--json'], at: 'work', bar: look },
  { name: '`spell reverto`, which is refused', args: ['reverto'], at: 'work', status: 3, bar: look },
  { name: '`spell accio`, the very first', args: ['accio'], at: 'start', changes: true, bar: step },
  { name: '`spell accio`, which goes on', args: ['accio'], at: 'work', changes: true, bar: step },
  { name: '`spell lumos`, with 50 lines in the state', args: ['lumos'], at: 'days' },
  { name: '`spell lumos`, where a host passes messages on', args: ['lumos'], at: 'session' },
  { name: '`spell word`, at each message', ...message, at: 'session' },
  { name: '`spell check`', args: ['check'], at: 'work' },
  { name: '`spell guard pre-commit`', args: ['guard', 'pre-commit'], at: 'work' },
  { name: '`spell guard tool`, of a command', args: ['guard', 'tool'], at: 'work', input: call('npm test') },
  { name: '`spell guard tool`, of a commit', args: ['guard', 'tool'], at: 'work', input: call('git commit -m x') },
  { name: '`spell statusline`, more than Node', args: ['statusline'], at: 'work', over: 10 },
  {
    name: '`spell statusline`, of Claude Code',
    args: ['statusline', '--host', 'claude'],
    at: 'work',
    input: '{"workspace":{"current_dir":"."}}',
    // A stdin that may stay open takes Node 5 ms.
    over: 15,
  },
]

/** The baseline: Node without a program. */
export const nothing = ({ node }: Ground): readonly string[] => [node, '-e', '0']

/** Whole processes, each compared with an idle Node. */
export async function measureSpells(ground: Ground, work: string): Promise<Section> {
  const empty = ground.makeFolder()
  const folders = { start: empty, work, days: workOfDays(ground, work), session: copyOf(ground, work) }
  time(ground, [...ground.spell, ...message.args], folders.session, message)
  const act = ({ args, at, changes, status, input }: Act): number => {
    const folder = changes ? copyOf(ground, folders[at]) : folders[at]
    const taken = time(ground, [...ground.spell, ...args], folder, { status, input })
    if (changes) rmSync(folder, { recursive: true })
    return taken
  }
  for (const each of acts) {
    act(each)
    letTimePass(ground)
  }
  const rows = []
  for (const each of acts) {
    const pairs = await inPairs(
      ground.pairs,
      () => act(each),
      () => time(ground, nothing(ground), empty),
    )
    const { name, bar, over } = each
    rows.push(over === undefined ? ratioRow(name, 'ms', pairs, bar) : differenceRow(name, 'ms', pairs, over))
  }
  return { title: 'A spell', other: '`node -e 0`', rows }
}

/** Moves between plan and task until the state has as many entries as it keeps. */
function workOfDays(ground: Ground, work: string): string {
  const folder = copyOf(ground, work)
  for (let line = 0; line < linesInState; line += 2) {
    for (const spell of ['finite', 'accio']) time(ground, [...ground.spell, spell], folder)
  }
  return folder
}

/**
 * Compiled code is cached, and compiled again after a while with functions used since: pretends that time has passed.
 */
function letTimePass({ env }: Ground): void {
  const kept = join(String(env.XDG_CACHE_HOME), 'spell-cli')
  for (const name of readdirSync(kept)) utimesSync(join(kept, name), 0, 0)
}
