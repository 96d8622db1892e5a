import { readFileSync, writeFileSync } from 'node:fs'
import { withParts } from '../marked-parts'

const page = '.ci/figures.md'

/** Updates the figures in their page. */
export function writePart(name: string, text: string): void {
  writeFileSync(page, withParts(readFileSync(page, 'utf8'), { [name]: text }))
  console.error(`${page} has the new figures.`)
}
