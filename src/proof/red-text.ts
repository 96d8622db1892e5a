import { beginningOf, inline } from '../answer/markdown'

/** @returns when a command was seen failing that has to be, or that it has not been yet */
export const redText = (red: string | undefined): string =>
  red === undefined ? 'red is wanted first' : `red seen ${shownTime(red)}`

/** @returns a time of a record, to the minute; of a line by hand what stands there */
export const shownTime = (time: string): string => {
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z$/.exec(time) ?? []
  return day ? `${day} ${minute}` : inline(beginningOf(time, fits))
}

/** The longest text that stands for a time, in characters. */
const fits = 60
