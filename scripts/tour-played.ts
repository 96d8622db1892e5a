import type { Texts } from '../src/answer/texts'
import type { CastContext } from '../src/cast/context'
import { compileTour } from './compile-tour'

/** The tour, of which the pictures in the documentation are made. */
export const tour = compileTour('templates/tour')

/** A context in which the tour is the same each time. */
export const tourContext = (texts: Texts): CastContext => ({
  root: '',
  now: new Date('2026-08-20T15:30:00Z'),
  env: {},
  texts,
  wait: 0,
  newWork: () => '00000000',
  head: () => undefined,
})
