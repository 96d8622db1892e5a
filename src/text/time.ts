import { inline } from './markdown/code'

/** The longest text that stands for a time, in characters. */
const fits = 40

/** @returns `2026-11-23 11:08` of a time in UTC; of a record by hand what it has, cut */
export const minuteOf = (time: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time) ? `${time.slice(0, 10)} ${time.slice(11, 16)}` : inline(time.slice(0, fits))

/** @returns a time as people say it: `0.4 s`, `12 s`, `3 min 5 s` */
export function durationText(ms: number): string {
  if (ms < 9_950) return `${(ms / 1_000).toFixed(1).replace(/\.0$/, '')} s`
  const seconds = Math.round(ms / 1_000)
  const rest = seconds % 60
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min${rest > 0 ? ` ${rest} s` : ''}`
}

const msIn = { s: 1_000, m: 60_000 } as const

/** @returns a time limit such as `90s` or `10m` in milliseconds; undefined if the text is none */
export function readLimit(text: string): number | undefined {
  const [, count = '', unit = ''] = /^([1-9]\d{0,5})([sm])$/.exec(text) ?? []
  return unit === 's' || unit === 'm' ? Number(count) * msIn[unit] : undefined
}
