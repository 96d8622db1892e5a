import { basename } from 'node:path'
import { eachStarted, goneTo, nameOf, startOf } from '../proof/shell/started'

/** What a command line plainly writes, moves or removes. */
interface Written {
  /** As it is written in the line. */
  readonly path: string
  /** The folders that the line has gone to before, each relative to the one before. */
  readonly folders: readonly string[]
  /** Whether it is taken away, with all that is in it. */
  readonly isGone: boolean
}

const copying = ['cp', 'install', 'ln', 'mv', 'rsync']
const editing = ['perl', 'ruby', 'sed']
const programs = [...copying, ...editing, 'chmod', 'dd', 'rm', 'rmdir', 'shred', 'tee', 'touch', 'truncate', 'unlink']
const isInPlace = (word: string): boolean => /^-[a-zA-Z]*i|^--in-place/.test(word)

/** @returns what a command line writes by redirection, or with a program that does nothing else */
export function writesIn(line: string): Written[] {
  const found: Written[] = []
  eachStarted(line, { folders: [] as readonly string[] }, ({ words, writes }, scope) => {
    scope.folders = [...scope.folders, ...goneTo(words)]
    const at = startOf(programs, words)
    const name = at < 0 ? '' : nameOf(words[at])
    const args = words.slice(at + 1)
    const paths = args.filter((word) => !word.startsWith('-')).map((word) => word.replace(/^of=/, ''))
    const target = paths.at(-1) ?? ''
    const take = (isGone: boolean, ...all: readonly string[]) =>
      found.push(...all.map((path) => ({ path, folders: scope.folders, isGone })))
    take(false, ...writes)
    if (name === 'mv') take(true, ...paths.slice(0, -1))
    // In a folder a copy has the name of what is copied.
    if (copying.includes(name)) take(false, target, ...paths.map((path) => `${target}/${basename(path)}`))
    else if (name !== '' && (!editing.includes(name) || args.some(isInPlace))) take(name.startsWith('rm'), ...paths)
    return undefined
  })
  return found
}
