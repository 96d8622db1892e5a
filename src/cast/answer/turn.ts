import type { Turn } from '../../workflow/turn'

const names = { you: 'You:', agent: 'The agent is', nobody: 'Done' } as const

/**
 * @param now since when it has waited is told then; absent where it is not
 * @returns who acts next, as one line of Markdown without a full stop: `You: say **Accio** (since 16:41)`
 */
export function turnLine({ who, does, since }: Turn, now?: Date): string {
  const from = now && since !== undefined && who !== 'nobody' ? pointText(since, now) : ''
  return [names[who], does, from && `(since ${from})`].filter(Boolean).join(' ')
}

const dayMinutes = 24 * 60

/** @returns a time as the reader's clock shows it, or its day if that is over; empty within a minute, and for what is no time */
function pointText(since: string, now: Date): string {
  const time = Date.parse(since)
  if (!(now.getTime() - time >= 60_000)) return ''
  const minutesOf = (milliseconds: number) => Math.floor(milliseconds / 60_000) - now.getTimezoneOffset()
  const [then, today] = [minutesOf(time), minutesOf(now.getTime())]
  if (Math.floor(then / dayMinutes) < Math.floor(today / dayMinutes)) return since.slice(0, 10)
  const minute = then % dayMinutes
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

const units = [
  [24 * 60, 'day', 'days'],
  [60, 'h', 'h'],
  [1, 'min', 'min'],
] as const

/** @returns how long ago a time was, `3 days` or `2 h`; empty below a minute, and for one that cannot be understood */
export function spanText(since: string, now: Date): string {
  const minutes = (now.getTime() - Date.parse(since)) / 60_000
  const [size, one, many] = units.find(([size]) => minutes >= size) ?? []
  if (size === undefined) return ''
  const count = Math.floor(minutes / size)
  return `${count} ${count === 1 ? one : many}`
}
