import type { Git } from '../git/git'
import { committedFiles } from '../git/piece-files'
import { goBack } from './bring-back'
import { type Finding, finding, type LinePlace, type PastFinding, pastFinding } from './finding'
import { isHistoryOfPiece } from './pieces'

/** An entry that settles a merge, and the piece of work that it belongs to. */
export interface Settlement {
  readonly place: LinePlace
  readonly tip: string
  readonly id: string | undefined
  /** Where the history lay then. */
  readonly path: string
}

/** What the commits that such entries name have. */
export interface NamedTips {
  /** @returns whether one of them has the entry, or the proof, of this digest */
  readonly has: (digest: string | undefined) => boolean
  /** Entries that name commits which this clone does not have. */
  readonly noted: readonly PastFinding[]
  /** Entries that name commits which have never had that piece of work, nor another one in its folder. */
  readonly findings: readonly Finding[]
}

/** The longest history that is read, in bytes. */
const mostBytes = 64 * 1024 * 1024

/** Reads the commits that settled merges name as the side that was not taken. git is asked only if there are any. */
export async function namedTips(git: Git, settlements: readonly Settlement[]): Promise<NamedTips> {
  const tips = new Map<string, ReadonlyMap<string, string> | undefined>()
  for (const { tip } of settlements) if (!tips.has(tip)) tips.set(tip, await historiesIn(git, tip))
  const noted: PastFinding[] = []
  const findings: Finding[] = []
  for (const { place, tip, id, path } of settlements) {
    const histories = tips.get(tip)
    const named = `${place.where} line ${place.line} names ${tip.slice(0, 12)} as the other side of a merge`
    if (!histories) noted.push(pastFinding(place, 'merged', `${named}; this clone does not have it.`))
    else if (!isOf(histories, id, path) && !(await hadOnce(git, tip, path)))
      findings.push(finding('merged', place, `${named}, but that commit has no such work.`, goBack()))
  }
  const texts = [...tips.values()].flatMap((histories) => [...(histories?.values() ?? [])])
  const has = (digest: string | undefined) =>
    digest !== undefined && texts.some((text) => text.includes(`"digest":"${digest}"}`))
  return { has, noted, findings }
}

/** Whether one of the histories is that of the piece of work, or lies in its place. */
const isOf = (histories: ReadonlyMap<string, string>, id: string | undefined, path: string): boolean =>
  histories.has(path) || [...histories.values()].some((text) => id !== undefined && text.split('\n')[0]?.includes(id))

/** Whether it was removed there. */
const hadOnce = async ({ ask }: Git, tip: string, path: string): Promise<boolean> =>
  (await ask(['log', '-1', '--format=%H', tip, '--', path])) !== ''

/** @returns the histories and proofs of a commit by their paths; undefined if this clone does not have it */
async function historiesIn(git: Git, tip: string): Promise<Map<string, string> | undefined> {
  try {
    const texts = new Map<string, string>()
    for (const [path, { id }] of await committedFiles(git, tip)) {
      const isOurs = isHistoryOfPiece(path.replace(/\bproofs\.jsonl$/, 'history.jsonl'))
      const bytes = isOurs ? await git.objects.read(id, mostBytes) : undefined
      if (bytes && bytes !== 'too large') texts.set(path, bytes.toString())
    }
    return texts
  } catch {
    return undefined
  }
}
