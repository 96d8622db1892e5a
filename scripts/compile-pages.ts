import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PageTexts } from '../src/report/report-page'

/**
 * Reads the styles of pages, and the script of those that are followed.
 *
 * @param folder `templates/pages`
 */
export function compilePages(folder: string): PageTexts {
  const read = (name: string) => `\n${readFileSync(join(folder, name), 'utf8').replace(/\r\n/g, '\n')}`
  return { report: read('report.css'), watch: read('watch.css'), script: read('watch.js') }
}
