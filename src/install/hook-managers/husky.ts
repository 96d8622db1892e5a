import { join, posix, relative, sep } from 'node:path'
import type { LinePosition } from '../agents/piece'
import { dependsOn } from '../pieces/package-json'
import type { Look } from '../pieces/piece'
import { blockIn, type HookRunner, hookOf, line, ourHook } from './hook-line'

/** Husky 9 runs `.husky/<hook>` with `sh -e`, unless `HUSKY=0`. */
export const husky: HookRunner = {
  name: 'husky',
  title: 'Husky',
  // Before 5 it had hooks of git's own folder call what package.json or .huskyrc names.
  detect: (look) =>
    isHuskys(look.hooksPath) ||
    look.isThere('.husky') ||
    (dependsOn(look, 'husky') && !/\bhusky\.sh\b/.test(hookOf(look))),
  pieceFor: (look) => blockIn(`${folderOf(look)}/${ourHook}`, [`${line} || exit`], atBegin),
  runs,
  activate: (look) => (runs(look) ? undefined : ['npx', '--no-install', 'husky']),
}

function runs(look: Look): boolean {
  if (isBefore9(look.hooksPath)) return /^#!/.test(hookOf(look))
  return isHuskys(look.hooksPath) && look.isThere(join(look.hooksFolder ?? '', ourHook))
}

/** Its scripts for git are in `_`, next to the team's scripts. */
export const isHuskys = (hooksPath: string | undefined): boolean => /[\\/]_[\\/]?$/.test(hooksPath ?? '')

/** From 5 to 8 git runs the team's scripts themselves. */
const isBefore9 = (hooksPath: string | undefined): boolean => /(?:^|[\\/])\.husky[\\/]?$/.test(hooksPath ?? '')

function folderOf({ root, hooksFolder, hooksPath }: Look): string {
  const isBelow = isHuskys(hooksPath)
  if ((!isBelow && !isBefore9(hooksPath)) || hooksFolder === undefined) return '.husky'
  return posix.normalize(
    relative(root, join(hooksFolder, isBelow ? '..' : '.'))
      .split(sep)
      .join('/'),
  )
}

/** Before anything that may end the script; Husky before 9 starts the script again in its second line. */
function atBegin(text: string): LinePosition | string {
  const [first = ''] = /^#!.*\n?/.exec(text) ?? []
  if (first !== '' && !/sh\b/.test(first))
    return `it is no script of a shell (${first.trim()}), which spell could add a line to.`
  const sourced = /^[ \t]*(?:\.|source)[ \t].*\bhusky\.sh\b.*\n?/m.exec(text)
  return { offset: sourced ? sourced.index + sourced[0].length : first.length, indent: '' }
}
