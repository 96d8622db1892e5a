import { resolve } from 'node:path'

const isMake = (program: string): boolean => /(?:^|[\\/])[gb]?make(?:\.exe)?$/.test(program)

/** As they are looked for; which of them counts depends on the make. */
const standard = ['GNUmakefile', 'makefile', 'Makefile', 'BSDmakefile']

/** Short options without a value may stand before the last one in its word. */
const short = /^-[bBdehiknpqrRsStvw]*([Cf])(.*)$/s
const long = /^--(directory|file|makefile)(?:=(.*))?$/s

/**
 * @param words of a command
 * @param folder absolute; where it runs
 * @returns the paths of the makefiles that it may read, absolute; none if it is no make
 */
export function makefilesOf([program = '', ...args]: readonly string[], folder: string): string[] {
  if (!isMake(program)) return []
  let at = folder
  const named: string[] = []
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? ''
    if (word === '--') break
    const [, option, attached] = long.exec(word) ?? short.exec(word) ?? []
    if (option === undefined) continue
    const value = attached || (args[++index] ?? '')
    if (option === 'C' || option === 'directory') at = resolve(at, value)
    else named.push(value)
  }
  return (named.length > 0 ? named : standard).map((name) => resolve(at, name))
}
