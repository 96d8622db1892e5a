import { compileTour } from '../compile-tour'
import { type Ground, time, write } from './ground'

/** How far the work of the tour has gone. */
const steps = 4

/** A folder in the midst of real work: spells have been cast, a task is drafted, and the next Accio goes on. */
export function makeWork(ground: Ground): string {
  const folder = ground.makeFolder()
  for (const [index, { casts, writes, text }] of compileTour('templates/tour').slice(0, steps).entries()) {
    if (writes) write(folder, writes, text ?? '')
    if (index < steps - 1) time(ground, [...ground.spell, casts], folder)
  }
  return folder
}
