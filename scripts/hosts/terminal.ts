import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandOf } from './host'
import { envOf, work } from './place'
import { type Trial, times } from './trial'

export type Terminal = Awaited<ReturnType<typeof openTerminal>>

/** Waits, three minutes at most, until the condition holds. */
async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 180_000; Date.now() < end && !holds(); ) await sleep(250)
}

/** Starts a host's terminal UI in tmux. @returns it once it takes a message */
export async function openTerminal({ host, place }: Trial, isAgain = false) {
  const socket = `spell-hosts-${process.pid}-${Math.random().toString(36).slice(2)}`
  const env = envOf(place, host.env(place))
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-L', socket, '-f', '/dev/null', ...args], { cwd: place.root, env, encoding: 'utf8' })
  tmux('new-session', '-d', '-x', '80', '-y', '100', ...commandOf(host, isAgain))
  /** What is on the screen and was on it before. */
  const screen = (): string => {
    try {
      return tmux('capture-pane', '-p', '-S', '-')
    } catch {
      return 'The host has ended.'
    }
  }
  /** Waits until nothing has moved for three seconds. */
  const rests = async (): Promise<void> => {
    let [last, since] = ['', Date.now()]
    await until(() => {
      const now = screen()
      if (now !== last) [last, since] = [now, Date.now()]
      return Date.now() - since > 3000
    })
  }
  await until(() => screen().includes(host.prompt))
  await rests()
  return {
    ...{ screen, until, rests },
    /** Types a line and sends it. */
    async type(text: string): Promise<void> {
      const before = times(screen(), text)
      tmux('send-keys', '-l', text)
      await until(() => times(screen(), text) > before)
      // What comes at once is pasted, in which Enter is a line break.
      await sleep(3000)
      // A busy host may lose it.
      for (const sent = screen(); screen() === sent; await sleep(5000)) tmux('send-keys', 'Enter')
    },
    /** Keeps the screen as a file. */
    keep(name: string): void {
      const folder = join(work, 'screens')
      mkdirSync(folder, { recursive: true })
      writeFileSync(
        join(folder, `${host.name}-${name}.txt`),
        screen()
          .trim()
          .replace(/\n{3,}/g, '\n\n'),
      )
    },
    close: () => void tmux('kill-server'),
  }
}
