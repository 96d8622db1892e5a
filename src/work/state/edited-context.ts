import { digestOf } from '../../disk/digest'
import { backupNumber, backupPath } from '../../disk/local'
import { namesIn } from '../../disk/read'
import type { Context } from '../../engine/definition'
import { isRecord } from '../../text/json'
import type { Workflow } from '../../workflow/flow'
import { backupsOf, readBackup } from './backup'
import { contextText, digestLines, isContextOf } from './context-digest'
import type { Saved, State } from './state'

/** A context that differs from the one of the last entry. */
interface EditedContext {
  /** The one of that entry, with the current values of foreign keys; absent if no backup has it. */
  readonly recorded?: Context
  /** The paths that differ: `context_store.ready`; empty if unknown. */
  readonly keys: readonly string[]
}

/** @returns the manual changes of a workflow's context; undefined if there are none. Throws as `readBackup` does */
export function findEditedContext(root: string, workflow: Workflow, saved: Saved): EditedContext | undefined {
  const lines = digestLines(root, workflow, saved)
  const digest = lines.at(-1)?.context
  if (isContextOf(lines, workflow, saved.context)) return undefined
  const isSame = (context: Context) => digestOf(contextText(workflow, context) ?? '') === digest
  // A state without context has no backup, and needs none.
  const same = isSame({}) ? { context: {} } : validBackups(root, workflow).find(({ context }) => isSame(context))
  if (!same) return { keys: [] }
  const isOurs = ([key]: [string, unknown]) => workflow.memory.keys.includes(key) === true
  const ours = Object.fromEntries(Object.entries(same.context).filter(isOurs))
  const now = Object.fromEntries(Object.entries(saved.context).filter(isOurs))
  const foreign = Object.entries(saved.context).filter((entry) => !isOurs(entry))
  return { recorded: { ...ours, ...Object.fromEntries(foreign) }, keys: differences(ours, now) }
}

/** @returns the readable backups that were not changed by hand, the newest first */
export function validBackups(root: string, workflow: Workflow): State[] {
  const folder = backupsOf(root, workflow)
  return namesIn(root, folder)
    .map(backupNumber)
    .sort((a, b) => b - a)
    .flatMap((number) => readBackup(root, workflow, number, folder) ?? [])
    .filter((state) => hasContextDigest(workflow, state))
}

/** @returns the paths of unreadable or manually changed backups, and of files that are none */
export function brokenBackups(root: string, workflow: Workflow): string[] {
  const folder = backupsOf(root, workflow)
  return namesIn(root, folder)
    .map((name) => `${folder}/${name}`)
    .filter((path) => {
      const state = readBackup(root, workflow, backupNumber(path), folder)
      return backupPath(folder, backupNumber(path)) !== path || !state || !hasContextDigest(workflow, state)
    })
}

/** @returns whether the last entry of a state has a digest of its context */
export const hasContextDigest = (workflow: Workflow, { history, context }: State): boolean =>
  isContextOf(history.slice(-1), workflow, context)

function differences(before: unknown, after: unknown, path = ''): string[] {
  if (!isRecord(before) || !isRecord(after)) return JSON.stringify(before) === JSON.stringify(after) ? [] : [path]
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys.flatMap((key) => differences(before[key], after[key], path === '' ? key : `${path}.${key}`))
}
