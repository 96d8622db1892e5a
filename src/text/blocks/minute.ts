import { inline } from '../markdown/code'

/** The longest text that stands for a time, in characters. */
const fits = 40

/** @returns `2026-11-23 11:08` of a time in UTC; of a record by hand what it has, cut */
export const minuteOf = (time: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time) ? `${time.slice(0, 10)} ${time.slice(11, 16)}` : inline(time.slice(0, fits))
