import { isRecord } from '../../text/json'
import { sections } from '../../text/markdown/sections'
import type { Artifact } from './form'
import type { Values } from './rules'

/** @returns what was handed in as Markdown, a heading for each field; what no field is for comes last */
export function inMarkdown({ fields }: Artifact, value: Values, depth = 3): string {
  const others = Object.keys(value).filter((key) => !fields.some((field) => field.key === key))
  const unknown = others.map((key) => ({ key, heading: labelOf(key), fields: [] }))
  return sections(
    depth,
    [...fields, ...unknown].map(({ key, heading, fields }) => {
      const names = fields.filter(({ isName }) => isName)
      return [
        heading,
        rendered(
          value[key],
          names.map((name) => name.key),
        ),
      ]
    }),
  )
}

/** @returns how many there are in each list, for a glance: `interfaces: 2, data models: 1` */
export function countsOf({ fields }: Artifact, artifact: Values): string {
  return fields
    .flatMap(({ key, heading }) => {
      const value = artifact[key]
      return Array.isArray(value) && value.length > 0 ? [`${heading.toLowerCase()}: ${value.length}`] : []
    })
    .join(', ')
}

/** A foreign text in one line, which begins no comment. */
export const lineOf = (text: string): string => text.replace(/\s+/g, ' ').trim().replaceAll('<!--', '\\<!--')

/** A foreign text of several lines, none of which is a heading or begins a comment. */
const prose = (text: string): string =>
  text
    .trim()
    .replaceAll('<!--', '\\<!--')
    .replace(/^(\s*)(#{1,6}\s|```|~~~|[=-]{3,}\s*$)/gm, '$1\\$2')

export const labelOf = (key: string): string => {
  const words = lineOf(key.replaceAll('_', ' '))
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function rendered(value: unknown, names: readonly string[]): string {
  if (typeof value === 'string') return prose(value)
  if (Array.isArray(value)) return value.map((item) => itemOf(item, names)).join('\n')
  if (isRecord(value)) return below(value, []).join('\n')
  return value === undefined || value === null ? '' : String(value)
}

function itemOf(item: unknown, names: readonly string[]): string {
  if (!isRecord(item)) return `- ${short(item)}`
  const named = names.filter((key) => typeof item[key] === 'string' && item[key] !== '')
  const name = named.map((key) => lineOf(String(item[key]))).join(' · ')
  const rest = below(item, named)
  return name ? [`- **${name}**`, ...rest.map((line) => `  ${line}`)].join('\n') : rest.join('\n')
}

/** The other values of an item; empty ones are left out. */
const below = (item: Readonly<Record<string, unknown>>, named: readonly string[]): string[] =>
  Object.entries(item)
    .filter(([key, value]) => !named.includes(key) && !isEmpty(value))
    .map(([key, value]) => `- ${labelOf(key)}: ${short(value)}`)

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0)

function short(value: unknown): string {
  if (typeof value === 'string') return lineOf(value)
  if (Array.isArray(value)) return value.map(short).join('; ')
  if (!isRecord(value)) return String(value)
  return Object.entries(value)
    .filter(([, inner]) => !isEmpty(inner))
    .map(([key, inner]) => `${lineOf(key.replaceAll('_', ' '))}: ${short(inner)}`)
    .join(', ')
}
