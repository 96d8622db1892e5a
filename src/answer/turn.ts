import type { Turn } from '../flows/flow'

const names = { you: 'You:', agent: 'The agent is', nobody: 'Done' } as const

/**
 * @param now for how long it has waited; absent where that is not told
 * @returns who acts next, as one line of Markdown without a full stop: `You: say **Accio** (for 2 h)`
 */
export function turnLine({ who, does, since }: Turn, now?: Date): string {
  const waited = now && since !== undefined && who !== 'nobody' ? waitedText(now.getTime() - Date.parse(since)) : ''
  return [names[who], does, waited && `(for ${waited})`].filter(Boolean).join(' ')
}

const units = [
  [24 * 60, 'day', 'days'],
  [60, 'h', 'h'],
  [1, 'min', 'min'],
] as const

/** @returns `3 days`, `2 h`; empty below a minute, and for a time that cannot be understood */
export function waitedText(ms: number): string {
  const minutes = ms / 60_000
  const [size, one, many] = units.find(([size]) => minutes >= size) ?? []
  if (size === undefined) return ''
  const count = Math.floor(minutes / size)
  return `${count} ${count === 1 ? one : many}`
}
