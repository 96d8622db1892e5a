import { shownCommand } from '../answer/shown-command'
import type { Allowed, Terms } from '../settings/allowed'
import type { Binding } from './consent-binding'
import type { PlannedCommand } from './criteria/criterion'

/** What a consent was for, beside what a command is now: names of what it is bound to. */
export interface Changes {
  readonly changed: readonly string[]
  readonly added: readonly string[]
  readonly gone: readonly string[]
  /** Whether the command writes other reports now. */
  readonly writesOthers: boolean
}

/** A consent to the same words that does not hold: it is for other work, or for something else; absent if that was not kept. */
export type Before = { readonly isOfOtherWork: true } | { readonly isOfOtherWork: false; readonly changes?: Changes }

/** @returns whether a consent is to the words of a command; an older one has kept no more of it */
export const isSameCommand = ({ said, terms }: Allowed, { kind, text, folder }: PlannedCommand): boolean =>
  said === text && (!terms || (terms.kind === kind && terms.folder === folder))

/**
 * @param allowed what is allowed in the clone, the oldest first
 * @param command one that is not
 * @returns the last consent to the same words; undefined if there was none
 */
export function beforeOf(
  allowed: readonly Allowed[],
  command: PlannedCommand,
  { digest, terms }: Binding,
): Before | undefined {
  const same = allowed.filter((each) => isSameCommand(each, command))
  if (same.some((each) => each.digest === digest)) return { isOfOtherWork: true }
  const last = same.at(-1)
  if (!last) return undefined
  return { isOfOtherWork: false, ...(last.terms && { changes: changesSince(last.terms, terms) }) }
}

/** @returns what differs between the terms of two consents */
export function changesSince(then: Terms, now: Terms): Changes {
  const [names, old] = [Object.keys(now.bound), Object.keys(then.bound)]
  return {
    changed: names.filter((name) => old.includes(name) && then.bound[name] !== now.bound[name]),
    added: names.filter((name) => !old.includes(name)),
    gone: old.filter((name) => !names.includes(name)),
    writesOthers: then.writes.join('\n') !== now.writes.join('\n'),
  }
}

/** @returns a clause: ``allowed before; changed since: `test/a.test.js` `` */
export function beforeText(before: Before): string {
  if (before.isOfOtherWork) return 'allowed before, for other work'
  const since = before.changes ? sinceText(before.changes) : ''
  return `allowed before; ${since || 'what has changed since was not kept'}`
}

/** @returns clauses, separated by `; `; empty if nothing differs */
export const sinceText = ({ changed, added, gone, writesOthers }: Changes): string =>
  [
    changed.length > 0 && `changed since: ${listed(changed)}`,
    added.length > 0 && `new since: ${listed(added)}`,
    gone.length > 0 && `gone since: ${listed(gone)}`,
    writesOthers && 'other reports are written than before',
  ]
    .filter((part) => part !== false)
    .join('; ')

const listed = (names: readonly string[]): string => names.map(shownCommand).join(', ')
