import { isGoal } from '../engine/place'
import { quoted } from '../text/markdown/shown-command'
import { inline } from '../text/markdown-parts'
import { type HistoryLine, transitionToday } from '../work/history/history-line'
import { knownIn, shownBy } from '../work/known'
import { type PlannedCommand, plannedCommand } from '../workflow/criteria/planned-command'
import type { Proof } from '../workflow/criteria/status'
import type { Workflow } from '../workflow/flow'
import type { LinePlace } from './finding'
import { namedBy } from './history-rules'
import type { Say } from './proof-rule'
import type { Checking } from './request'

/** A round that ended, and was followed by another one in the same history. */
export interface EndedRound {
  readonly place: LinePlace
  /** The last proof that its end names; absent if no command has shown it. */
  readonly digest?: string | undefined
  /** When it began and ended, as the history says it. */
  readonly begun: string
  readonly ended: string
  /** Whether a part of it was shown by no command. */
  readonly isClaimed: boolean
}

/** A command by which such a round was shown. */
export interface CommandOfRound {
  readonly command: PlannedCommand
  readonly place: LinePlace
}

/** What helps if it is not shown. */
export const nextRound = 'spell hope start   # a round with a command that shows it'

/** Looks for the ends of rounds of which the state at hand says nothing any more. */
export function endedRounds({ definition, provable }: Workflow) {
  const ended: (EndedRound | undefined)[] = []
  let last: EndedRound | undefined
  let begun = ''
  return {
    take(line: HistoryLine, place: LinePlace): void {
      const { from, to } = transitionToday(definition, line)
      const [wasOver, isOver] = [isGoal(definition, from), isGoal(definition, to)]
      if (!provable || wasOver === isOver) return
      const isUndo = line.trigger === 'Undo'
      if (wasOver && !isUndo) {
        ended.push(last)
        begun = line.timestamp
      }
      const { shown, claimed } = line.about ?? {}
      const digest = shown === undefined ? undefined : namedBy(line)
      const end = { place, digest, begun, ended: line.timestamp, isClaimed: claimed === true }
      if (isOver) last = isUndo ? ended.pop() : end
    },
    end: (): readonly EndedRound[] => ended.filter((round) => round !== undefined),
  }
}

/**
 * @returns the last run of each command by which such a round was shown: what counts of it today. Of one that no command has
 *   shown, such as a cancelled one, what failed in it and has not passed since
 */
function runsOfRound({ digest, begun, ended }: EndedRound, proofs: readonly Proof[]): readonly Proof[] {
  const lastOf = (runs: readonly Proof[]) => {
    const isSame = (one: Proof, run: Proof) => one.commands === run.commands && one.command === run.command
    return [...new Set(runs.flatMap((run) => proofs.findLast((one) => isSame(one, run)) ?? []))]
  }
  if (digest === undefined)
    return lastOf(proofs.filter(({ time }) => time >= begun && time <= ended)).filter(
      ({ outcome }) => outcome !== 'passed' && outcome !== 'confirmed',
    )
  const until = proofs.slice(0, proofs.findIndex((proof) => proof.digest === digest) + 1)
  const tree = until.at(-1)?.treeAll
  const shown = until.filter(({ outcome, treeAll }) => outcome === 'passed' && treeAll === tree)
  return lastOf(shown)
}

/** @returns the command of a run, if its line has all of it: only that is known by the same digest */
function commandOf({ argv = [], shell, in: folder = '', commands }: Proof): PlannedCommand | undefined {
  const inDoubleQuotes = argv.map((word) => (/[^\w./:=@%+-]/.test(word) ? JSON.stringify(word) : word))
  const texts = shell === undefined ? [argv.join(' '), quoted(argv), inDoubleQuotes.join(' ')] : [shell]
  const kind = shell === undefined ? 'run' : 'shell'
  return texts
    .map((text) => plannedCommand({ kind, text, folder }))
    .find((command) => knownIn([shownBy(command)])[0]?.commands === commands)
}

/** Judges the rounds that have ended. @returns the commands by which they were shown, as far as these can run again */
export function judgeRounds(
  rounds: readonly EndedRound[],
  proofs: readonly Proof[],
  request: Checking['request'],
  freshness: { readonly isFresh: (proof: Proof) => boolean } | undefined,
  say: Say,
): CommandOfRound[] {
  const unshown = 'A round that has ended is in part only claimed: no command shows it.'
  return rounds.flatMap((round) => {
    const { place } = round
    if (round.isClaimed) say(place, request, 'claimed', unshown, nextRound)
    return runsOfRound(round, proofs).flatMap((run) => {
      const isPassed = run.outcome === 'passed'
      const command = commandOf(run)
      if (!isPassed || !freshness?.isFresh(run)) {
        const came = isPassed ? 'has passed for other files than these' : 'fails now'
        const shown = inline(run.shell ?? run.argv?.join(' ') ?? '')
        const message =
          round.digest === undefined
            ? `A round that was given up has left ${shown}, which failed and has not passed since.`
            : `A round that has ended was shown by ${shown}, which ${came}.`
        const isRerun = request.isRerun === true && command !== undefined
        say(place, { ...request, isRerun }, isPassed ? 'stale' : 'not shown', message, nextRound)
      }
      return command ? [{ command, place }] : []
    })
  })
}
