import { pathInCommand } from '../disk/disk-failure'
import type { CommittedFile, MergeBase } from '../git/base'
import { linesInCommon } from '../git/blob'
import { attemptAsync, Failure, ifPossible } from '../text/failure'
import { hasHistory } from '../work/history/history-file'
import { type HistoryLine, historyPath, parseLine, statePath } from '../work/history/history-line'
import { idOf, workIdOf } from '../work/history/work-id'
import { proofsPath, proofTextOf } from '../work/proof-log'
import { settingsPath, standard } from '../work/settings/settings'
import type { Work } from '../work/work'
import type { Settings } from '../workflow/settings'
import { bringBack, intoPlace } from './bring-back'
import { type Finding, finding, type LinePlace } from './finding'
import { isHistoryOfPiece } from './pieces'

/** The commit to compare with, and all its histories. */
export interface Base {
  /** As the user typed it. */
  readonly name: string
  readonly commit: string
  /** By their paths, relative to the root. */
  readonly histories: ReadonlyMap<string, CommittedFile>
  /** All its logs of proofs, likewise. */
  readonly proofs?: ReadonlyMap<string, CommittedFile>
  /** Everything under `.ai/`, likewise. */
  readonly files?: ReadonlyMap<string, CommittedFile>
  readonly settings?: CommittedFile
}

/** @param prefix of a root below git's one: `packages/api/` @returns what a root is compared with. Throws Failure as git does */
export async function baseIn({ commit, filesNamed }: MergeBase, name: string, prefix = ''): Promise<Base> {
  const named = async (file?: string) =>
    [...(await filesNamed(`${prefix}.ai`, file))].map(([path, file]) => [path.slice(prefix.length), file] as const)
  const files = new Map(await named())
  // A root that the base does not have goes by the settings at its top.
  const settings =
    files.get(settingsPath) ?? (files.size > 0 ? undefined : (await filesNamed('.ai', 'spell.json')).get(settingsPath))
  return {
    name,
    commit,
    histories: new Map((await named('history.jsonl')).filter(([path]) => isHistoryOfPiece(path))),
    proofs: new Map(await named('proofs.jsonl')),
    files,
    ...(settings && { settings }),
  }
}

/** What is known of a base history before today's is read. */
export interface BaseHistory {
  readonly path: string
  /** If today's history begins with all of it: the number of its lines. */
  readonly shared?: number
  /** Otherwise the digests of its entries. */
  readonly digests: readonly string[]
}

/**
 * Finds each piece of work of the base again: at its old path, or by its id. Most histories begin with the whole base
 * history; git has to print it only if not.
 *
 * @returns the base histories by the pieces of work that continue them, and those that no work continues
 * @throws Failure if git fails, or a file cannot be read
 */
export async function matchBase(base: Base | undefined, root: string, pieces: readonly Work[]) {
  const today = new Map<Work, BaseHistory>()
  const lost: BaseHistory[] = []
  const moved: [path: string, file: CommittedFile][] = []
  for (const [path, file] of base?.histories ?? []) {
    const piece = pieces.find((work) => isAt(work, path))
    const shared = piece && linesInCommon(root, path, file)
    if (piece && shared !== undefined) today.set(piece, { path, shared, digests: [] })
    else moved.push([path, file])
  }
  for (const [path, file] of moved) {
    const { digests, first } = await readLines(file)
    const id = first && workIdOf(first)
    const open = pieces.filter((piece) => !today.has(piece))
    const piece = open.find((one) => id !== undefined && idOf(one) === id) ?? open.find((one) => isAt(one, path))
    if (piece) today.set(piece, { path, digests })
    else lost.push({ path, digests })
  }
  return { today, lost }
}

const isAt = (work: Work, path: string): boolean => historyPath(work.flow) === path && hasHistory(work)

/** How much of the base history was found in today's; not counted if today's begins with all of it. */
export interface SharedHistory {
  /** How many of the base's entries have a digest. */
  readonly lines: number
  /** How many of those exist today, from the first on. */
  readonly same: number
  readonly last?: LinePlace
  /** Whether today's history continues after the base's last entry. */
  readonly follows: boolean
  /** The index of the last entry that the base has, too. */
  readonly index: number
  readonly tip?: string
}

/** Looks for the base's history among today's entries. As entries are chained, its last one stands for all of it. */
export function baseRule({ shared = 0, digests }: Pick<BaseHistory, 'shared' | 'digests'>) {
  const known = new Set(digests)
  const lines = digests.length
  const tip = digests.at(-1)
  let same = 0
  let last: LinePlace | undefined
  let follows = tip === undefined
  let index = -1
  return {
    take({ digest, previous }: HistoryLine, place: LinePlace): void {
      if (place.line <= shared) {
        if (digest !== undefined) index = place.index
        return
      }
      if (tip !== undefined && [digest, previous].includes(tip)) follows = true
      if (digest === undefined) return
      if (known.has(digest)) index = place.index
      if (digest === digests[same]) {
        same += 1
        last = place
      }
    },
    end: (): SharedHistory => ({ lines, same, follows, index, ...(last && { last }), ...(tip && { tip }) }),
  }
}

/** The end of a complete entry, with its line ending. */
const ending = /"digest":"([0-9a-f]{64})"\}\r?\n$/
/** In bytes. */
const endingLength = '"digest":""}\r\n'.length + 64
/** A longer first line is no entry of ours. */
const maxFirstBytes = 1024 * 1024

/** The digest of every complete entry, and the first entry. */
async function readLines(history: CommittedFile): Promise<{ digests: string[]; first: HistoryLine | undefined }> {
  const digests: string[] = []
  let begun = Buffer.alloc(0)
  let start = Buffer.alloc(0)
  await history.read((piece) => {
    if (!start.includes(10) && start.length < maxFirstBytes) start = Buffer.concat([start, piece])
    const bytes = Buffer.concat([begun, piece])
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, end + 1)) {
      const [, digest] = ending.exec(bytes.toString('latin1', Math.max(end + 1 - endingLength, 0), end + 1)) ?? []
      if (digest) digests.push(digest)
    }
    // Of an incomplete line, keep only what may belong to its digest.
    begun = Buffer.from(bytes.subarray(Math.max(bytes.lastIndexOf(10) + 1, bytes.length - endingLength)))
  })
  const first = start.subarray(0, start.indexOf(10)).toString()
  return { digests, first: start.includes(10) ? parseLine(first) : undefined }
}

/** A piece of work of the base that nothing continues. */
export function lostWork(root: string, base: Base, { path }: BaseHistory): Finding {
  const message = `The history that ${named(base)} has is gone.`
  return finding('history-removed', path, message, bringBack(root, base, path.slice(0, path.lastIndexOf('/'))))
}

/** Checks that today's history continues that of the base. */
export function historyContinues(
  { root, flow }: Work,
  base: Base,
  { follows, lines, same, last }: SharedHistory,
): Finding[] {
  if (follows) return []
  const path = historyPath(flow)
  const lost = lines - same
  const what =
    same === 0
      ? `None of the ${lines} lines that ${named(base)} has is here`
      : `Of the ${lines} lines that ${named(base)} has, the last ${lost === 1 ? 'one is' : `${lost} are`} missing or changed`
  const fix = bringBack(root, base, path, statePath(flow))
  const place = last ?? { where: path, line: 1 }
  return [finding('history-rewritten', place, `${what}: the history was rewritten since.`, fix)]
}

/**
 * Checks that today's proofs go on from those of the base: as they are chained, its last one stands for all of them.
 *
 * @param history the one of the base that the piece of work continues
 * @param isKept whether the last one is in what a settled merge or a repair has kept
 */
export async function proofsContinue(
  work: Work,
  base: Base,
  history: BaseHistory,
  isKept: (digest: string) => boolean,
): Promise<Finding[]> {
  const was = `${history.path.slice(0, history.path.lastIndexOf('/'))}/proofs.jsonl`
  const file = base.proofs?.get(was)
  const path = proofsPath(work.flow)
  if (!file || linesInCommon(work.root, path, file) !== undefined) return []
  const { digests } = await readLines(file)
  const today = (ifPossible(() => proofTextOf(work)) ?? '').split('\n')
  const isThere = (digest: string) => today.some((line) => line.includes(`"digest":"${digest}"}`))
  const tip = digests.at(-1)
  if (tip === undefined || isThere(tip) || isKept(tip)) return []
  const same = digests.findIndex((digest) => !isThere(digest))
  const lost = digests.length - same
  const message = `Of the ${digests.length} runs that ${named(base)} has, the last ${lost === 1 ? 'one is' : `${lost} are`} gone or changed.`
  const show = `git show ${pathInCommand(`${base.commit.slice(0, 12)}:./${was}`)} > ${pathInCommand(path)}`
  const fix = intoPlace(work.root, [path], show)
  return [finding('proof-broken', { where: path, line: same + 1 }, message, fix)]
}

const named = ({ commit, name }: Base): string => `${commit.slice(0, 12)} (${name})`

/** @returns the settings of the base, the standard ones if it has only work; undefined if they cannot be read */
export async function settingsOfBase(base: Base | undefined): Promise<Settings | undefined> {
  if (!base?.settings) return base && base.histories.size > 0 ? standard : undefined
  const { parseSettings } = await import('../work/settings/settings-file')
  const pieces: Buffer[] = []
  await base.settings.read((bytes) => void pieces.push(bytes))
  const settings = await attemptAsync(() => parseSettings(Buffer.concat(pieces).toString(), {}))
  return settings instanceof Failure ? undefined : settings
}
