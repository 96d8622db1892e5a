import type { Environment } from '../disk/environment'
import { isFolder } from '../disk/read'
import { withGit } from '../git/git'
import { hooksOf } from '../git/hooks-folder'
import { attemptAsync, Failure } from '../text/failure'
import { keptWith } from '../work/history/history-file'
import { hasSeen } from '../work/history/word-counts'
import { loadSettings, standard } from '../work/settings/settings'
import type { TitleOf } from '../work/texts'
import type { Work } from '../work/work'
import { historyContinues, lostWork, matchBase, proofsContinue } from './base'
import { type CheckedPiece, checkPiece } from './check-piece'
import { seeMerge } from './doctor/merge/see-merge'
import { keptAsTheyWere, missingByFolder } from './file-rules'
import { distinct, type Finding, finding, gitRefuses, type Rule } from './finding'
import { judgedTrees } from './freshness'
import { namedTips } from './named-tips'
import { byFirstEntry, piecesIn } from './pieces'
import { notedFinding, type Report, type ReportedPiece, violationOf } from './report'
import { governedRules, ignoredFiles, settingsRight, settingsRule, workflowRules } from './repository-rules'
import type { Request } from './request'
import { requiredRules } from './request'

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
): Promise<Report> {
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
      await checkPiece({ work, trees, env, now, title, request, settings, ...(base && { base }) }, today.get(work)),
    )
  }

  // One work may have kept what another could not continue.
  const others = new Set(all.flatMap((one) => one.others))
  const continued = new Set([...others].filter((other) => keptWith(root, other)))
  const settled = all.flatMap((one) => one.settled)
  const tips = await namedTips(git, settled)
  const isNamed = (digest: string | undefined) => tips.has(digest) || (digest !== undefined && continued.has(digest))
  /** Whether the base's history and proofs continue here. */
  const sinceBase = async ({ work, past, noted, isRead }: CheckedPiece): Promise<Finding[]> => {
    if (!base) return []
    // A repair keeps with the work what it cannot continue.
    const isRepaired = noted.some(({ code }) => code === 'adopted')
    const isKept = (tip: string | undefined) => isRepaired && tip !== undefined && keptWith(root, tip) !== undefined
    const history = today.get(work)
    return [
      ...(!isRead || isNamed(past.tip) || isKept(past.tip) ? [] : historyContinues(work, base, past)),
      ...(history ? await proofsContinue(work, base, history, (tip) => tips.has(tip) || isKept(tip)) : []),
    ]
  }
  const ofBase = await Promise.all(all.map(sinceBase))
  const found = all.flatMap((one, index) => [...one.findings, ...(ofBase[index] ?? [])])
  const files = all.flatMap((one) => one.files)
  const asFound = await keptAsTheyWere(
    root,
    files.filter(({ path }) => !found.some(({ where }) => where === path)),
    env,
  )
  // Where no word was ever seen, such as in CI and with cloud agents, none is expected.
  const isWordExpected = settings.word === 'required' || all.some(({ words }) => hasSeen(words))
  const noted = [
    ...all.flatMap(({ noted, unseen }) => (isWordExpected ? [...noted, ...unseen] : noted)),
    ...tips.noted,
    ...(await governedRules(git, base, all)),
  ]
  const everything = [
    ...(base
      ? lost.filter(({ digests }) => !isNamed(digests.at(-1))).map((history) => lostWork(root, base, history))
      : []),
    ...found,
    ...asFound.changed,
    ...(await missingByFolder(root, asFound.missing, env)),
    ...(await requiredRules(git, all, request)),
    ...(await ignoredFiles(root, env)),
    ...(has ? await settingsRight(root, env) : []),
    ...(await settingsRule(root, read, base)),
    ...(has ? await workflowRules(root) : []),
    ...(noOverrides ? noted.filter(({ code }) => !allowed.includes(code)) : []).map(forbidden),
    ...tips.findings,
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
