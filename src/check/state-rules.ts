import { leftoversIn } from '../disk/leftovers'
import { backupsPath, nextPath } from '../disk/local'
import { namesIn, readText } from '../disk/read'
import { attempt, exit, Failure, ifPossible } from '../text/failure'
import { areWhole } from '../work/history/chain'
import { isWhole } from '../work/history/followed'
import { historyPath, statePath, transitionToday } from '../work/history/history-line'
import { brokenBackups, findEditedContext } from '../work/state/edited-context'
import { isRelabelled, olderBy } from '../work/state/relation'
import type { Saved } from '../work/state/state'
import { remainingOf } from '../work/state/unfinished'
import type { Work } from '../work/work'
import type { Stage } from '../workflow/workflow-entry'
import { recoverState, recoveryText } from './doctor/recover'
import type { Evidence } from './examine'
import { missingFiles } from './file-rules'
import { type Finding, finding, type Place, type Rule, repairs as repairsOf } from './finding'
import type { RuleContext } from './history-rules'
import type { Checking } from './request'

/** A state that cannot be read, is older than its history, or was changed by hand. Throws Failure if a file cannot be read */
export async function findStateFaults({ work, git, saved, history, committed, title }: Evidence): Promise<Finding[]> {
  const { flow } = work
  const path = statePath(flow)
  if (saved instanceof Failure) {
    const { code, message, fix, exitCode, line } = saved
    // An unreadable history has a separate finding.
    if (code === 'history-unreadable' || (history instanceof Failure && history.message === message)) return []
    if (exitCode !== exit.unreadable) return [finding('file-unreadable', path, message, fix)]
    const found = recoverState(work, isWhole(history) ? history.newest : [], committed)
    const [plan] = recoveryText(found)
    // List them before a repair continues without them.
    const missing = await missingFiles(git, found.missing ?? [])
    if (code === 'state-removed') return [...missing, finding(code, path, message, undefined, plan)]
    const kind = code === 'merge-conflict' ? code : 'state-unreadable'
    const place = { where: path, ...(line !== undefined && { line }) }
    return [...missing, finding(kind, place, message, undefined, `${plan}, and keeps the file`)]
  }
  if (saved.relation === 'older') return [finding('state-older', path, `${path} is ${olderBy(saved.behind)}.`)]
  if (!areWhole(saved.history))
    return [finding('state-line-changed', path, `A line of the history in ${path} was changed.`)]
  const edited = contextByHand(work, saved)
  if (!saved.byHand) return edited
  // A first state written by hand is a legal start.
  if (!flow.memory.rebuild && (history instanceof Failure || history.lines === 0)) return edited
  const otherwise = flow.memory.rebuild && repairsOf['context-by-hand']
  const message = movedByHand(work, saved, title)
  return [finding('state-by-hand', placeOfState(work), message, undefined, otherwise), ...edited]
}

function movedByHand({ flow }: Work, saved: Saved, title: RuleContext['title']): string {
  if (isRelabelled(saved))
    return `${statePath(flow)} was changed by hand: its last line was made by another layout or table.`
  const newest = saved.history.at(-1)
  const led = newest
    ? `its history leads to “${title(transitionToday(flow.definition, newest).to)}”`
    : 'it has lost its lines of the history'
  const said = `The state was changed by hand: it says “${title(saved.current)}”, but ${led}`
  return `${said}, and ${historyPath(flow)} does not lead there.`
}

/** @returns the place of the state's name in the state file; without a line if that is unknown */
export function placeOfState({ root, flow }: Work): Place {
  const where = statePath(flow)
  const lines = (ifPossible(() => readText(root, where)) ?? '').split('\n')
  const index = lines.findIndex((line) => line.includes('"current_state"'))
  return { where, ...(index >= 0 && { line: index + 1 }) }
}

function contextByHand({ root, flow }: Work, saved: Saved): Finding[] {
  const path = statePath(flow)
  const edited = findEditedContext(root, flow, saved)
  if (!edited) return []
  const { keys, recorded } = edited
  const which = keys.length > 0 ? `: ${keys.join(', ')}` : ''
  const message = `The context in ${path} was changed by hand${which}.`
  const otherwise = repairsOf[flow.memory.rebuild ? 'state-unreadable' : 'state-by-hand']
  return [finding('context-by-hand', path, message, undefined, recorded ? undefined : otherwise)]
}

/** What an interrupted spell has left. */
export function findUnfinishedSteps({ work: { root, flow }, saved }: Evidence): Finding[] {
  if (saved instanceof Failure || saved.byHand) return []
  const newest = saved.unlogged.at(-1)
  if (saved.archiving || saved.isNext || (newest && remainingOf(root, flow, newest).length > 0))
    return [finding('step-unfinished', flow.folder, 'A step was stopped half-way.')]
  if (newest) {
    const lost = saved.unlogged.length
    const which = lost === 1 ? 'the last line that the state has' : `the last ${lost} lines that the state has`
    const path = historyPath(flow)
    const message = `${path} lacks ${which}: a spell was stopped, or they were taken out.`
    return saved.tail?.fragment ? [] : [finding('history-behind', path, message)]
  }
  const { length = 0 } = ifPossible(() => leftoversIn(root, flow)) ?? []
  return length === 0 ? [] : [finding('leftovers', nextPath(flow), 'A step that never came to be has left files.')]
}

/** Backups that are of no use. */
export function findBrokenBackups({ work: { root, flow } }: Evidence): Finding[] {
  if (attempt(() => namesIn(root, backupsPath(flow))) instanceof Failure) return []
  return brokenBackups(root, flow).map((path) =>
    finding('backup-unreadable', path, `${path} cannot be read as a state, or was changed by hand.`),
  )
}

/** Checks whether current work may be in its state, after so many steps. */
export function stateRules({ work, title }: Checking, state: string, steps: number): Finding[] {
  const { definition, states } = work.flow
  const stages: Readonly<Record<string, Stage | undefined>> = states.stages ?? {}
  const rulesBroken: readonly (readonly [isBroken: boolean, Rule, message: string, fix?: string])[] = [
    [
      steps === 0 && state !== definition.initial,
      'state-without-history',
      `The state is “${title(state)}”, but there is no history that leads there.`,
      'Bring the history back from git; where there was none, the next step will tell that the state was set by hand.',
    ],
    [
      definition.errors.includes(state),
      'error-state',
      `A file was missing, and the work has not gone on since: “${title(state)}”.`,
    ],
    [
      stages[state] === 'review',
      'pending-archive',
      'A review has been applied, but it has not been archived yet.',
      'spell accio',
    ],
  ]
  return rulesBroken
    .filter(([isBroken]) => isBroken)
    .map(([, rule, message, fix = 'spell lumos']) => finding(rule, placeOfState(work), message, fix))
}
