import type { CommandContext } from '../cli/command'
import { clock } from '../cli/edge'
import { progressOn } from '../cli/progress'
import { isGoal } from '../engine/place'
import { openGit } from '../git/git'
import { type CurrentItem, currentCriteria, itemsOf, proveCommand, speakingOf } from '../proof/consent/current-commands'
import { withReportFaults } from '../proof/report-files'
import { type CommandResult, type Ran, runItem } from '../proof/run-item'
import { takeSnapshot } from '../proof/snapshot'
import { attempt, exit, Failure, ifPossible } from '../text/failure'
import { shownCommand } from '../text/markdown/shown-command'
import { capital, inline } from '../text/markdown-parts'
import { statePath } from '../work/history/history-line'
import { knownCriteria, shownBy } from '../work/known'
import { allWork } from '../work/open'
import { loadSettings, settingsPath } from '../work/settings/settings'
import { archivedState, endingOf, type Work } from '../work/work'
import { commandText, expectedOf } from '../workflow/criteria/planned-command'
import type { Base } from './base'
import { type CommandOfRound, nextRound } from './ended-rounds'
import { finding, type Place } from './finding'
import { keepsProofs } from './history-rules'
import { byFirstEntry } from './pieces'
import { alwaysOf, claimedBy } from './proof-rule'
import { type CheckReport, type RunAgain, type Violation, violationOf } from './report'

/** An item that may run again, and how a finding speaks of it. */
interface Asked {
  readonly item: CurrentItem
  readonly isDue: boolean
  readonly place: Place
  readonly claim: string
  readonly fix: string
}

/**
 * @param isAllowed whether the call consents to the commands
 * @returns what adds to the report of a root the commands of each judged piece of work, run again
 * @throws Failure (notPossible) `commands-not-allowed` or `not-in-ci`
 */
export function rerunFor(cli: CommandContext, isAllowed = false) {
  refuseRerun(isAllowed, cli.env)
  return async (root: string, report: CheckReport, base: Base | undefined): Promise<CheckReport> => {
    const findings = [...report.findings]
    const ran: Ran = new Map()
    const runs: RunAgain[] = []
    const isJudged = ({ folder }: Work) => report.pieces.some((piece) => piece.folder === folder && piece.isNew)
    const works = [...(await allWork(root, 'archives')), ...(await allWork(root))]
    for (const work of works.filter(isJudged)) {
      const found = await rerun(byFirstEntry(work), cli, ran, report.ofRounds?.get(work.folder), base)
      findings.push(...found.findings)
      runs.push(...found.runs)
    }
    return { ...report, findings, rerun: runs }
  }
}

/**
 * Runs on this checkout every command by which a piece of work goes: of what is ticked, and of everything once it is
 * complete. Nothing is kept. A command is not run if one before it, for the same criterion, has not passed.
 *
 * @param work as `byFirstEntry` returns it
 * @param ran what ran already, for other pieces of work
 * @param ofRounds what its rounds were shown by that have ended
 * @param base what its archived work was asked for
 */
async function rerun(
  work: Work,
  cli: CommandContext,
  ran: Ran,
  ofRounds: readonly CommandOfRound[] = [],
  base?: Base,
): Promise<{ readonly findings: readonly Violation[]; readonly runs: readonly RunAgain[] }> {
  const { root, flow: workflow } = work
  const { env } = cli
  const isUnclaimed = ifPossible(() => endingOf(work)) !== undefined
  const written = attempt(() => (isUnclaimed ? undefined : currentCriteria(work)))
  const saved = attempt(() => (work.isArchived ? archivedState(work).current : work.saved.current))
  // A state that cannot be read is found by its own rule.
  if (written instanceof Failure || saved instanceof Failure) return { findings: [], runs: [] }
  const { proof: settings } = await loadSettings(root, env)
  const { called } = speakingOf(workflow)
  const isComplete = !isUnclaimed && isGoal(workflow.definition, saved)
  const always = isComplete ? await alwaysOf({ work, ...(base && { base }) }, settings.always) : []
  const criteria = await withReportFaults(openGit(root, env), written?.criteria ?? [])
  const asked = [
    ...itemsOf(workflow, criteria, { always }).map((item): Asked => {
      const { id = item.number, line, text } = item.criterion
      const where = item.isAlways ? settingsPath : (workflow.plan?.file ?? statePath(workflow))
      const name = item.isAlways
        ? `${shownCommand(text)}, which the settings ask for,`
        : `${capital(called[0])} ${inline(String(id))}`
      const claim = item.isAlways ? 'has to pass' : claimedBy(item.criterion, workflow)
      const isDue = item.isAlways || item.criterion.ticked || (isComplete && workflow.plan !== undefined)
      const place = { where, line: Math.max(line, 1) }
      const prove = item.isAlways ? proveCommand(work) : `${proveCommand(work)} ${id}`
      const fix = keepsProofs(work) ? prove : 'Run it, and correct what it finds.'
      return { item, isDue, place, claim: `${name} ${claim}, but`, fix }
    }),
    ...ofRounds.flatMap(({ command, place }) =>
      knownCriteria([shownBy(command)]).map((known): Asked => {
        const item = { ...known, number: 0, commands: [{ command, criterion: undefined }], faults: [] }
        return { item, isDue: true, place, claim: 'What an ended round asks for has to pass, but', fix: nextRound }
      }),
    ),
  ]
  // A command that has run may have changed git's settings.
  const look = (since?: bigint) => takeSnapshot(work.reread(), openGit(work.root, env), since)
  const progress = await progressOn(cli)
  const findings: Violation[] = []
  const runs: RunAgain[] = []
  const { started: onStart } = progress
  const { ticks, now } = clock
  const commands = asked.flatMap(({ item }) => item.commands.map(({ command }) => command))
  const running = { work, ran, asked: commands, env, within: settings.within, ticks, now, look, onStart }
  let here = await look()
  try {
    for (const { item, isDue, place, claim, fix } of asked) {
      const [fault] = item.faults
      // What is under way, a rule of its own names.
      if (fault && (work.isArchived || item.isAlways))
        findings.push(wrong(place, `${fault.place}: ${fault.message}`, fault.fix))
      if (!isDue) continue
      const onResult = async (result: CommandResult) => {
        here = result.here
        if (!result.isShared) progress.ended(result)
        const { command } = result.bound
        const isPassed = result.verdict === 'passed'
        const because = result.because.join(', ')
        runs.push({ work: work.name, command: command.text, expect: expectedOf(command), isPassed, because })
        if (isPassed) return here
        findings.push(wrong(place, `${claim} ${commandText(command)} does not pass here: ${because}.`, fix))
        return here
      }
      await runItem(item, here, { ...running, onResult })
    }
  } finally {
    progress.end()
  }
  return { findings, runs }
}

const wrong = (place: Place, message: string, fix: string): Violation =>
  violationOf(finding('rerun-failed', place, message, fix))

/** Commands of a plan may run here only if the workflow file says so, and never with the secrets of a foreign request. */
function refuseRerun(isAllowed: boolean, { CI, GITHUB_EVENT_NAME: event }: CommandContext['env']): void {
  const refuse = (code: string, message: string, fix: string) => {
    throw new Failure(exit.notPossible, code, message, fix)
  }
  const allowing = 'spell check --rerun --allow-commands   # in the workflow file of CI'
  if (!isAllowed)
    refuse('commands-not-allowed', '`--rerun` runs the commands of the plan, which needs consent.', allowing)
  if (!CI || CI === 'false' || CI === '0')
    refuse('not-in-ci', '`--rerun` is for CI: on your machine, `spell prove` asks you first.', 'spell prove')
  if (event === 'pull_request_target')
    refuse(
      'not-in-ci',
      'Commands of a pull request never run in `pull_request_target`, which has secrets of the repository.',
      'on: pull_request   # in the workflow file',
    )
}
