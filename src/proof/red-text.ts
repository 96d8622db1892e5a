import { minuteOf } from '../blocks/minute'

/** @returns when a command was seen failing that has to be, or that it has not been yet */
export const redText = (red: string | undefined): string =>
  red === undefined ? 'red is wanted first' : `red seen ${minuteOf(red)}`
