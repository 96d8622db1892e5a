import { join } from 'node:path'
import { disk } from '../../disk/disk'
import { onDisk } from '../../disk/disk-failure'
import { isThere } from '../../disk/read'
import { fromJson, isRecord } from '../../text/json'
import type { Workflow } from '../../workflow/flow'
import { isDigest } from './history-line'
import { linesOf } from './text-lines'

/** A repair writes here what it is about to do; the note stays until the history has its entry. */
export const repairsPath = ({ local }: Pick<Workflow, 'local'>): string => `${local}/repairs.jsonl`

/** What was done, a sentence each, and the last digest of a history that could not be kept. */
export interface Repairs {
  readonly said: string[]
  other?: string | undefined
}

/** @returns the notes of an interrupted repair; invalid ones are left out */
export function readRepairs(root: string, workflow: Workflow): Repairs {
  const repairs: Repairs = { said: [] }
  for (const { text } of linesOf(root, repairsPath(workflow))) {
    const { said, other } = parse(text)
    if (said !== undefined && !repairs.said.includes(said)) repairs.said.push(said)
    repairs.other ??= other
  }
  return repairs
}

/** Notes what is about to be done, also in `repairs`. Throws Failure if it cannot write. */
export function noteRepair(root: string, workflow: Workflow, repairs: Repairs, said: string): void {
  const path = repairsPath(workflow)
  if (repairs.said.includes(said)) return
  repairs.said.push(said)
  onDisk('write', path, () => {
    if (!isThere(root, workflow.local)) disk.makeFolder(join(root, workflow.local))
    disk.append(join(root, path), Buffer.from(`${JSON.stringify({ said, other: repairs.other })}\n`))
  })
}

/** Removes the note once the history has the entry. Throws Failure if it cannot write. */
export function closeRepairs(root: string, workflow: Workflow): void {
  const path = repairsPath(workflow)
  onDisk('write', path, () => isThere(root, path) && disk.remove(join(root, path)))
}

function parse(text: string): { said?: string; other?: string } {
  const value = fromJson(text)
  if (!isRecord(value) || typeof value.said !== 'string') return {}
  const { said, other } = value
  return { said, ...(isDigest(other) && { other }) }
}
