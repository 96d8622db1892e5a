import type { Turn } from '../../workflow/turn'

const names = { you: 'You:', agent: 'The agent is', nobody: 'Done' } as const

/**
 * @param now since when it has waited is told then; absent where it is not
 * @returns who acts next, as one line of Markdown without a full stop: `You: say **Accio** (since 16:41)`
 */
export function turnLine({ who, does, since }: Turn, now?: Date): string {
  // What has just begun has no need of it.
  const isOld = now && since !== undefined && now.getTime() - Date.parse(since) >= 60_000
  const from = isOld && who !== 'nobody' ? sinceText(since, now) : ''
  return [names[who], does, from && `(${from})`].filter(Boolean).join(' ')
}

const dayMinutes = 24 * 60

/** @returns a time as the reader's clock shows it, or its day if that is over; empty for what is no time */
export function pointText(since: string, now: Date): string {
  const time = Date.parse(since)
  if (Number.isNaN(time)) return ''
  const minutesOf = (milliseconds: number) => Math.floor(milliseconds / 60_000) - now.getTimezoneOffset()
  const [then, today] = [minutesOf(time), minutesOf(now.getTime())]
  if (Math.floor(then / dayMinutes) < Math.floor(today / dayMinutes)) return since.slice(0, 10)
  const minute = then % dayMinutes
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

/** @returns `since 16:41`; empty for what is no time */
export function sinceText(since: string, now: Date): string {
  const point = pointText(since, now)
  return point === '' ? '' : `since ${point}`
}
