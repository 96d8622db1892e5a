import { isRecord, linesRead } from '../../text/json'
import type { Artifact, Read } from './form'

/** The deepest nesting: each level indents its lines further. */
const maxDepth = 100

/** @returns what a JSON text says by its fields, or the one thing that is wrong with all of it. Does not throw */
export function readJson({ also = {} }: Artifact, text: string): Read | { readonly mistake: string } {
  const parsed = parse(text)
  if ('mistake' in parsed) return parsed
  const { value } = parsed
  if (!isRecord(value)) return { mistake: 'the artifact: must be a JSON object' }
  if (Object.keys(value).length === 0) return { mistake: 'the artifact: must not be empty' }
  // By its own name a field counts, if it is there by both.
  const entries = Object.entries(value)
  const others = entries.flatMap(([key, one]) =>
    Object.hasOwn(also, key) ? [[also[key] ?? key, one, key] as const] : [],
  )
  const given = new Map(others.map(([name, , key]) => [name, key]))
  let lines: ReadonlyMap<string, number> | undefined
  return {
    form: 'json',
    values: {
      ...Object.fromEntries(others),
      ...Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(also, key))),
    },
    lineOf: (place) => {
      lines ??= linesIn(text)
      return lines.get(place) ?? lines.get(place.replace(/^[^.[]+/, (name) => given.get(name) ?? name))
    },
  }
}

const tooDeep = 'the artifact: is nested too deeply'

function parse(text: string): { readonly value: unknown } | { readonly mistake: string } {
  const json = text.replace(/^\uFEFF/, '')
  try {
    const value: unknown = JSON.parse(json)
    return isDeeper(value, maxDepth) ? { mistake: tooDeep } : { value }
  } catch (error) {
    if (error instanceof RangeError) return { mistake: tooDeep }
    const lines = linesRead(json)
    return { mistake: `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: is not valid JSON` }
  }
}

/** Whether a value is nested more deeply than that. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1))
}

/** The lines of all places of a valid text; none if it has only one line. */
function linesIn(text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>()
  if (!text.trim().includes('\n')) return lines
  const open: { readonly place: string; index?: number }[] = []
  let [line, place, isKey] = [1, '', false]
  for (const [token] of text.matchAll(/\n|"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},]|[^\s"[\]{},:]+/g)) {
    const inside = open.at(-1)
    if (token === '\n') line += 1
    else if (token === ']' || token === '}') open.pop()
    else if (token === ',') {
      isKey = inside?.index === undefined
      if (inside?.index !== undefined) place = `${inside.place}[${++inside.index}]`
    } else {
      if (isKey) place = [inside?.place, JSON.parse(token)].filter(Boolean).join('.')
      if (isKey || inside?.index !== undefined) lines.set(place, line)
      isKey = token === '{'
      if (token === '[') open.push({ place, index: 0 })
      if (token === '{') open.push({ place })
      if (token === '[') place = `${place}[0]`
    }
  }
  return lines
}
