import { compileTour } from '../compile-templates'
import { type Ground, time, write } from './ground'

/** How many casts of the tour to take. */
const steps = 4

/** Creates a folder with real work in progress: spells were cast, a task is drafted, and the next Accio moves on. */
export function makeWork(ground: Ground): string {
  const folder = ground.makeFolder()
  const casts = compileTour('templates/tour').filter(({ runs }) => runs === 'accio')
  for (const [index, { runs, writes, text }] of casts.slice(0, steps).entries()) {
    if (writes) write(folder, writes, text ?? '')
    if (index < steps - 1) time(ground, [...ground.spell, runs], folder)
  }
  return folder
}
