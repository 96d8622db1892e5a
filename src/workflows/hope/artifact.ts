import * as v from 'valibot'
import { nearest } from '../nearest'
import { adviceOn, type Circumstances } from './advice'
import { fromMarkdown, labels, type Said } from './from-markdown'
import { asKey } from './labelled'
import { criterionNamed, referenceProblems } from './references'
import {
  type Artifacts,
  type Criterion,
  type Items,
  type Kind,
  type Shape,
  schemas,
  type Verification,
} from './schemas'

/** An artifact that was read, or everything that is wrong with it. */
export interface Reading<K extends Kind = Kind> {
  /** Undefined where there is a problem. */
  readonly artifact?: Artifacts[K]
  /** Each with its place: `items[2].dependsOn[0]: there is no item "x"`. */
  readonly problems: readonly string[]
  /** Of the problems: the parts that are required and not there. */
  readonly missing: readonly string[]
  /** What could be better and never stops anybody. */
  readonly advice: readonly string[]
}

/** How long an artifact may be, in characters. */
export const maxArtifactBytes = 256 * 1024

/**
 * Reads an artifact (specs: hope §7) as JSON, or as Markdown with labelled blocks.
 *
 * @param given what else is known; a critical task needs a premortem in its shape
 * @returns what it is, or all that is wrong with it. Throws nothing
 */
export function readArtifact<K extends Kind>(kind: K, text: string, given: Circumstances = {}): Reading<K> {
  if (text.length > maxArtifactBytes) return refused(`${named(kind)}: has more than ${maxArtifactBytes} characters`)
  const trimmed = unfenced(text.replace(/^\uFEFF/, '').trim())
  if (trimmed === '') return refused(`${named(kind)}: must not be empty`)
  const isJson = /^[[{"]/.test(trimmed)
  const said = isJson ? fromJson(kind, trimmed) : fromMarkdown(kind, trimmed)
  if ('problem' in said) return refused(said.problem)
  return check(kind, said, given, isJson)
}

const refused = <K extends Kind>(problem: string): Reading<K> => ({ problems: [problem], missing: [], advice: [] })
const named = (kind: Kind): string => (kind === 'items' ? 'the items' : `the ${kind}`)

/** An agent likes to put JSON into a fence. */
const unfenced = (text: string): string => /^```json\s*\n([\s\S]*)\n```$/i.exec(text)?.[1]?.trim() ?? text

function fromJson(kind: Kind, text: string): Said | { readonly problem: string } {
  try {
    const parsed: unknown = JSON.parse(text)
    // What cannot be written again is nested beyond all reason.
    JSON.stringify(parsed)
    const value = kind === 'items' && Array.isArray(parsed) ? { items: parsed } : parsed
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { problem: `${named(kind)}: must be a JSON object` }
    return { value: canonical(value, 2) as Said['value'], unknown: [] }
  } catch (error) {
    if (error instanceof RangeError) return { problem: `${named(kind)}: is nested too deeply` }
    const at = Number(/position (\d+)/.exec((error as Error).message)?.[1] ?? text.length)
    const lines = text.slice(0, at).split('\n')
    return { problem: `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: is not valid JSON` }
  }
}

/** The names of all fields by their keys, so that `NON-GOALS` and `depends_on` are understood. */
const fields: ReadonlyMap<string, string> = new Map(
  [
    ...Object.values(labels).flatMap((known) => Object.entries(known)),
    ...['id', 'text', 'verify', 'dependsOn', 'reversible', 'severity', 'item', 'criterion', 'pass', 'reference'].map(
      (name) => [asKey(name), name] as const,
    ),
    ...['name', 'model', 'focus', 'owns', 'tasks'].map((name) => [name, name] as const),
  ].filter(([, name]) => name !== name.toUpperCase()),
)

/** The same with the names that are kept; one whose name is taken stays as it is. */
function canonical(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth > 0 ? value.map((one) => canonical(one, depth - 1)) : value
  if (typeof value !== 'object' || value === null || depth < 0) return value
  const named: [string, unknown][] = []
  for (const [key, inner] of Object.entries(value)) {
    const name = fields.get(asKey(key))
    const isFree = name !== undefined && (name === key || !Object.hasOwn(value, name))
    named.push([isFree ? name : key, canonical(inner, depth - 1)])
  }
  return Object.fromEntries(named)
}

function check<K extends Kind>(kind: K, { value, unknown }: Said, given: Circumstances, isJson: boolean): Reading<K> {
  const result = v.safeParse(schemas[kind] as v.GenericSchema, value, { message: inWords })
  const issues = (result.issues ?? []).map((issue) => ({ place: placeOf(issue, kind), message: issue.message }))
  if (kind === 'shape' && given.tier === 'critical' && !hasPremortem(value))
    issues.push({ place: 'premortem', message: 'is missing; a critical task needs one' })
  const missing = issues.filter(({ place, message }) => !/[[.]/.test(place) && isGap.test(message))
  const strangers = (isJson ? Object.keys(value).filter((key) => !isField(kind, key)) : unknown).slice(0, maxProblems)
  const meant = new Map(strangers.map((name) => [nearestField(kind, name), name]))
  const hint = (place: string) => (meant.has(place) ? `; "${meant.get(place)}" is not known here` : '')
  const problems = [
    ...issues.map(({ place, message }) => `${place}: ${message}${hint(place)}`),
    ...referenceProblems(kind, value, given.criteria),
  ]
  const ignored = isJson
    ? dropped(value, result.output, '').slice(0, maxProblems)
    : strangers.map((label) => unknownLabel(kind, label))
  const told = { problems, missing: missing.map(({ place }) => place) }
  if (problems.length > 0) return { ...told, advice: ignored }
  const artifact = settled(kind, result.output as Artifact, given.criteria ?? []) as Artifacts[K]
  return { ...told, artifact, advice: [...adviceOn(kind, artifact, given), ...ignored] }
}

/** Of what is left out so much is told; whoever has more has handed in something else. */
const maxProblems = 20

const isField = (kind: Kind, key: string): boolean => Object.values(labels[kind]).includes(key)
/** What somebody may have meant by a name that is none. */
const nearestField = (kind: Kind, name: string): string =>
  labels[kind][nearest(asKey(name).slice(0, 64), Object.keys(labels[kind]))[0] ?? ''] ?? ''

type Artifact = Artifacts[Kind]
const isGap = /^(is missing|must not be empty|must have at least)/

const hasPremortem = ({ premortem }: Said['value']): boolean => Array.isArray(premortem) && premortem.length > 0

/** As it is kept: every criterion has an id, and those that are named are named by it. */
function settled(kind: Kind, artifact: Artifact, criteria: readonly Criterion[]): Artifact {
  const idOf = (name: string) => criterionNamed(name, criteria)?.id ?? name
  if (kind === 'shape') return numbered(artifact as Shape)
  if (kind === 'items') {
    const { items } = artifact as Items
    return { items: items.map((item) => ({ ...item, criteria: item.criteria.map(idOf) })) }
  }
  if (kind !== 'verification') return artifact
  const { results } = artifact as Verification
  return { results: results.map((one) => ({ ...one, criterion: idOf(one.criterion) })) }
}

function numbered(shape: Shape): Shape {
  const taken = shape.criteria.map(({ id }) => id?.toLowerCase())
  let count = 0
  const fresh = () => {
    do count += 1
    while (taken.includes(`c${count}`))
    return `C${count}`
  }
  return { ...shape, criteria: shape.criteria.map((one) => ({ ...one, id: one.id ?? fresh() })) }
}

function placeOf({ path }: v.BaseIssue<unknown>, kind: Kind): string {
  const place = (path ?? []).map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return place.replace(/^\./, '') || named(kind)
}

const called: Readonly<Record<string, string>> = {
  string: 'text',
  Array: 'a list',
  Object: 'an object',
  boolean: 'true or false',
}

function inWords({ expected, input }: v.BaseIssue<unknown>): string {
  return input === undefined ? 'is missing' : `must be ${called[expected ?? ''] ?? 'something else'}`
}

/** What was given and nothing reads: most likely a slip of the pen. */
function dropped(given: unknown, kept: unknown, place: string): string[] {
  if (typeof given !== 'object' || given === null || typeof kept !== 'object' || kept === null) return []
  return Object.entries(given).flatMap(([key, value]) => {
    const at = Array.isArray(given) ? `${place}[${key}]` : `${place}${place && '.'}${key}`
    if (!Object.hasOwn(kept, key)) return [`${at}: is not known here, and is left out`]
    return dropped(value, (kept as Record<string, unknown>)[key], at)
  })
}

const unknownLabel = (kind: Kind, label: string): string =>
  `${label}: is no label of ${named(kind)}, and is left out; the nearest is ${nearestField(kind, label)}`
