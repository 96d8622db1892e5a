import { shownCommand } from '../markdown/shown-command'
import type { Allowed, Terms } from '../settings/allowed'
import type { Binding } from './consent-binding'

/** What a consent was for, beside what a command is now: names of what it is bound to. */
export interface Changes {
  readonly changed: readonly string[]
  readonly added: readonly string[]
  readonly gone: readonly string[]
  /** Whether the command writes other reports now. */
  readonly writesOthers: boolean
}

/** A consent to the same command that does not hold: it is for other work, or for something else. */
export type Before = { readonly isOfOtherWork: true } | { readonly isOfOtherWork: false; readonly changes: Changes }

/**
 * @param allowed what is allowed in the clone, the oldest first
 * @param binding of a command that is not
 * @returns the last consent to the same command; undefined if there was none
 */
export function beforeOf(allowed: readonly Allowed[], { digest, terms }: Binding): Before | undefined {
  const same = allowed.filter((each) => each.terms.command === terms.command)
  if (same.some((each) => each.digest === digest)) return { isOfOtherWork: true }
  const last = same.at(-1)
  return last && { isOfOtherWork: false, changes: changesSince(last.terms, terms) }
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
export const beforeText = (before: Before): string =>
  before.isOfOtherWork ? 'allowed before, for other work' : `allowed before; ${sinceText(before.changes)}`

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
