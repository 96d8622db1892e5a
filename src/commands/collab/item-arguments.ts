import { inline } from '../../answer/markdown'
import { exit, Failure } from '../../failure/failure'
import { type ItemType, types } from '../../workflows/collab/session'
import { nearest } from '../../workflows/nearest'

/** The types that a person can give. */
const given = types.filter((type) => type !== 'unknown')

/** @returns the type of that name. Throws Failure (usage) `unknown-type` with the nearest */
export function typeNamed(asked: string, fix: string): ItemType {
  const name = asked.trim().toLowerCase()
  const type = given.find((known) => known === name)
  if (type) return type
  const message = `There is no type "${inline(asked)}"; there is ${nearest(name, given).join(', ')}.`
  throw new Failure(exit.usage, 'unknown-type', message, fix)
}

/** @returns the number of an item. Throws Failure (usage) */
export function numberNamed(asked: string | undefined, fix: string): number {
  if (asked !== undefined && /^[1-9]\d{0,3}$/.test(asked.trim())) return Number(asked)
  const message =
    asked === undefined ? 'Which item? Its number is needed.' : `"${inline(asked)}" is not the number of an item.`
  throw new Failure(exit.usage, 'usage', message, fix)
}
