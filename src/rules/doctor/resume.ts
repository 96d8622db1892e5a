import { freePath } from '../../disk/free-path'
import { asidePath } from '../../disk/local'
import { readText } from '../../disk/read'
import { replaceFile } from '../../disk/replace-file'
import type { Workflow } from '../../flows/flow'
import type { HistoryLine } from '../../work/history/history-line'
import { statePath } from '../../work/history/paths'
import { isSealedState } from '../../work/state/edited-context'
import { olderBy } from '../../work/state/relation'
import { printState, type Saved } from '../../work/state/state'
import { stampOf } from '../../work/writing'
import { losses, recoverState } from './recover'

/**
 * Lets work whose state is older than its history go on where the history ends. The older file is kept. Needs the lock.
 *
 * @param saved the older state
 * @param newest the last entries of the history, which must be whole
 * @returns what was done, a sentence
 * @throws Failure if it cannot write
 */
export function resume(
  root: string,
  workflow: Workflow,
  saved: Saved,
  newest: readonly HistoryLine[],
  now: Date,
): string {
  const path = statePath(workflow)
  // An older state is a valid one to follow the history from, as one in a commit is.
  const found = recoverState(root, workflow, newest, readText(root, path))
  const as = (context: Saved['context']) => ({ ...found.state, context, rest: saved.rest })
  const contexts = workflow.recovery?.rebuild ? [] : [found.state.context, saved.context]
  const state = contexts.map(as).find((way) => isSealedState(workflow, way)) ?? as(found.state.context)
  const kept = `${freePath(root, `${asidePath}/older-${stampOf(now)}`)}/state.json`
  replaceFile(root, path, printState(state, workflow), kept)
  return `${path} was ${olderBy(saved.behind)}; the work goes on where the history ends.${losses(found)}`
}
