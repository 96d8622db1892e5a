import { isAbsolute } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { asideCommand } from '../../disk/aside-command'
import { getOrInsert } from '../../engine/records'
import { exit, Failure } from '../../text/failure'
import type { Piece } from '../agents/piece'
import { partOf } from './look'
import { markedFile } from './marker'
import type { Site } from './piece'
import { lacking, planText } from './plan-text'
import { type FileWanted, type Planned, type Purpose, refusal, unchanged } from './planned'
import type { Filed } from './record'

/**
 * Plans the changes after which a repository has exactly these pieces; none removes everything. There is a plan for
 * each file of the pieces and of the `past`, what was installed before, also for unchanged ones. A file that links lead to
 * by several paths is written by the first of them, and recorded for each.
 */
export function planFiles(
  site: Site,
  pieces: readonly Piece[],
  past: readonly Filed[],
  version: string,
  purpose: Purpose,
): Planned[] {
  const paths = [...new Set([...past, ...pieces].map(({ path }) => path))]
  const firsts = new Map<string, string>()
  const firstOf = (path: string) => getOrInsert(firsts, isAbsolute(path) ? path : site.leadsTo(path), () => path)
  paths.forEach(firstOf)
  const planned = new Map<string, Planned>()
  for (const path of paths) if (firstOf(path) === path) planned.set(path, planOne(path))
  return paths.map((path) => planned.get(path) ?? alsoAt(path, planned.get(firstOf(path))))

  function planOne(path: string): Planned {
    const wanted = pieces.filter((piece) => firstOf(piece.path) === path).map((piece) => ({ ...piece, path }))
    const unique = wanted.filter((piece, index) => wanted.findIndex((one) => isSame(one, piece)) === index)
    const filed = past.find((file) => file.path === path)
    const stray = partOf(path)
    const isStray = site.isThere(stray) && !site.obstacle(stray, false)
    const planned = planFile(site, { path, pieces: unique, filed, version, purpose })
    return isStray && !planned.refused ? { ...planned, stray } : planned
  }
}

/** One path has one file of ours. */
const isSame = (one: Piece, other: Piece): boolean =>
  (one.do === 'file' && other.do === 'file') || isDeepStrictEqual(one, other)

function alsoAt(path: string, first: Planned | undefined): Planned {
  if (!first?.filed) return unchanged(path, undefined)
  const { folders: _, ...filed } = first.filed
  return unchanged(path, { ...filed, path })
}

function planFile(site: Site, wanted: FileWanted): Planned {
  const { path, pieces, filed } = wanted
  const there = site.read(path)
  if (there !== false) return unlessObstructed(site, planRead(site, there, wanted), filed)

  const failure = site.obstacle(path, true)
  const isIt = planRead(site, there, wanted)
  if (isIt.chain) return unlessObstructed(site, isIt, filed)
  // A foreign file that has replaced ours is not ours to remove.
  if (pieces.length === 0 && failure && isElse.includes(failure.code)) return unchanged(path, undefined)
  if (failure) return refusal(failure, path, filed)
  return pieces.length === 0 ? refusal(notText(site.root, path), path, filed) : isIt
}

const isElse = ['not-a-file', 'not-a-folder']

function unlessObstructed(site: Site, planned: Planned, filed: Filed | undefined): Planned {
  const { path, before, after, chain, back, refused } = planned
  if (refused || (before === after && !chain && !back)) return planned
  const failure = site.obstacle(path, !chain && before !== undefined && after !== undefined)
  return failure ? refusal(failure, path, filed) : planned
}

function notText(root: string, path: string): Failure {
  const fix = `${asideCommand(root, path)}   # and then the same command again`
  return new Failure(exit.system, 'not-text', `${path} cannot be read as text.`, fix)
}

function planRead(site: Site, there: string | undefined | false, wanted: FileWanted): Planned {
  const { path, pieces, filed, purpose } = wanted
  const chain = pieces.find((piece) => piece.do === 'file')?.chain
  const isForeign = there === false || (there !== undefined && markedFile(there) === undefined)
  if (chain && isForeign && (purpose === 'init' || !filed) && !(there && callsIt.test(there))) {
    const why = inTheWay(there, chain, site)
    if (why) return unchanged(path, filed, [{ kept: 'refused', why, path, isLacking: true, fix: byHand }])
    const planned = planText(undefined, { ...wanted, filed: undefined, purpose: 'init' })
    const put = { ...planned, ...(planned.filed && { filed: { ...planned.filed, chain } }) }
    return there && site.isThere(chain) ? { ...put, before: there } : { ...put, chain }
  }
  if (there === false) {
    const kept = pieces.map(() => ({ kept: 'refused' as const, why: `${path} is no text.`, path, ...lacking }))
    return unchanged(path, filed, kept)
  }
  const planned = planText(there, wanted)
  if (!filed?.chain || planned.after !== undefined) return planned
  return site.isThere(filed.chain) ? { ...planned, back: filed.chain } : planned
}

/** A hook that asks what it is called, as Husky 4 and Overcommit do, is another one under another name. */
const asksItsName = /\bbasename\b[^\n]*\$\{?0|\$\{?0(?:##|%|\.)|\bhusky\.sh\b/

/** A line of the user's own. */
const callsIt = /\bspell guard\b|\.ai\/guard\.sh\b/

/** @returns why a hook that is there cannot be renamed; one that was written again may */
function inTheWay(there: string | false, chain: string, site: Site): string | undefined {
  if (there && asksItsName.test(there)) return 'This hook goes by its own name, so it cannot be renamed, and stays.'
  // Its manager has put it there once more.
  if (!site.isThere(chain) || (there && site.read(chain) === there)) return undefined
  return `This hook does not call spell, and ${chain} is there already, so both stay.`
}

const byHand = 'spell init --guard none   # and let it call “spell guard pre-commit”'
