import { dirname, join } from 'node:path'
import { shortDigest } from '../disk/digest'
import { disk } from '../disk/disk'
import { onDisk } from '../disk/disk-failure'
import { refuseLinks } from '../disk/links'
import { local } from '../disk/local'
import { makeLocal } from '../disk/make-local'
import { chunksOf, isThere, readOpened } from '../disk/read'
import type { Git } from '../git/git'
import { ignoredOf } from '../git/ignored'
import { attempt, ifPossible } from '../text/failure'
import { code } from '../text/markdown/code'
import type { ItemFault, PlannedCriterion } from '../workflow/criteria/criterion'
import { mostMegabytes, reportsIn, type TestCounts } from '../workflow/criteria/expectation'
import { junitCounts } from './junit-counts'

const maxBytes = mostMegabytes * 1024 * 1024

/**
 * Runs a command without the reports that are there already, so that what is there afterwards is its own. A report that it has
 * not written comes back.
 *
 * @param run gets what counts the tests of a report: undefined if there is none, it is a link, too long, or no JUnit XML
 */
export async function withoutReports<T>(
  root: string,
  files: readonly string[],
  run: (testsIn: (file: string) => TestCounts | undefined) => Promise<T>,
): Promise<T> {
  if (files.length > 0) makeLocal(root)
  for (const file of files) if (isPlain(root, file)) move(root, file, asideOf(file))
  try {
    return await run((file) => countsOf(root, file))
  } finally {
    for (const file of files.filter((each) => isThere(root, asideOf(each)))) {
      if (isThere(root, file)) onDisk('write', file, () => disk.remove(join(root, asideOf(file))))
      // Where that is not possible any more, it stays where it is.
      else attempt(() => move(root, asideOf(file), file))
    }
  }
}

/** By its path, so that what a killed run has left is found by the next one. */
const asideOf = (file: string): string => `${local}/report-${shortDigest(file)}.xml`

/** Whether it is a file that no link leads to: what is behind one, another may have written. */
const isPlain = (root: string, file: string): boolean =>
  attempt(() => {
    refuseLinks(root, [file])
    return readOpened(root, file, () => true)
  }) === true

/** A report may lie on another disk, where it cannot be renamed to. */
function move(root: string, from: string, to: string): void {
  refuseLinks(root, [from, to])
  onDisk('move', from, () => {
    const target = join(root, to)
    disk.makeFolder(dirname(target))
    if (isThere(root, to)) disk.remove(target)
    disk.linkOrCopy(join(root, from), target, `${target}.part`)
    disk.remove(join(root, from))
  })
}

function countsOf(root: string, file: string): TestCounts | undefined {
  if (!isPlain(root, file) || !readOpened(root, file, (size) => size <= maxBytes)) return undefined
  return ifPossible(() => junitCounts(chunksOf(root, file)))
}

/**
 * A report that git does not ignore is one of the files that proofs are of, and changes with each run.
 *
 * @returns the criteria, with a fault for each such report
 * @throws Failure `git-failed`
 */
export async function withReportFaults(
  git: Git,
  criteria: readonly PlannedCriterion[],
): Promise<readonly PlannedCriterion[]> {
  const reports = criteria.flatMap(({ commands }) => commands.flatMap(({ expect }) => reportsIn(expect)))
  const ignored = new Set((await ignoredOf(git, [...new Set(reports)])) ?? reports)
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
