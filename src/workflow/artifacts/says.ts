import { isRecord } from '../../text/json'
import { hollowText, isHollow } from '../hollow'
import type { Artifact } from './form'
import type { Values } from './rules'

/** A text in an artifact. */
export interface Placed {
  readonly place: string
  readonly text: string
}

/**
 * @param said what of a text counts
 * @returns what an artifact leaves unsaid of what it has to say, each with its place
 */
export function unsaidIn(
  { name, says = [] }: Artifact,
  value: Values,
  said = (text: string) => text,
): readonly string[] {
  const found = says.flatMap((path) => textsAt(value, path))
  // What may stand for all of it has its name, and is not what is asked for.
  const names = new Set(says.map((path) => path.split(/[.[]/)[0] ?? '').filter((one) => one !== name))
  if (found.length === 0) return [`${[...names].join(' or ')}: nothing is said; what is so?`]
  return found.flatMap(({ place, text }) =>
    isHollow(said(text)) ? [`${place}: ${hollowText(text, 'what is so?')}`] : [],
  )
}

/** @returns the texts at a path such as `items[].title|text`, each with its place; of a map all that it says, as one */
export const textsAt = (value: unknown, path: string): readonly Placed[] => textsBelow(value, path.split('.'), '')

function textsBelow(value: unknown, [step = '', ...rest]: readonly string[], before: string): readonly Placed[] {
  if (typeof value === 'string') return [{ place: before, text: value }]
  if (!isRecord(value)) return []
  if (step === '') return [{ place: before, text: allIn(value) }]
  const keys = step.replace('[]', '').split('|')
  const place = `${before}${before && '.'}${keys[0]}`
  const given = keys.map((key) => value[key]).filter((one) => one !== undefined)
  if (step.endsWith('[]')) {
    const list: readonly unknown[] = Array.isArray(given[0]) ? given[0] : []
    return list.flatMap((item, index) => textsBelow(item, rest, `${place}[${index}]`))
  }
  // What an item of a list leaves out is missing; a whole field may be left out.
  if (given.length === 0) return before === '' ? [] : [{ place, text: '' }]
  return keys.length > 1 ? [{ place, text: given.join(' ') }] : textsBelow(given[0], rest, place)
}

const allIn = (value: unknown): string =>
  typeof value === 'object' && value !== null ? Object.values(value).map(allIn).join(' ') : String(value ?? '')
