import { bullets, code, inline, paragraphs, sections } from '../answer/markdown'
import { documentOutput } from '../cli/answer-output'
import type { CommandContext, Output } from '../cli/command'
import { workMeant } from '../cli/work-meant'
import { exit } from '../failure/failure'
import { withGit } from '../git/git'
import { loadSettings } from '../settings/settings'
import { brokenLog, proofLogOf, proofsPath } from '../work/proof-log'
import { commandsAtHand, faultLine } from './consent/commands-at-hand'
import { countsOf } from './criteria/counts'
import { commandDocument, expectedOf } from './criteria/planned-command'
import { proofTable, type RunOfCommand } from './proof-table'
import { rowsHere } from './rows-here'

/**
 * Lists what the proofs of the work at hand show of each criterion, and of the commands that the settings ask for. Runs none
 * of them. Of a log with a fault no run counts.
 *
 * @throws Failure if plan, state or proofs cannot be read, or git fails
 */
export async function proofs(cli: CommandContext): Promise<Output> {
  const { work, ctx } = await workMeant(cli, { isLook: true, withArchives: true, withOwn: true })
  const { flow: workflow } = work
  const { root, env } = ctx
  const { proof: settings } = await loadSettings(root, env)
  const log = proofLogOf(work)
  const { rows, others, hidden, treeAll = null } = await withGit(root, env, (git) => rowsHere(work, settings, git))
  const standings = rows.flatMap(({ isAlways, standing }) => (isAlways ? [] : [standing]))
  const { faults } = commandsAtHand(work, settings)
  const counts = countsOf(standings)
  const fault = log.fault && brokenLog(proofsPath(workflow), log.fault)
  const markdown = paragraphs(
    fault && `**${fault.message}** No run counts. The way out: ${code(fault.fix)}`,
    rows.length > 0 ? proofTable(rows) : 'There is no criterion yet.',
    counts,
    others > 0 &&
      `${others === 1 ? '1 more run is' : `${others} more runs are`} of commands that no criterion has now.`,
    sections(3, [['Cannot Be Proven', bullets(faults.map(faultLine))]]),
  )
  const unseen = `git is told not to look at ${hidden.map(inline).join(', ')}, so nothing counts as proven for what is here.`
  const fields = {
    workflow: workflow.definition.name,
    treeAll,
    counts,
    criteria: rows.map(({ number, criterion: { text, line, byDeveloper, redFirst }, isAlways, standing, runs }) => {
      const said = { number, text, line: isAlways ? null : line, always: isAlways, standing, byDeveloper, redFirst }
      return { ...said, commands: runs.map(documentOf) }
    }),
    others,
    faults,
    broken: fault ? { line: log.fault?.line, message: fault.message, fix: fault.fix } : null,
  }
  const output = documentOutput('proofs', !fault, fields, `${markdown}\n`, hidden.length > 0 ? [unseen] : [])
  return fault ? { ...output, exitCode: exit.unreadable } : output
}

const documentOf = ({ command, last, red }: RunOfCommand): object => ({
  ...commandDocument(command),
  expect: expectedOf(command),
  last: last ? lastOf(last) : null,
  red: red ?? null,
})

/** What came of a run; a line by hand can have anything in a key that is not asked for. */
function lastOf(last: NonNullable<RunOfCommand['last']>): object {
  const { outcome, exit: code, signal, time, ms, tests, isFresh, lacksRed, at } = last
  return {
    outcome,
    ...(Number.isSafeInteger(code) && { exit: code }),
    ...(typeof signal === 'string' && { signal }),
    time,
    ms,
    ...(tests && { tests }),
    isFresh,
    lacksRed,
    ...at,
  }
}
