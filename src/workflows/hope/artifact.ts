import { critical, items as itemForm } from '../../../templates/hope/workflow.yaml'
import { withLines } from '../../workflow/artifacts/form'
import type { LabelledBlock } from '../../workflow/artifacts/labelled'
import { blocksIn, readLabels } from '../../workflow/artifacts/labels'
import { judge } from '../../workflow/artifacts/rules'
import { isSame, namesOf, saidAgain, unnamedIn } from '../../workflow/hollow'
import { unserved } from '../../workflow/items/item'
import { mistakesIn, noneServes, sameIds, servingMistakes } from '../../workflow/items/mistakes'
import {
  type ArtifactKind,
  type Artifacts,
  type itemIn,
  limitIn,
  type Shape,
  type ShapeCriterion,
  schemas,
} from './artifacts'
import { checksOf, nothingElse, plainId, uncoveredBy } from './checks'
import { inline } from './documents'
import { tierOf } from './request'
import { empty, type Memory } from './session'

export interface Reading<K extends ArtifactKind = ArtifactKind> {
  readonly artifact?: Artifacts[K]
  /** Each with its place: `items[2].dependsOn[0]: there is no item "x"`. */
  readonly problems: readonly string[]
  readonly advice: readonly string[]
}

export const maxArtifactBytes = 128 * 1024

/** The most unknown labels to report; with more, the text is no artifact of this kind. */
const maxStrangers = 20

/** JSON or front matter, perhaps in a fence. */
const otherForm = /^\s*(```\w*\s*\n\s*)?(\{|\[\s*[[{"\]]|---[ \t\w]*[\r\n])/

/** Parses an artifact. What the session knows counts: critical work needs more. Does not throw. */
export function readArtifact<K extends ArtifactKind>(kind: K, text: string, given: Memory = empty): Reading<K> {
  const refused = (...problems: readonly string[]) => ({ problems, advice: [] })
  if (text.trim() === '') return refused(`the ${kind}: must not be empty`)
  if (otherForm.test(text))
    return refused(`the ${kind}: must be labels with bullets under them, such as \`STOP:\`, not JSON or front matter`)

  const schema = schemas[kind]
  const { blocks, unknown } = blocksIn(schema, text)
  const read = readLabels(schema, blocks)
  const { value, mistakes } = judge(schema, read)
  const listAt = (field: string) =>
    ((read.values[field] ?? []) as readonly never[]).slice(0, schemas.items.most?.entries)
  const needed = (tierOf(given.risk) === 'critical' && critical[kind]) || []
  const problems = [
    ...mistakes,
    ...needed
      .filter((part) => listAt(part).length === 0)
      .map((part) => `${part}: is missing; a critical task needs it`),
    ...shapeProblems(listAt('criteria'), listAt('mustNot'), given),
    ...itemProblems(listAt('items'), given),
  ]
  const ignored = unknown
    .slice(0, maxStrangers)
    .map(({ text, line }) => `line ${line}, ${text}: is no label of the ${kind}, and is left out`)
  if (problems.length > 0) return refused(...withLines(problems, read.lineOf), ...ignored)
  const artifact = value as Artifacts[K]
  const besides = besideIt(artifact, given)
  if (besides.length > 0) return refused(...withLines(besides, read.lineOf))
  return { artifact, problems, advice: [...adviceOn(artifact, given), ...ignored] }
}

type Noted = Omit<Partial<ShapeCriterion>, 'covers'> & { readonly text: string; readonly covers?: readonly string[] }

/** Criteria that are there twice, and points of ACCEPTANCE that there are not; also if there are other mistakes. */
function shapeProblems(criteria: readonly Noted[], limits: readonly string[], { brief }: Memory): readonly string[] {
  const points = brief?.acceptance.length ?? Number.POSITIVE_INFINITY
  const tooFar = (list: string, covering: readonly Noted[]) =>
    covering.flatMap(({ covers = [] }, index) =>
      covers.flatMap((point, at) =>
        Number(point) > points ? `${list}[${index}].covers[${at}]: ACCEPTANCE has ${points}, not ${point}` : [],
      ),
    )
  return [
    ...[...tooFar('criteria', criteria), ...tooFar('mustNot', limits.map(limitIn))],
    ...sameIds({ ...itemForm, list: 'criteria' }, criteria),
    ...alike('criteria', criteria),
  ]
}

/** Duplicate ids, unknown references, and circles. Without a shape what names its criteria is not checked. */
function itemProblems(items: readonly ReturnType<typeof itemIn>[], { shape }: Memory): readonly string[] {
  const taken = shape && new Set(checksOf(shape).map(({ id }) => plainId(id)))
  return [
    ...items.flatMap(({ id = '' }, index) =>
      taken?.has(plainId(id)) ? [`items[${index}].id: “${id}” is also that of a criterion or a limit`] : [],
    ),
    ...mistakesIn(itemForm, items),
    ...servingMistakes(itemForm, items, taken),
  ]
}

/** What is about something else than the session: a brief not about the request, items that serve nothing. */
function besideIt(artifact: Artifacts[ArtifactKind], given: Memory): readonly string[] {
  if ('items' in artifact) return unservedIn(artifact.items, given)
  if (!('objective' in artifact)) return []
  const keys = unnamedIn([artifact.objective, ...artifact.acceptance].join(' '), given.text ?? '')
  const which = `${keys.length > 1 ? 'two of these words' : 'this word'} of the request, in quotes if need be`
  return keys.length === 0
    ? []
    : [`objective: does not say what was asked for: name ${which}: ${keys.slice(0, 12).join(', ')}`]
}

/** Items that serve nothing and do not say what of all that is wanted needs them, and criteria that no item serves. */
function unservedIn(fresh: Artifacts['items']['items'], { text = '', brief, shape, items }: Memory): readonly string[] {
  const checks = checksOf(shape)
  if (checks.length === 0) return []
  const words = [text, ...Object.values(brief ?? {}).flat(), ...checks.map((check) => check.text)].join(' ')
  const criteria = checks.filter(({ isLimit }) => !isLimit)
  const left = unserved(itemForm, [...fresh, ...items.filter(({ done }) => done)], criteria)
  return [
    ...alike('items', fresh),
    ...fresh.flatMap(({ id, criteria, why }, index) => {
      if (why !== undefined && !namesOf(why, words))
        return `items[${index}].why: ${id} names nothing that is wanted: say it with a word of the request, the brief or the shape`
      return why !== undefined || criteria.length > 0
        ? []
        : `items[${index}].criteria: ${id} serves none: name what it serves, (criteria: ${checks[0]?.id}), or why it is needed, (why: …)`
    }),
    ...left.map(
      ({ id }) => `items: ${noneServes('item', id)}: the item after which it holds names it, (criteria: ${id})`,
    ),
  ]
}

/** What says the same as another before it, once for each text. */
const alike = (list: string, all: readonly { readonly text: string }[]): readonly string[] =>
  saidAgain(all.map(({ text }) => text)).map(
    ({ first, index }) => `${list}[${index}]: says what ${list}[${first}] says: make them one`,
  )

/** Suggestions, which never block, each after its label. */
function adviceOn(artifact: Artifacts[ArtifactKind], { brief }: Memory): readonly string[] {
  if (!('mustNot' in artifact)) return []
  return [
    ...artifact.criteria.flatMap(({ verify }, at) => (verify ? [] : `CRITERIA ${at + 1}: say how it is verified`)),
    ...uncoveredBy(artifact, brief).map(
      ({ number, text }) => `ACCEPTANCE ${number}: no criterion says \`(covers: ${number})\`: ${inline(text, 100)}`,
    ),
  ]
}

/**
 * @returns the shape of work that is so small that its request is one: what it names under DONE or CRITERIA, and under
 *   MUST NOT; otherwise the request itself, and to change nothing else
 */
export function shapeOfRequest(text: string): Shape {
  const { blocks } = blocksIn(schemas.shape, text.replace(/^DONE\s*:/gim, 'CRITERIA:'))
  const bare = (text.trim().split('\n')[0] ?? '').slice(0, 2000)
  const shapeOf = (criteria: LabelledBlock, mustNot: LabelledBlock) =>
    judge(schemas.shape, readLabels(schemas.shape, new Map(Object.entries({ criteria, mustNot }))))
  const untouched = [{ text: nothingElse, line: 1 }]
  const named = blocks.get('criteria') ?? [{ text: bare.trim(), line: 1 }]
  const criteria = named.filter((one, at) => !named.slice(0, at).some((other) => isSame(other.text, one.text)))
  const { value, mistakes } = shapeOf(criteria, blocks.get('mustNot') ?? untouched)
  if (mistakes.length === 0) return value as Shape
  const { value: least } = shapeOf([{ text: '…', line: 1 }], untouched)
  return { ...(least as Shape), criteria: [{ id: 'C1', text: bare }] }
}
