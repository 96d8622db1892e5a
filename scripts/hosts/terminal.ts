import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { envOf, work } from './place'
import type { Trial } from './trial'

/** A host's terminal UI in tmux. */
export interface Terminal {
  /** Types a line and sends it. */
  readonly type: (text: string) => Promise<void>
  /** What is on the screen and was on it before. */
  readonly screen: () => string
  /** Waits, a minute at most, until the condition holds. */
  readonly until: (holds: () => boolean) => Promise<void>
  /** Waits until nothing moves any more. */
  readonly rests: () => Promise<void>
  /** Keeps the screen as a file. @returns its path */
  readonly keep: (name: string) => string
  readonly close: () => void
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))

/** @returns it once its screen rests */
export async function openTerminal({ host, place }: Trial, isAgain = false): Promise<Terminal> {
  const socket = `spell-hosts-${process.pid}-${Math.random().toString(36).slice(2)}`
  const env = envOf(place, host.env(place))
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { cwd: place.root, env, encoding: 'utf8' })
  const size = ['-x', '120', '-y', '100']
  tmux('new-session', '-d', ...size, ...host.terminal(isAgain))
  const screen = () => {
    try {
      return tmux('capture-pane', '-p', '-S', '-')
    } catch {
      return 'The host has ended.'
    }
  }
  await rests(screen)
  return {
    screen,
    async until(holds) {
      for (const end = Date.now() + 60_000; Date.now() < end && !holds(); ) await sleep(250)
    },
    rests: () => rests(screen),
    async type(text) {
      tmux('send-keys', '-l', text)
      // What comes at once is pasted, in which Enter is a line break.
      await sleep(1500)
      tmux('send-keys', 'Enter')
    },
    keep(name) {
      const folder = join(work, 'screens')
      mkdirSync(folder, { recursive: true })
      const path = join(folder, `${host.name}-${name}.txt`)
      writeFileSync(
        path,
        screen()
          .trim()
          .replace(/\n{3,}/g, '\n\n'),
      )
      return path
    },
    close: () => void tmux('kill-server'),
  }
}

/** Waits, 20 seconds at most, until the screen has not changed for two and shows something. */
async function rests(screen: () => string): Promise<void> {
  const end = Date.now() + 20_000
  let [last, since] = ['', Date.now()]
  while (Date.now() < end && (Date.now() - since < 2000 || !last.trim())) {
    await sleep(250)
    const now = screen()
    if (now !== last) [last, since] = [now, Date.now()]
  }
}
