import { isRecord } from '../../text/json'
import { hollowText, isHollow, isNothing, saidAgain, saysLittle } from '../hollow'
import { bulletIn } from './bullet'
import type { Artifact, Field, Read } from './form'
import { inList, kept, type Single, wrongIn } from './values'

export type Values = Readonly<Record<string, unknown>>

/** What was handed in as it is kept, and all that is wrong with it: each its place, a colon, and a clause. */
export interface JudgedArtifact {
  readonly value: Values
  readonly mistakes: readonly string[]
}

/** Names that a record does not keep. */
const lost: readonly string[] = ['__proto__', 'prototype', 'constructor']

/** Holds what was read against the fields. They are kept in their order, and what no field is for behind them. */
export function judge({ fields, most, differ }: Artifact, { form, values }: Read): JudgedArtifact {
  const mistakes: string[] = []
  const wrong = (place: string, clause: string, { help }: Partial<Field> = {}) => {
    mistakes.push(`${place}: ${clause}${help ? `: ${help}` : ''}`)
  }

  const mapOf = (known: readonly Field[], given: Values, before = ''): Values => {
    const keys = known.map(({ key }) => key)
    const own = known.map((field) => [field.key, partOf(field, given[field.key], `${before}${field.key}`)] as const)
    const others = Object.entries(given).filter(([key]) => !keys.includes(key) && !lost.includes(key))
    return Object.fromEntries([...own.filter(([, value]) => value !== undefined), ...others])
  }

  const partOf = (field: Field, given: unknown, place: string): unknown => {
    const { kind } = field
    if (given === undefined && field.isRequired) wrong(place, 'is missing')
    if (given === undefined) return field.else
    if (kind === 'maps' || kind in inList) return listOf(field, given, place)
    const isText = field.mayBeText && typeof given === 'string'
    if ((kind === 'map' || kind === 'fields') && !isText) return recordOf(field, given, place)
    return single(field, isText ? 'filled text' : (kind as Single), given, place)
  }

  const single = (field: Field, kind: Single, given: unknown, place: string): unknown => {
    const clause = wrongIn[kind](given, { field, form, most })
    if (clause !== undefined) wrong(place, clause, kind === 'nothing' ? field : {})
    return clause === undefined ? kept(kind, given, field) : given
  }

  const recordOf = (field: Field, given: unknown, place: string): unknown => {
    if (!isRecord(given)) wrong(place, `must be an object${field.mayBeText ? ' or text' : ''}`)
    else if (field.isRequired && Object.keys(given).length === 0) wrong(place, 'must not be empty', field)
    return isRecord(given) ? mapOf(field.fields, given, `${place}.`) : given
  }

  const listOf = (field: Field, given: unknown, place: string): unknown => {
    const { once, isRequired, none } = field
    if (!Array.isArray(given)) {
      wrong(place, none === 'said' && given === '' ? 'must say what there is, or none' : 'must be a list')
      return given
    }
    const kind = inList[field.kind as keyof typeof inList]
    if (isRequired && !none && given.length === 0) wrong(place, 'must not be empty')
    const found = given.map((one: unknown, at) => {
      const here = `${place}[${at}]`
      if (!kind) return itemOf(field, one, here)
      if (typeof one === 'string' && field.fields.length > 0)
        mapOf(field.fields, bulletIn(field.fields, one), `${here}.`)
      return single(field, kind, one, here)
    })
    if (most && found.length > most.entries) wrong(place, `must have at most ${most.entries} entries`)
    for (const { index, first } of once
      ? saidAgain(
          found.slice(0, most?.entries).map((one) => (isRecord(one) ? Object.values(one).join(' ') : String(one))),
        )
      : [])
      wrong(`${place}[${index}]`, `says what ${place}[${first}] says: make them one`)
    return numbered(field, found)
  }

  /** One of a list of maps; plain text is what has to be there of it, if anything has to. */
  const itemOf = (field: Field, given: unknown, place: string): unknown => {
    const isText = field.mayBeText && typeof given === 'string'
    const named = field.fields.find(({ isRequired }) => isRequired)
    if (isText && !named) return single(field, 'filled text', given, place)
    const record = isText && named ? { [named.key]: given } : given
    return recordOf({ ...field, isRequired: false, mayBeText: false }, record, place)
  }

  const value = mapOf(fields, values)
  if (differ) for (const [key, other] of alike(values)) wrong(key, `says what ${other} says`)
  return { value, mistakes }
}

/** The maps of a list, where one without a name gets one. */
function numbered({ fields }: Field, found: readonly unknown[]): readonly unknown[] {
  const { key = '', numbered: letter } = fields.find((field) => field.numbered) ?? {}
  if (letter === undefined) return found
  const records = found.filter(isRecord)
  const fresh = freeNames(
    letter,
    records.flatMap(({ [key]: name }) => (typeof name === 'string' ? name.toLowerCase() : [])),
  )
  return records.map((one) => (one[key] === undefined ? { [key]: fresh(), ...one } : one))
}

/** The fields that have the text of another, with that one; that there is nothing may be said of each. */
function alike(values: Values): readonly (readonly [key: string, other: string])[] {
  const texts = Object.entries(values).filter(
    ([, text]) => typeof text === 'string' && !isNothing(text) && !saysLittle(text),
  )
  return texts.flatMap(([key, text], at) => {
    const [other] = texts.find(([, before]) => before === text) ?? []
    return other === undefined || other === texts[at]?.[0] ? [] : [[key, other] as const]
  })
}

/** @returns names of this prefix and a number, each once, that are not `taken` (in small letters): `C1`, `C2`, … */
export function freeNames(prefix: string, taken: readonly string[]): () => string {
  let number = 0
  return () => {
    do number += 1
    while (taken.includes(`${prefix}${number}`.toLowerCase()))
    return `${prefix}${number}`
  }
}

/** A text in an artifact. */
interface Placed {
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
