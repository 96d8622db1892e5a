import { readFileSync, writeFileSync } from 'node:fs'
import { withParts } from '../marked-parts'

const page = 'docs/performance.md'

/** Puts newly measured figures into the page that tells of them. */
export function writePart(name: string, text: string): void {
  writeFileSync(page, withParts(readFileSync(page, 'utf8'), { [name]: text }))
  console.error(`${page} has the new figures.`)
}
