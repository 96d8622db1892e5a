import { isSame } from '../hollow'
import { type ItemForm, itemOf } from './item'

/** @returns what finds the item before that one goes on as: it has the same id and command, and says the same */
export function sameBefore<One>(form: ItemForm, before: readonly One[]): (one: unknown) => One | undefined {
  const known = before.map((record) => ({ record, ...itemOf(form, record) }))
  return (one) => {
    const { id, run, text } = itemOf(form, one)
    return known.find((other) => other.id === id && other.run === run && isSame(other.text, text))?.record
  }
}

/**
 * Joins a list that is handed in again with the one before. What is done stays as it was, also if it is left out; what
 * settles a finding stays, whatever has its id now.
 *
 * @param most how many items there may be: if there are more, those that were done first go
 */
export function handedInAgain<One>(
  form: ItemForm,
  before: readonly One[],
  now: readonly One[],
  most: number,
): readonly One[] {
  const known = before.map((record) => ({ record, ...itemOf(form, record) }))
  const settling = known.filter(({ settles }) => settles !== '')
  const done = known.filter(({ isDone }) => isDone)
  const asBefore = sameBefore(
    form,
    done.map(({ record }) => record),
  )
  const fresh = now.filter((one) => !settling.some(({ id }) => id === itemOf(form, one).id))
  const there = [...fresh.map((one) => itemOf(form, one).id), ...settling.map(({ id }) => id)]
  const left = done.filter(({ id }) => !there.includes(id))
  const room = Math.max(0, most - there.length)
  return [
    ...left.slice(Math.max(0, left.length - room)).map(({ record }) => record),
    ...fresh.map((one) => asBefore(one) ?? one),
    ...settling.map(({ record }) => record),
  ]
}
