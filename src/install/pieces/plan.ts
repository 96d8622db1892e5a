import { isAbsolute } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { asideCommand } from '../../disk/aside-command'
import { pathInCommand } from '../../disk/disk-failure'
import { getOrInsert } from '../../engine/records'
import { exit, Failure } from '../../text/failure'
import type { FilePiece, Piece } from '../agents/piece'
import { filedKey, isIn, problemIn, putKeys, takeKeys } from './keys'
import { partOf } from './look'
import { blocksIn, fingerprint, hasMarker, markedFile, markFile, putBlock, takeBlocks, withoutBlocks } from './marker'
import type { Put, Site } from './piece'
import { type FileWanted, type Kept, type Planned, type Purpose, refusal, unchanged } from './planned'
import { differenceOf, type Filed, type FiledKey, goBack } from './record'

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
  if (!filed?.chain || !site.isThere(filed.chain)) return planned
  if (planned.after === undefined) return { ...planned, back: filed.chain }
  if (pieces.length > 0 || markedFile(planned.after)) return planned
  const why = 'Another hook has taken the place of spell’s, so the one from before is not put back over it.'
  return { ...planned, kept: [...planned.kept, { kept: 'refused', why, path: filed.chain }] }
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

/** Something that cannot be put in, and is not the user's choice. */
const lacking = { isLacking: true, fix: 'correct that, then: spell init' } as const

/** Plans the change of a text; a byte order mark is no part of it, and stays. */
function planText(before: string | undefined, wanted: FileWanted): Planned {
  if (!before?.startsWith('\uFEFF')) return planUnmarked(before, wanted)
  const planned = planUnmarked(before.slice(1), wanted)
  return { ...planned, before, after: planned.after === undefined ? undefined : `\uFEFF${planned.after}` }
}

function planUnmarked(before: string | undefined, { path, pieces, filed, version, purpose }: FileWanted): Planned {
  const past = filed?.keys ?? []
  const isAsLeft = before !== undefined && filed !== undefined && fingerprint(before) === filed.whole
  const origin = isAsLeft ? goBack(before, filed.before) : without(before, past, filed)
  const kept: Kept[] = []
  const wanted = purpose === 'update' ? pieces.filter((piece) => isStill(before, piece, filed)) : pieces
  const keys = wanted.flatMap((piece) => (piece.do === 'keys' ? piece.keys : []))

  if (wanted.length === 0) {
    const problem = before !== undefined && past.length > 0 && !isAsLeft && problemIn(before)
    if (problem && filed) return refusal(notJson(path, problem), path, filed)
    const after = filed ? origin : before
    const isStillFiled = filed && purpose === 'update' && pieces.length > 0
    return { path, before, after, kept: leftIn(path, after), ...(isStillFiled && { filed }) }
  }
  const ids = wanted.flatMap((piece) => (piece.do === 'block' ? [piece.id] : []))
  let after = before === undefined ? undefined : takeBlocks(before, ({ id }) => ids.includes(id))
  if (keys.length === 0 && after !== undefined) after = takeKeys(after, past)
  // Values are inserted together: old ones that are no longer wanted are removed.
  const inOne: readonly Piece[] = keys.length > 0 ? [{ do: 'keys', path, keys }] : []
  for (const piece of [...wanted.filter((one) => one.do !== 'keys'), ...inOne]) {
    const put = putOne(after, piece, version, past)
    if ('text' in put) after = put.text
    else kept.push({ ...put, path, ...(isLacking(put, piece) && lacking) })
  }
  if (after === undefined) return { path, before, after, kept }
  const ours = keys.map(filedKey).filter((key) => isIn(after, key))
  const isOurs = after !== origin || (filed !== undefined && kept.length > 0)
  const executable = wanted.some((piece) => piece.do === 'file' && piece.executable)
  return {
    path,
    before,
    after,
    kept,
    ...(executable && { executable }),
    ...(isOurs && {
      filed: {
        path,
        whole: fingerprint(after),
        before: origin === undefined ? null : differenceOf(origin, after),
        ...(ours.length > 0 && { keys: ours }),
        ...(filed?.chain && { chain: filed.chain }),
        ...(filed?.folders && { folders: filed.folders }),
      },
    }),
  }
}

/** What a user has edited, or has as a whole in the place of ours, is their choice. */
const isLacking = (put: Exclude<Put, { text: string }>, piece: Piece): boolean =>
  put.kept === 'refused' || (put.kept === 'foreign' && piece.do === 'keys')

function notJson(path: string, problem: string): Failure {
  const message = `What is ours in ${path} cannot be found: ${problem}.`
  return new Failure(exit.system, 'not-json', message, `git diff ${pathInCommand(path)}`)
}

function putOne(text: string | undefined, piece: Piece, version: string, past: readonly FiledKey[]): Put {
  if (piece.do === 'file') return putFile(text, piece, version)
  return piece.do === 'block' ? putBlock(text, piece, version) : putKeys(text, piece, past)
}

export function putFile(text: string | undefined, piece: FilePiece, version: string): Put {
  const body = piece.text.endsWith('\n') ? piece.text : `${piece.text}\n`
  const ours = text === undefined ? undefined : markedFile(text)
  if (text !== undefined && ours === undefined) return { kept: 'foreign', ours: body, there: text }
  if (text !== undefined && ours?.body === body && ours.untouched) return { text }
  if (ours && !ours.untouched) return { kept: 'edited', ours: body, there: ours.body }
  return { text: markFile(piece.comment, version, body) }
}

/** The text without our unedited parts. */
function without(text: string | undefined, keys: readonly FiledKey[], filed: Filed | undefined): string | undefined {
  if (text === undefined || markedFile(text)?.untouched) return undefined
  const rest = takeKeys(withoutBlocks(text), keys)
  return filed?.before === null && /^\s*(\{\s*\})?\s*$/.test(rest) ? undefined : rest
}

/** Whether a piece is present, or was never installed before. */
function isStill(text: string | undefined, piece: Piece, filed: Filed | undefined): boolean {
  if (filed === undefined) return true
  if (piece.do === 'file') return text !== undefined
  if (piece.do === 'block') return blocksIn(text ?? '').some(({ id }) => id === piece.id)
  return (filed.keys ?? []).some((key) => isIn(text ?? '', key))
}

/** Our parts that must stay, because the user has edited them. */
function leftIn(path: string, text: string | undefined): Kept[] {
  if (text === undefined) return []
  const file = markedFile(text)
  const marked = file ? [file] : blocksIn(text)
  if (marked.length === 0 && hasMarker(text))
    return [
      { kept: 'refused', why: 'A line that marks the beginning or the end of our part is gone, so it stays.', path },
    ]
  return marked
    .filter(({ untouched }) => !untouched)
    .map(({ body }) => ({ kept: 'edited' as const, ours: '', there: body, path }))
}
