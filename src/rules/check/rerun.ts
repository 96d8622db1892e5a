import { capital, inline } from '../../answer/markdown'
import { clock } from '../../cli/cast-context'
import type { CommandContext } from '../../cli/command'
import { attempt, exit, Failure } from '../../failure/failure'
import { shownCommand } from '../../markdown/shown-command'
import { itemsOf } from '../../proof/commands-at-hand'
import { standingOf } from '../../proof/criteria/standing'
import { criteriaAtHand, speakingOf } from '../../proof/criteria-at-hand'
import { progressOn } from '../../proof/progress'
import { withReportFaults } from '../../proof/report-faults'
import { type CommandResult, runItem } from '../../proof/run-item'
import { takeSnapshot } from '../../proof/snapshot'
import { loadSettings, settingsPath } from '../../settings/settings'
import { statePath } from '../../work/history/paths'
import { proofLogOf } from '../../work/proof-log'
import type { Work } from '../../work/work'
import { finding, type Place } from '../finding'
import { type Noted, type Runs, type Violation, violationOf } from './report'

/**
 * Runs every command of a piece of work on this checkout, and compares what comes of it with the proofs. Nothing is kept. A
 * command is not run if one before it, for the same criterion, has not passed.
 *
 * @param work as `byFirstEntry` returns it
 * @throws Failure (notPossible) `commands-not-allowed` or `not-in-ci`
 */
export async function rerun(
  work: Work,
  cli: CommandContext,
): Promise<Runs & { readonly findings: readonly Violation[]; readonly noted: readonly Noted[] }> {
  const { root, flow: workflow } = work
  const { env } = cli
  const written = attempt(() => criteriaAtHand(work))
  // A state that cannot be read is found by its own rule.
  if (!written || written instanceof Failure) return { findings: [], noted: [], ran: 0, passed: 0 }
  const { proof: settings } = await loadSettings(root, env)
  const { command, called } = speakingOf(workflow)
  const items = itemsOf(workflow, await withReportFaults(root, written.criteria, env), settings)
  const { proofs } = proofLogOf(work)
  const look = () => takeSnapshot(work.reread(), env)
  const progress = await progressOn(cli)
  const findings: Violation[] = []
  const noted: Noted[] = []
  let [ran, passed] = [0, 0]
  let here = await look()
  try {
    for (const item of items) {
      const { id = item.number, line, text } = item.criterion
      const where = item.isAlways ? settingsPath : (workflow.plan?.file ?? statePath(workflow))
      const place = { where, line: Math.max(line, 1) }
      const name = item.isAlways
        ? `${shownCommand(text)}, which the settings ask for,`
        : `${capital(called[0])} ${inline(String(id))}`
      const [fault] = item.faults
      if (fault) findings.push(wrong(place, `${fault.place}: ${fault.message}`, fault.fix))
      if (fault || item.commands.length === 0) continue
      const results: CommandResult[] = []
      await runItem(item, here, {
        root,
        env,
        within: settings.within,
        ticks: clock.ticks,
        look,
        onStart: progress.started,
        onResult: async (result) => {
          results.push(result)
          ran++
          if (result.verdict === 'passed') passed++
          progress.ended(result)
          here = result.here
          return here
        },
      })
      const failed = results.find(({ verdict }) => verdict !== 'passed')
      const said = standingOf(item.criterion, item.known, proofs)
      // What the settings ask for is due only when the work is to be complete.
      if (failed && (item.isAlways ? said === 'proven' : item.criterion.ticked)) {
        const because = failed.because.join(', ')
        const claim = workflow.plan ? 'is ticked' : 'counts as shown'
        const subject = item.isAlways
          ? `${name} has passed before, but`
          : `${name} ${claim}, but ${shownCommand(failed.bound.command.text)}`
        const message = `${subject} does not pass here: ${because}.`
        findings.push(wrong(place, message, `${command} ${id}`))
      } else if (!failed && said !== 'proven') {
        const message = `${name} ${item.isAlways ? 'passes' : 'holds'} here, but no proof of it was kept.`
        noted.push({ ...place, rule: 'criterion-not-proven', message })
      }
    }
  } finally {
    progress.end()
  }
  return { findings, noted, ran, passed }
}

const wrong = (place: Place, message: string, fix: string): Violation =>
  violationOf(finding('rerun-failed', place, message, fix))

/** Commands of a plan may run here only if the workflow file says so, and never with the secrets of a foreign request. */
export function refuseRerun(isAllowed: boolean, { CI, GITHUB_EVENT_NAME: event }: CommandContext['env']): void {
  const refuse = (code: string, message: string, fix: string) => {
    throw new Failure(exit.notPossible, code, message, fix)
  }
  if (!isAllowed)
    refuse(
      'commands-not-allowed',
      '`--rerun` runs the commands of the plan, which needs consent.',
      'spell check --rerun --allow-commands   # in the workflow file of CI',
    )
  if (!CI || CI === 'false' || CI === '0')
    refuse('not-in-ci', '`--rerun` is for CI: on your machine, `spell prove` asks you first.', 'spell prove')
  if (event === 'pull_request_target')
    refuse(
      'not-in-ci',
      'Commands of a pull request never run in `pull_request_target`, which has secrets of the repository.',
      'on: pull_request   # in the workflow file',
    )
}
