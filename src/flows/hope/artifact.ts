import * as v from 'valibot'
import { adviceOn } from './advice'
import { checksOf, nothingElse } from './checks'
import { readDraft } from './draft'
import { tierOf } from './formulas'
import { criterionNamed, referenceProblems } from './references'
import { type Artifacts, type Criterion, type Kind, type Shape, schemas } from './schemas'
import { empty, type Memory, most } from './session'

export interface Reading<K extends Kind = Kind> {
  readonly artifact?: Artifacts[K]
  /** Each with its place: `items[2].dependsOn[0]: there is no item "x"`. */
  readonly problems: readonly string[]
  /** The required parts that are missing; each is also among the problems. */
  readonly missing: readonly string[]
  readonly advice: readonly string[]
}

export const maxArtifactBytes = 256 * 1024

/** The most unknown labels to report; with more, the text is no artifact of this kind. */
const maxStrangers = 20

/** JSON or front matter, perhaps in a fence. */
const otherForm = /^\s*(```\w*\s*\n\s*)?(\{|\[\s*[[{"\]]|---[ \t\w]*[\r\n])/

/** What critical work needs besides what the schemas ask for. */
const ofCritical: Readonly<Partial<Record<Kind, readonly ('premortem' | 'stop' | 'blastRadius')[]>>> = {
  brief: ['stop', 'blastRadius'],
  shape: ['premortem'],
}

/** Parses an artifact. What the session knows counts: critical work needs more. Does not throw. */
export function readArtifact<K extends Kind>(kind: K, text: string, given: Memory = empty): Reading<K> {
  const refused = (problem: string) => ({ problems: [`the ${kind}: ${problem}`], missing: [], advice: [] })
  if (text.trim() === '') return refused('must not be empty')
  if (otherForm.test(text))
    return refused('must be labels with bullets under them, such as `MODE: tool`, not JSON or front matter')

  const { fields, unknown } = readDraft(kind, text)
  const result = v.safeParse(schemas[kind] as v.GenericSchema, fields, { message: issueText })
  const needed = (tierOf(given.risk) === 'critical' && ofCritical[kind]) || []
  const issues = [
    ...(result.issues ?? []).map((issue) => ({ ...issue, place: placeOf(issue, kind), isGap: isNothing(issue.input) })),
    ...needed
      .filter((part) => !fields[part]?.length)
      .map((place) => ({ place, message: 'is missing; a critical task needs it', isGap: true })),
  ]
  const known = given.shape && checksOf(given.shape)
  const missing = issues.filter(({ place, isGap }) => isGap && !/[[.]/.test(place)).map(({ place }) => place)
  const problems = [
    ...issues.map(({ place, message }) => `${place}: ${message}`),
    ...referenceProblems(fields, known, given.brief?.acceptance.length),
  ]
  const ignored = unknown.slice(0, maxStrangers).map((name) => `${name}: is no label of the ${kind}, and is left out`)
  if (problems.length > 0) return { problems: [...problems, ...ignored], missing, advice: [] }
  const artifact = settled(result.output as Artifacts[Kind], known ?? []) as Artifacts[K]
  if (JSON.stringify(artifact).length > most.artifact)
    return refused(`has more than ${most.artifact / 1024} KiB; say it shorter`)
  return { artifact, problems, missing, advice: [...adviceOn(kind, artifact, given), ...ignored] }
}

const isNothing = (input: unknown): boolean =>
  input === undefined || input === '' || (Array.isArray(input) && input.length === 0)

/** The form to store: references to criteria become ids. */
function settled(artifact: Artifacts[Kind], criteria: readonly Criterion[]): Artifacts[Kind] {
  const idOf = (name: string) => criterionNamed(name, criteria)?.id ?? name
  if ('items' in artifact)
    return { items: artifact.items.map((item) => ({ ...item, criteria: item.criteria.map(idOf) })) }
  return artifact
}

function placeOf({ path }: v.BaseIssue<unknown>, kind: Kind): string {
  const place = (path ?? []).map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('')
  return place.replace(/^\./, '') || `the ${kind}`
}

const issueText = ({ input }: v.BaseIssue<unknown>): string => (input === undefined ? 'is missing' : 'must be text')

/**
 * @returns the shape of work that is so small that its request is one: what it names under DONE or CRITERIA, and under
 *   MUST NOT; otherwise the request itself, and to change nothing else
 */
export function shapeOfRequest(text: string): Shape {
  const { fields } = readDraft('shape', text.replace(/^DONE\s*:/gim, 'CRITERIA:'))
  const bare = (text.trim().split('\n')[0] ?? '').slice(0, 2000)
  const limits = [nothingElse]
  const criteria = fields.criteria ?? readDraft('shape', `CRITERIA:\n- ${bare}`).fields.criteria
  const said = v.safeParse(schemas.shape, { criteria, mustNot: fields.mustNot ?? limits })
  return said.success ? said.output : v.parse(schemas.shape, { criteria: [{ text: bare }], mustNot: limits })
}
