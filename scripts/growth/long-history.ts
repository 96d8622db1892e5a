import { createHash } from 'node:crypto'
import { appendFileSync, closeSync, fsyncSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { write } from '../bench/ground'

/** As many entries as the state file keeps. */
const kept = 50

/**
 * Creates work that has moved between plan and task many times, and is at the plan.
 *
 * @param count the length of its history; even, so that it ends at the plan
 */
export function makeHistory(folder: string, count: number): void {
  const [plan, task] = ['GATHER_EDITING', 'ACHIEVE_TASK_DRAFTING']
  const path = '.ai/task/history.jsonl'
  const newest: object[] = []
  let text = ''
  let previous: string | undefined
  write(folder, path, '')
  for (let number = 1; number <= count; number++) {
    const forth = number % 2 === 1
    const said = {
      timestamp: '2026-08-20T15:30:00Z',
      transition: forth ? `${plan} → ${task}` : `${task} → ${plan}`,
      trigger: forth ? 'Accio' : 'Finite',
      row: forth ? 'G4' : 'F1',
      number,
      ...(previous && { previous }),
    }
    previous = createHash('sha256').update(JSON.stringify(said)).digest('hex')
    const line = { ...said, digest: previous }
    text += `${JSON.stringify(line)}\n`
    if (number > count - kept) newest.push(line)
    if (text.length > 1e6 || number === count) {
      appendFileSync(join(folder, path), text)
      text = ''
    }
  }
  write(folder, '.ai/task/state.json', stateOf(plan, newest))
  // Synced, as otherwise the first casts would pay for writing it.
  const descriptor = openSync(join(folder, path), 'r+')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** A state file. */
export const stateOf = (current: string, history: readonly object[] = []): string =>
  `${JSON.stringify({ current_state: current, context: {}, history }, null, 2)}\n`
