import { join } from 'node:path'
import type { Environment } from '../disk/environment'
import type { MergeBase } from '../git/base'
import { type Git, readable } from '../git/git'
import { quoted } from '../text/markdown/shown-command'
import { titleOf } from '../work/texts'
import { type Base, baseIn } from './base'
import { check } from './check'
import { isHistoryOfPiece } from './pieces'
import type { CheckReport } from './report'
import type { Request } from './request'

/**
 * @param commit the base, if there is one
 * @returns the folders below a root that have work of their own, here or in the base: `packages/api/`; none without git
 */
export async function rootsBelow({ ask }: Git, commit?: string): Promise<readonly string[]> {
  const here = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ':(glob)**/.ai/**/history.jsonl']
  const asked = [here, ...(commit === undefined ? [] : [['ls-tree', '-r', '-z', '--name-only', commit]])]
  const listed = await Promise.all(asked.map((args) => ask(args).catch(() => '')))
  const paths = listed.flatMap((text) => readable(text).split('\0'))
  const found = paths.flatMap((path) => {
    const at = `/${path}`.indexOf('/.ai/')
    return at > 0 && isHistoryOfPiece(path.slice(at)) ? [path.slice(0, at)] : []
  })
  return [...new Set(found)].sort()
}

/**
 * Checks a root and every folder below it that has work of its own, each by what the base has there.
 *
 * @param found the base, and `name` as it was typed
 * @param after called with each report, such as to run its commands again
 * @returns what is found in any of them
 */
export async function checkRoots(
  git: Git,
  env: Environment,
  now: Date,
  request: Omit<Request, 'base' | 'git'>,
  { found, name = '' }: { readonly found?: MergeBase; readonly name?: string } = {},
  after: (folder: string, report: CheckReport, base: Base | undefined) => Promise<CheckReport> = async (_, report) =>
    report,
): Promise<CheckReport> {
  const reports = new Map<string, CheckReport>()
  for (const prefix of ['', ...(await rootsBelow(git, found?.commit))]) {
    const folder = join(git.root, prefix)
    const base = found && (await baseIn(found, name, prefix))
    const asked = {
      ...request,
      ...(base && { base }),
      ...(prefix === '' ? { git } : { requireWork: false }),
    }
    reports.set(prefix, await after(folder, await check(folder, env, now, asked, titleOf), base))
  }
  return togetherIn(reports)
}

/** @returns one report of a root and of those below it, by their prefixes: what is found in any of them is found */
function togetherIn(reports: ReadonlyMap<string, CheckReport>): CheckReport {
  const all = [...reports]
  const pieces = all.flatMap(([prefix, report]) =>
    report.pieces.map((piece) => ({ ...piece, folder: prefix + piece.folder })),
  )
  const at = <T extends { readonly where: string }>(prefix: string, told: T): T => ({
    ...told,
    where: prefix + told.where,
  })
  const findings = all.flatMap(([prefix, report]) =>
    report.findings.map(({ fix, ...told }) => {
      const isElsewhere = prefix !== '' && !fix.endsWith('.')
      return at(prefix, { ...told, fix: isElsewhere ? `cd ${quoted([prefix])} && ${fix}` : fix })
    }),
  )
  const { base } = reports.get('') ?? {}
  // Work in one of them is work.
  const isBegunBelow = all.some(
    ([prefix, report]) => prefix !== '' && report.pieces.some(({ isNew, steps }) => isNew && steps > 0),
  )
  return {
    has: all.some(([, { has }]) => has),
    pieces,
    findings: findings.filter(({ rule }) => rule !== 'work-missing' || !isBegunBelow),
    noted: all.flatMap(([prefix, { noted }]) => noted.map((told) => at(prefix, told))),
    ...(base && { base }),
    ...(all.some(([, { rerun }]) => rerun) && { rerun: all.flatMap(([, { rerun = [] }]) => rerun) }),
  }
}
