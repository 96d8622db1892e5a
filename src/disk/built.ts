import { readFileSync } from 'node:fs'

/** @returns a text that the build has put next to the program. Throws what the file system throws */
export const builtText = (name: string): string => readFileSync(`${__dirname}/${name}`, 'utf8')

/** @returns the same of a JSON file */
export const builtJson = <T>(name: string): T => JSON.parse(builtText(name))
