import type { Environment } from '../disk/environment'
import { ignoredOf } from '../git/ignored'
import { code } from '../text/markdown/code'
import type { ItemFault, PlannedCriterion } from '../workflow/criteria/criterion'
import { reportsIn } from '../workflow/criteria/expectation'

/**
 * A report that git does not ignore is one of the files that proofs are of, and changes with each run.
 *
 * @returns the criteria, with a fault for each such report
 * @throws Failure `git-failed`
 */
export async function withReportFaults(
  root: string,
  criteria: readonly PlannedCriterion[],
  env: Environment,
): Promise<readonly PlannedCriterion[]> {
  const reports = criteria.flatMap(({ commands }) => commands.flatMap(({ expect }) => reportsIn(expect)))
  const ignored = new Set((await ignoredOf(root, [...new Set(reports)], env)) ?? reports)
  if (reports.every((report) => ignored.has(report))) return criteria
  return criteria.map((criterion) => {
    const found = criterion.commands.flatMap(({ line, folder, expect }) =>
      reportsIn(expect).flatMap((report) => (ignored.has(report) ? [] : [faultOf(report, folder, line)])),
    )
    return { ...criterion, faults: [...criterion.faults, ...found] }
  })
}

/** @param folder that of the command, from which no report is named */
function faultOf(report: string, folder: string, line: number): ItemFault {
  const isElsewhere = folder !== '' && !report.startsWith(`${folder}/`)
  const message = `Git does not ignore the report ${code(report)}, so it is one of the files that a proof is of.`
  const fix = `a line ${code(`/${report}`)} in .gitignore, or another file if git tracks this one`
  if (!isElsewhere) return { line, message, fix }
  const inFolder = `${folder}/${report}`
  return {
    line,
    message: `${message} Its path is from the root, not from ${code(folder)}.`,
    fix: `${code(inFolder)} here, if the command writes it there, with a line ${code(`/${inFolder}`)} in .gitignore; otherwise ${fix}`,
  }
}
