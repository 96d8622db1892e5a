import * as v from 'valibot'
import { checksOf, nothingElse, uncoveredBy } from './checks'
import { inline } from './documents'
import { tierOf } from './formulas'
import { listOf } from './labelled'
import { criterionNamed, referenceProblems } from './references'
import {
  type Artifacts,
  blocksIn,
  type Criterion,
  criterionIn,
  itemIn,
  type Kind,
  maxListItems,
  type Shape,
  schemas,
} from './schemas'
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
const ofCritical: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  brief: ['stop', 'blastRadius'],
  shape: ['premortem'],
}

/** Parses an artifact. What the session knows counts: critical work needs more. Does not throw. */
export function readArtifact<K extends Kind>(kind: K, text: string, given: Memory = empty): Reading<K> {
  const refused = (problem: string) => ({ problems: [`the ${kind}: ${problem}`], missing: [], advice: [] })
  if (text.trim() === '') return refused('must not be empty')
  if (otherForm.test(text))
    return refused('must be labels with bullets under them, such as `STOP:`, not JSON or front matter')

  const { blocks, unknown } = blocksIn(kind, text)
  const bullets = (field: string) => listOf(blocks.get(field) ?? []).slice(0, maxListItems)
  const schema: v.GenericSchema = schemas[kind]
  const { issues = [], output } = v.safeParse(schema, Object.fromEntries(blocks), { message: 'is missing' })
  const needed = (tierOf(given.risk) === 'critical' && ofCritical[kind]) || []
  const found = [
    ...issues.map((issue) => ({ ...issue, place: placeOf(issue), isGap: isNothing(issue.input) })),
    ...needed
      .filter((part) => bullets(part).length === 0)
      .map((place) => ({ place, message: 'is missing; a critical task needs it', isGap: true })),
  ]
  const known = given.shape && checksOf(given.shape)
  const missing = found.filter(({ place, isGap }) => isGap && !/[[.]/.test(place)).map(({ place }) => place)
  const [criteria, items] = [bullets('criteria').map(criterionIn), bullets('items').map(itemIn)]
  const problems = [
    ...found.map(({ place, message }) => `${place}: ${message}`),
    ...referenceProblems(criteria, items, known, given.brief?.acceptance.length),
  ]
  const ignored = unknown.slice(0, maxStrangers).map((name) => `${name}: is no label of the ${kind}, and is left out`)
  if (problems.length > 0) return { problems: [...problems, ...ignored], missing, advice: [] }
  const artifact = withIds(output as Artifacts[Kind], known ?? [])
  if (JSON.stringify(artifact).length > most.artifact)
    return refused(`has more than ${most.artifact / 1024} KiB; say it shorter`)
  const advice = adviceOn(artifact, given).filter((line) => line !== false)
  return { artifact: artifact as Artifacts[K], problems, missing, advice: [...advice, ...ignored] }
}

const isNothing = (input: unknown): boolean =>
  input === undefined || input === '' || (Array.isArray(input) && input.length === 0)

const placeOf = ({ path = [] }: { readonly path?: readonly { readonly key: unknown }[] | undefined }): string =>
  path
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .slice(1)

/** The form to store: references to criteria become ids. */
function withIds(artifact: Artifacts[Kind], criteria: readonly Criterion[]): Artifacts[Kind] {
  const idOf = (name: string) => criterionNamed(name, criteria)?.id ?? name
  if (!('items' in artifact)) return artifact
  return { items: artifact.items.map((item) => ({ ...item, criteria: item.criteria.map(idOf) })) }
}

/** Suggestions, which never block, each after its label. */
function adviceOn(artifact: Artifacts[Kind], { waived, risk, brief, shape }: Memory): readonly (string | false)[] {
  if ('objective' in artifact) {
    const isSaid = !waived || JSON.stringify(artifact).includes('[ASSUMPTION]')
    return [!isSaid && 'the brief: points that are still open are labelled [ASSUMPTION]']
  }
  if ('mustNot' in artifact)
    return [
      artifact.rollback === undefined &&
        tierOf(risk) !== 'trivial' &&
        'ROLLBACK: say how it is taken back and how long that takes, or that it cannot be',
      ...artifact.criteria.map(({ verify }, at) => !verify && `CRITERIA ${at + 1}: say how it is verified`),
      ...uncoveredBy(artifact, brief).map(
        ({ number, text }) => `ACCEPTANCE ${number}: no criterion says \`(covers: ${number})\`: ${inline(text, 100)}`,
      ),
    ]
  const served = 'items' in artifact ? artifact.items.flatMap(({ criteria }) => criteria) : undefined
  return (shape?.criteria ?? []).map(
    ({ id }) => served?.includes(id) === false && `ITEMS: none serves the criterion ${id}`,
  )
}

/**
 * @returns the shape of work that is so small that its request is one: what it names under DONE or CRITERIA, and under
 *   MUST NOT; otherwise the request itself, and to change nothing else
 */
export function shapeOfRequest(text: string): Shape {
  const { blocks } = blocksIn('shape', text.replace(/^DONE\s*:/gim, 'CRITERIA:'))
  const bare = (text.trim().split('\n')[0] ?? '').slice(0, 2000)
  const mustNot = blocks.get('mustNot') ?? [nothingElse]
  const said = v.safeParse(schemas.shape, { criteria: blocks.get('criteria') ?? [bare], mustNot })
  if (said.success) return said.output
  return {
    ...v.parse(schemas.shape, { criteria: ['…'], mustNot: [nothingElse] }),
    criteria: [{ id: 'C1', text: bare }],
  }
}
