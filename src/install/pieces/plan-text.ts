import { pathInCommand } from '../../disk/disk-failure'
import { exit, Failure } from '../../text/failure'
import type { FilePiece, Piece } from '../agents/piece'
import { filedKey, isIn, problemIn, putKeys, takeKeys } from './keys'
import { blocksIn, fingerprint, hasMarker, markedFile, markFile, putBlock, takeBlocks, withoutBlocks } from './marker'
import type { Put } from './piece'
import { type FileWanted, type Kept, type Planned, refusal } from './planned'
import { differenceOf, type Filed, type FiledKey, goBack } from './record'

/** Something that cannot be put in, and is not the user's choice. */
export const lacking = { isLacking: true, fix: 'spell init   # once that is put right' } as const

/** Plans the change of a text; a byte order mark is no part of it, and stays. */
export function planText(before: string | undefined, wanted: FileWanted): Planned {
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
