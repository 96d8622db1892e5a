import { type Git, readable } from '../../git/git'
import { quoted } from '../../shell/quoted'
import { isHistoryOfPiece } from '../homes'
import type { Report } from './report'

/**
 * @param commit the base, if there is one
 * @returns the folders below a root that have work of their own, here or in the base: `packages/api/`; none without git
 */
export async function rootsBelow({ ask }: Git, commit: string | undefined): Promise<readonly string[]> {
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

/** @returns one report of a root and of those below it, by their prefixes: what is found in any of them is found */
export function togetherIn(reports: ReadonlyMap<string, Report>): Report {
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
  return {
    has: all.some(([, { has }]) => has),
    pieces,
    // Work in one of them is work.
    findings: findings.filter(({ rule }) => rule !== 'work-missing' || !pieces.some(({ isNew }) => isNew)),
    noted: all.flatMap(([prefix, { noted }]) => noted.map((told) => at(prefix, told))),
    ...(base && { base }),
    ...(all.some(([, { rerun }]) => rerun) && { rerun: all.flatMap(([, { rerun = [] }]) => rerun) }),
  }
}
