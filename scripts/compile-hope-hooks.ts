import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** @param folder `templates/hope-hooks` */
export const compileHopeHooks = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [
      basename(file, '.md'),
      readFileSync(join(folder, file), 'utf8').replace(/\r\n/g, '\n').trim(),
    ]),
  )
