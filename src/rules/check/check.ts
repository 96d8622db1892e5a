import type { TitleOf } from '../../cli/title'
import { isFolder } from '../../disk/read'
import type { Environment } from '../../settings/settings'
import type { HistoryLine } from '../../work/history/history-line'
import { historyPath } from '../../work/history/paths'
import type { Finding } from '../doctor/finding'
import { seeMerge } from '../doctor/merge/see-merge'
import { archivesAsTheyWere } from './archives-rule'
import { type Base, matchBase } from './base'
import { type CheckedPiece, checkPiece } from './check-piece'
import { keptWith } from './kept-histories'
import { namedTips } from './named-tips'
import { type Piece, piecesIn } from './pieces'
import { historyKept, lostWork } from './prefix-rule'
import type { Report } from './report'
import { requiredRules } from './require-rule'
import { type Noted, type Violation, violation } from './rules'
import { settingsRule } from './settings-rule'

/** What to check. */
export interface Request {
  /** One of `requirements`. */
  readonly requirement: string
  /** Whether overrides, undos, repair entries and reviews left to autonomous mode or a setting are violations. */
  readonly noOverrides: boolean
  /** The commit to compare with. */
  readonly base?: Base
  /** The commit of a pull request, of which its proofs have to be. */
  readonly head?: string
  /** Called with every entry of the histories that are checked. */
  readonly each?: (line: HistoryLine) => void
}

/**
 * Checks everything that the files of a checkout can prove, for every piece of work of every workflow. Only reads the
 * working tree, which in CI equals the commit. `.ai/.local/` belongs to one working copy and is skipped.
 *
 * Events before the base are not reported again; violations that exist today always are.
 *
 * @param root absolute
 * @param env the process's environment, for the settings and for git
 * @param given what to check (default: every piece of work)
 * @throws Failure `layout-newer` (unreadable); if git fails, or a file cannot be read
 */
export async function check(
  root: string,
  env: Environment,
  now: Date,
  request: Request,
  titleOf: TitleOf,
  given?: readonly Piece[],
): Promise<Report> {
  const { base, requirement, noOverrides, head, each } = request
  const proven = { ...(head && { commit: head }), isStrict: head !== undefined || requirement === 'proven' }
  const has = isFolder(root, '.ai')
  const pieces = given ?? (has ? await piecesIn(root) : [])
  const { today, lost } = await matchBase(base, root, pieces)
  const histories = pieces.flatMap(({ workflow, hasHistory }) => (hasHistory ? [historyPath(workflow)] : []))
  const all: CheckedPiece[] = []
  for (const piece of pieces) {
    const asked = { root, env, now, titleOf, piece, histories, proven, each, ...(base && { base }) }
    all.push(await checkPiece(asked, today.get(piece)))
  }

  // One work may have kept what another could not continue.
  const others = new Set(all.flatMap((one) => one.others))
  const kept = new Set([...others].filter((other) => keptWith(root, other) !== undefined))
  const tips = await namedTips(
    root,
    env,
    all.flatMap(({ settled }) => settled),
  )
  const isNamed = (digest: string | undefined) => tips.has(digest) || (digest !== undefined && kept.has(digest))
  const found = all.flatMap((one) => [...one.findings, ...(isNamed(one.past.tip) ? [] : keptBy(one, root, base))])
  const files = all.flatMap((one) => one.files)
  const noted = [...all.flatMap((one) => one.noted), ...tips.noted]
  const everything = [
    ...lost
      .filter(({ digests }) => !isNamed(digests.at(-1)))
      .map((history) => lostWork({ ...(base && { base }) }, history)),
    ...found,
    ...(has ? await archivesAsTheyWere(root, files, found, env) : []),
    ...(has ? requiredRules(all, requirement, base) : []),
    ...(await settingsRule(root, env, base)),
    ...(noOverrides ? noted.filter(({ rule }) => !allowed.includes(rule)).map(forbidden) : []),
    ...tips.findings,
  ]
  const merge = await seeMerge(root, env, titleOf)
  const merging = merge.findings.map(asViolation)
  // In what is mixed nothing else can be found.
  const findings = merge.isMixed ? merging : [...merging, ...everything]
  return {
    has,
    pieces: all.map(({ piece, state, title, steps, isNew, approvals }) => ({
      workflow: piece.workflow.definition.name,
      name: piece.name,
      folder: piece.workflow.folder,
      isArchived: piece.isArchived,
      isNew,
      steps,
      ...(approvals && { approvals }),
      ...(state !== undefined && { state, title }),
    })),
    findings: once(findings),
    noted,
    ...(base && { base: { name: base.name, commit: base.commit } }),
  }
}

/** What concerns several pieces of work, such as a wrong setting, is one finding. */
const once = (findings: readonly Violation[]): Violation[] => [
  ...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values(),
]

/** Whether the base's history continues here. */
function keptBy({ piece, past, noted, isWhole }: CheckedPiece, root: string, base: Base | undefined): Violation[] {
  const isRepaired = noted.some(({ rule }) => rule === 'adopted')
  return base && isWhole ? historyKept(root, piece.workflow, base, past, isRepaired) : []
}

const asViolation = ({ where, message, repair, advice = 'spell doctor' }: Finding): Violation =>
  violation('merge-conflict', { where }, message, repair ? 'spell doctor' : advice)

/** What `--no-overrides` does not forbid. */
const allowed: readonly Noted['rule'][] = ['merged', 'criterion-not-proven']

const forbidden = ({ index: _, ...told }: Noted): Violation => ({
  ...told,
  fix: 'Have a reviewer agree to it, and check without --no-overrides.',
})
