import type { Environment } from '../disk/environment'
import { isFolder } from '../disk/read'
import { type Git, withGit } from '../git/git'
import { hooksOf } from '../git/hooks-folder'
import { committedFiles } from '../git/piece-files'
import { attemptAsync, Failure } from '../text/failure'
import { keptWith } from '../work/history/history-file'
import { hasSeen } from '../work/history/word-counts'
import { loadSettings, standard } from '../work/settings/settings'
import type { TitleOf } from '../work/texts'
import type { Work } from '../work/work'
import { type Base, historyContinues, lostWork, matchBase, proofsContinue } from './base'
import { goBack } from './bring-back'
import { type CheckedPiece, checkPiece } from './check-piece'
import { seeMerge } from './doctor/merge/see-merge'
import { keptAsTheyWere, missingByFolder } from './file-rules'
import {
  distinct,
  type Finding,
  finding,
  gitRefuses,
  type LinePlace,
  type PastFinding,
  pastFinding,
  type Rule,
} from './finding'
import { judgedTrees } from './freshness'
import { byFirstEntry, isHistoryOfPiece, piecesIn } from './pieces'
import { type CheckReport, notedFinding, type ReportedPiece, violationOf } from './report'
import { governedRules, ignoredFiles, settingsRight, settingsRule, workflowRules } from './repository-rules'
import { type Request, requiredRules } from './request'

/**
 * Checks everything that the files of a checkout can prove, for every piece of work of every workflow. Only reads the
 * working tree, which in CI equals the commit. `.ai/.local/` belongs to one working copy and is skipped.
 *
 * Events before the base are not reported again; violations that exist today always are.
 *
 * @param given what to check (default: every piece of work)
 * @throws Failure `layout-newer` (unreadable); `not-checked-out` (notPossible) in a sparse checkout without it; if git fails,
 *   or a file cannot be read
 */
export async function check(
  root: string,
  env: Environment,
  now: Date,
  request: Request,
  titleOf: TitleOf,
  given?: readonly Work[],
): Promise<CheckReport> {
  const { base, noOverrides, git } = request
  if (!git) return await withGit(root, env, (git) => check(root, env, now, { ...request, git }, titleOf, given))
  const has = isFolder(root, '.ai')
  const unseen = await (await import('../git/unseen')).leftOut(root, env)
  if (unseen) throw unseen
  const works = given?.map(byFirstEntry) ?? (has ? await piecesIn(root) : [])
  const { today, lost } = await matchBase(base, root, works)
  const read = await attemptAsync(() => loadSettings(root, env))
  const settings = read instanceof Failure ? standard : read
  // Asked once, and only if a piece of work has proofs.
  let judged: ReturnType<typeof judgedTrees> | undefined
  const trees = () => (judged ??= judgedTrees(git, request.head))
  const all: CheckedPiece[] = []
  for (const work of works) {
    const title = (state: string) => titleOf(work.flow, state)
    all.push(
      await checkPiece({ work, trees, git, now, title, request, settings, ...(base && { base }) }, today.get(work)),
    )
  }
  const continued = await continuedIn(git, all)
  // Where no word was ever seen, such as in CI and with cloud agents, none is expected.
  const isWordExpected = settings.word === 'required' || all.some(({ words }) => hasSeen(words))
  const noted = [
    ...all.flatMap(({ noted, unseen }) => (isWordExpected ? [...noted, ...unseen] : noted)),
    ...continued.noted,
    ...(await governedRules(git, base, all)),
  ]
  const found = await foundIn(git, all, base && { base, today, lost, continued })
  const everything = [
    ...found,
    ...(await requiredRules(git, all, request)),
    ...(await ignoredFiles(root, env)),
    ...(has ? await settingsRight(root, env) : []),
    ...(await settingsRule(root, read, base)),
    ...(has ? await workflowRules(root) : []),
    ...(noOverrides ? noted.filter(({ code }) => !allowed.includes(code)) : []).map(forbidden),
    ...continued.findings,
  ]
  // Where it does not work, nothing that it was asked above means anything.
  const refused = await hooksOf(git)
  if (refused instanceof Failure) everything.unshift(gitRefuses(refused))
  const merge = await seeMerge(git, titleOf)
  const merging = merge.findings.map(({ where, message, repair, fix }) =>
    finding('merge-conflict', where, message, repair ? undefined : fix, ''),
  )
  // In what is mixed nothing else can be found.
  const findings = merge.isMixed ? merging : [...merging, ...everything]
  return {
    has,
    pieces: all.map(reported),
    findings: distinct(findings).map(violationOf),
    noted: merge.isMixed ? [] : noted.map(notedFinding),
    ofRounds: new Map(all.map(({ work, ofRounds }) => [work.folder, ofRounds])),
    ...(base && { base: { name: base.name, commit: base.commit } }),
  }
}

/** What the base has, and what of it goes on here in another way than by its own lines. */
interface SinceBase extends Awaited<ReturnType<typeof matchBase>> {
  readonly base: Base
  readonly continued: Continued
}

/** Finds what is wrong with each piece of work, with what the base has of it, and with the files that it must keep. */
async function foundIn(git: Git, all: readonly CheckedPiece[], since: SinceBase | undefined): Promise<Finding[]> {
  const ofBase = await Promise.all(all.map((piece) => (since ? continues(piece, since) : [])))
  const found = all.flatMap((piece, index) => [...piece.findings, ...(ofBase[index] ?? [])])
  const files = all.flatMap((piece) => piece.files).filter(({ path }) => !found.some(({ where }) => where === path))
  const kept = await keptAsTheyWere(git, files)
  const lost = since?.lost.filter(({ digests }) => !since.continued.isNamed(digests.at(-1))) ?? []
  return [
    ...(since ? lost.map((history) => lostWork(git.root, since.base, history)) : []),
    ...found,
    ...kept.changed,
    ...(await missingByFolder(git, kept.missing)),
  ]
}

/** Checks whether the base's history and proofs of a piece of work continue here. */
async function continues(
  { work, past, noted, isRead }: CheckedPiece,
  { base, today, continued }: SinceBase,
): Promise<Finding[]> {
  // A repair keeps with the work what it cannot continue.
  const isRepaired = noted.some(({ code }) => code === 'adopted')
  const isKept = (tip: string | undefined) => isRepaired && tip !== undefined && keptWith(work.root, tip) !== undefined
  const history = today.get(work)
  return [
    ...(!isRead || continued.isNamed(past.tip) || isKept(past.tip) ? [] : historyContinues(work, base, past)),
    ...(history ? await proofsContinue(work, base, history, (tip) => continued.has(tip) || isKept(tip)) : []),
  ]
}

/** What commits have that settled merges name, and what one piece of work has kept that another could not continue. */
interface Continued extends NamedTips {
  readonly isNamed: (digest: string | undefined) => boolean
}

async function continuedIn(git: Git, all: readonly CheckedPiece[]): Promise<Continued> {
  const others = new Set(all.flatMap((piece) => piece.others))
  const kept = new Set([...others].filter((other) => keptWith(git.root, other)))
  const tips = await namedTips(
    git,
    all.flatMap((piece) => piece.settled),
  )
  return { ...tips, isNamed: (digest) => tips.has(digest) || (digest !== undefined && kept.has(digest)) }
}

const reported = ({ work, state, title, steps, isNew, counts, words }: CheckedPiece): ReportedPiece => ({
  workflow: work.flow.definition.name,
  name: work.name,
  folder: work.folder,
  isArchived: work.isArchived,
  isNew,
  steps,
  ...(counts && { counts }),
  ...(words && { words }),
  ...(state !== undefined && { state, title }),
})

/** What `--no-overrides` does not forbid. */
const allowed: readonly string[] = ['merged', 'criterion-not-proven', 'word-unseen'] satisfies readonly Rule[]

const forbidden = (told: Finding): Finding => ({
  ...told,
  fix: 'Have a reviewer agree to it, and check without --no-overrides.',
})

/** An entry that settles a merge, and the piece of work that it belongs to. */
export interface Settlement {
  readonly place: LinePlace
  readonly tip: string
  readonly id: string | undefined
  /** Where the history lay then. */
  readonly path: string
}

/** What the commits that such entries name have. */
interface NamedTips {
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
