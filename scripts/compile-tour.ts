import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import matter from 'gray-matter'
import type { TourStep } from '../src/tour/tour'

/**
 * Reads the steps of the tour, in the order of their file names, at build time.
 *
 * @param folder `templates/tour`
 */
export function compileTour(folder: string): TourStep[] {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const { data, content } = matter(readFileSync(join(folder, name), 'utf8').replace(/\r\n/g, '\n'))
      const [says = '', text] = content.split(/^~~~$/m)
      return { ...(data as TourStep), says: says.trim(), ...(text && { text: text.trimStart() }) }
    })
}
