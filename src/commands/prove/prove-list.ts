import type { Output } from '../../cli/command'
import { commandsHere } from '../../cli/launcher'
import type { Environment } from '../../disk/environment'
import { withGit } from '../../git/git'
import { waitingText } from '../../proof/consent/bound-command'
import { faultLine } from '../../proof/consent/current-commands'
import { type ProofRow, redText, rowsHere, runDocument, runText } from '../../proof/proof-rows'
import type { StandingItem, WorkHere } from '../../proof/work-here'
import { exit } from '../../text/failure'
import { capital, code, inline, paragraphs, sections } from '../../text/markdown-parts'
import { minuteOf } from '../../text/time'
import { doneWord } from '../../workflow/criteria/counts'
import { seenText } from '../../workflow/criteria/files-at'
import { commandText } from '../../workflow/criteria/planned-command'
import { countsAsDone, type ProofSettings } from '../../workflow/criteria/proofs-now'
import { staleText } from './passed-otherwise'
import { countsLine, outputOf } from './prove-document'
import { titleOf } from './prove-output'

/**
 * Lists criteria with their commands, and what came of each when it last ran. Runs none of them. Of a log with a fault no
 * run counts.
 *
 * @throws Failure if proofs cannot be read, or git fails
 */
export async function proveList(
  work: WorkHere,
  items: readonly StandingItem[],
  settings: ProofSettings,
  env: Environment,
): Promise<Output> {
  const { rows, others, hidden, stale } = await withGit(work.work.root, env, async (git) => ({
    ...(await rowsHere(work.work, settings, git)),
    stale: await staleText(work, git),
  }))
  const rowOf = (number: number) => rows.find((row) => row.number === number)
  const broken =
    work.broken && commandsHere(`**${work.broken.message}** No run counts. The way out: ${code(work.broken.fix)}`)
  const gone = others === 1 ? '1 more run is' : `${others} more runs are`
  const told = paragraphs(
    broken,
    [countsLine(work), stale].filter(Boolean).join('. '),
    items.map((item) => linesOf(item, rowOf(item.number), settings).join('\n')).join('\n'),
    others > 0 && `${gone} of commands that no criterion has now.`,
    hidden.length > 0 &&
      `git is told not to look at ${hidden.map(inline).join(', ')}, so nothing counts as proven for what is here.`,
  )
  const markdown = `${sections(3, [[capital(work.said.called[1]), told]])}\n`
  const lastOf = (number: number, index: number) => {
    const run = rowOf(number)?.runs[index]
    return run ? runDocument(run) : null
  }
  return outputOf(work, items, [], broken ? exit.unreadable : exit.done, { markdown, lastOf })
}

function linesOf(item: StandingItem, row: ProofRow | undefined, settings: ProofSettings): string[] {
  const commands = item.commands.map((bound, index) => {
    const run = row?.runs[index]
    const told = [waitingText(bound), item.criterion.redFirst && redText(item.reds[index])].filter(Boolean)
    const last = run && runText(run)
    return `  - ${commandText(bound.command)}${last ? `: ${last}` : ''}${told.length > 0 ? ` (${told.join('; ')})` : ''}`
  })
  const seen = row?.seen && [minuteOf(row.seen.time), seenText(row.seen)].filter(Boolean).join(', of ')
  const faults = item.faults.map((fault) => `  - ${faultLine(fault)}`)
  return [
    `- ${titleOf(item)}: ${standingText(item, settings)}${seen ? ` (confirmed ${seen})` : ''}`,
    ...commands,
    ...faults,
  ]
}

/** Where one is, in the words that count all of them. */
function standingText(item: StandingItem, { required }: ProofSettings): string {
  const { faults, commands, criterion } = item
  if (faults.length > 0) return 'cannot be proven as written'
  const word = doneWord(item.standing, countsAsDone(item, required))
  if (commands.length > 0 || word !== 'open') return word
  return criterion.byDeveloper ? 'open, for the developer to see' : 'open, no command'
}
