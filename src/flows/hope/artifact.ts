import * as v from 'valibot'
import { nearest } from '../nearest'
import { adviceOn } from './advice'
import { checksOf } from './checks'
import { type Draft, readDraft } from './draft'
import { tierOf } from './formulas'
import { asKey } from './labelled'
import { frontKeysOf, labelsOf } from './labels'
import type { MarkdownDocument } from './markdown-document'
import { criterionNamed, referenceProblems } from './references'
import { type Artifacts, type Criterion, type Kind, schemas } from './schemas'
import { empty, type Memory, most } from './session'

/** A parsed artifact, or all its mistakes. */
export interface Reading<K extends Kind = Kind> {
  /** Undefined if there is a problem. */
  readonly artifact?: Artifacts[K]
  /** Each with its place: `items[2].dependsOn[0]: there is no item "x"`. */
  readonly problems: readonly string[]
  /** The required parts that are missing; each is also among the problems. */
  readonly missing: readonly string[]
  /** Suggestions, which never block. */
  readonly advice: readonly string[]
}

/** The longest artifact. */
export const maxArtifactBytes = 256 * 1024

/**
 * Parses an artifact.
 *
 * @param given what the session knows already; a critical task needs a premortem in its shape
 * @returns the artifact, or all its mistakes. Does not throw
 */
export function readArtifact<K extends Kind>(kind: K, document: MarkdownDocument, given: Memory = empty): Reading<K> {
  const { front, body, problem } = document
  const hasFront = Object.keys(front).length > 0
  if (problem !== undefined) return refused(problem)
  if (body.trim() === '' && !hasFront) return refused(`${named(kind)}: must not be empty`)
  if (!hasFront && isJson.test(body)) return refused(`${named(kind)}: must be Markdown, not JSON: ${form}`)
  return check(kind, readDraft(kind, document), given)
}

const refused = <K extends Kind>(problem: string): Reading<K> => ({ problems: [problem], missing: [], advice: [] })
const named = (kind: Kind): string => `the ${kind}`

const isJson = /^\s*(\{|\[\s*[[{"\]])/
const form = 'labels with bullets under them; `spell hope status` shows how'

function check<K extends Kind>(kind: K, { fields, unknown, misplaced }: Draft, given: Memory): Reading<K> {
  const result = v.safeParse(schemas[kind] as v.GenericSchema, fields, { message: inWords })
  const issues = (result.issues ?? []).map((issue) => ({ place: placeOf(issue, kind), message: issue.message }))
  if (kind === 'shape' && tierOf(given.risk) === 'critical' && !fields.premortem?.length)
    issues.push({ place: 'premortem', message: 'is missing; a critical task needs one' })
  const known = kind === 'verification' ? given.shape && checksOf(given.shape) : given.shape?.criteria
  const missing = issues.filter(({ place, message }) => !/[[.]/.test(place) && isGap.test(message))
  const strangers = unknown.slice(0, maxStrangers)
  const meant = new Map(strangers.map((name) => [nearestField(kind, name), name]))
  const hint = (place: string) => (meant.has(place) ? `; "${meant.get(place)}" is not known here` : '')
  const problems = [
    ...issues.map(({ place, message }) => `${place}: ${message}${hint(place)}`),
    ...misplaced,
    ...referenceProblems(fields, known, given.brief?.acceptance.length),
  ]
  const ignored = strangers.map(
    (name) => `${name}: is no label of ${named(kind)}, and is left out; the nearest is ${nearestField(kind, name)}`,
  )
  const told = { problems, missing: missing.map(({ place }) => place) }
  if (problems.length > 0) return { ...told, advice: ignored }
  const artifact = settled(result.output as Artifacts[Kind], known ?? []) as Artifacts[K]
  if (JSON.stringify(artifact).length > most.artifact)
    return refused(`${named(kind)}: has more than ${most.artifact / 1024} KiB; say it shorter`)
  return { ...told, artifact, advice: [...adviceOn(kind, artifact, given), ...ignored] }
}

/** The most unknown labels to report; with more, the text is no artifact of this kind. */
const maxStrangers = 20

/** The field that an unknown name may have meant. */
function nearestField(kind: Kind, name: string): string {
  const known = { ...labelsOf(kind), ...frontKeysOf(kind) }
  return known[nearest(asKey(name).slice(0, 64), Object.keys(known))[0] ?? ''] ?? ''
}

const isGap = /^(is missing|must not be empty|must have at least)/

/** The form to store: references to criteria become ids. */
function settled(artifact: Artifacts[Kind], criteria: readonly Criterion[]): Artifacts[Kind] {
  const idOf = (name: string) => criterionNamed(name, criteria)?.id ?? name
  if ('items' in artifact)
    return { items: artifact.items.map((item) => ({ ...item, criteria: item.criteria.map(idOf) })) }
  if ('results' in artifact)
    return { results: artifact.results.map((one) => ({ ...one, criterion: idOf(one.criterion) })) }
  return artifact
}

function placeOf({ path }: v.BaseIssue<unknown>, kind: Kind): string {
  const place = (path ?? []).map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return place.replace(/^\./, '') || named(kind)
}

const inWords = ({ input }: v.BaseIssue<unknown>): string => (input === undefined ? 'is missing' : 'must be text')
