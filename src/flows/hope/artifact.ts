import type { Block } from '../../workflow/artifacts/labelled'
import { blocksIn, readLabels } from '../../workflow/artifacts/labels'
import { withLines } from '../../workflow/artifacts/read'
import { judge } from '../../workflow/artifacts/rules'
import { isSame } from '../../workflow/hollow'
import { unnamedIn } from '../about'
import { checksOf, nothingElse, uncoveredBy } from './checks'
import { inline } from './documents'
import { tierOf } from './formulas'
import { referenceProblems, unservedIn } from './references'
import { type Artifacts, type Kind, type Shape, schemas } from './schemas'
import { empty, type Memory } from './session'

export interface Reading<K extends Kind = Kind> {
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

/** What critical work needs besides what the schemas ask for. */
const ofCritical: Readonly<Partial<Record<Kind, readonly string[]>>> = {
  brief: ['stop', 'blastRadius'],
  shape: ['premortem'],
}

/** Parses an artifact. What the session knows counts: critical work needs more. Does not throw. */
export function readArtifact<K extends Kind>(kind: K, text: string, given: Memory = empty): Reading<K> {
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
  const needed = (tierOf(given.risk) === 'critical' && ofCritical[kind]) || []
  const known = given.shape && checksOf(given.shape)
  const problems = [
    ...mistakes,
    ...needed
      .filter((part) => listAt(part).length === 0)
      .map((part) => `${part}: is missing; a critical task needs it`),
    ...referenceProblems(listAt('criteria'), listAt('mustNot'), listAt('items'), known, given.brief?.acceptance.length),
  ]
  const ignored = unknown
    .slice(0, maxStrangers)
    .map(({ text, line }) => `line ${line}, ${text}: is no label of the ${kind}, and is left out`)
  if (problems.length > 0) return refused(...withLines(problems, read.lineOf), ...ignored)
  const artifact = value as Artifacts[Kind]
  const besides = besideIt(artifact, given)
  if (besides.length > 0) return refused(...withLines(besides, read.lineOf))
  return { artifact: artifact as Artifacts[K], problems, advice: [...adviceOn(artifact, given), ...ignored] }
}

/** What is about something else than the session: a brief not about the request, items that serve nothing. */
function besideIt(artifact: Artifacts[Kind], { text = '', brief, shape, items }: Memory): readonly string[] {
  if ('items' in artifact) {
    const checks = checksOf(shape)
    const wanted = [text, ...Object.values(brief ?? {}).flat(), ...checks.map((check) => check.text)].join(' ')
    return unservedIn(artifact.items, checks, items, wanted)
  }
  if (!('objective' in artifact)) return []
  const keys = unnamedIn([artifact.objective, ...artifact.acceptance].join(' '), text)
  const which = keys.length > 1 ? 'two of these words' : 'this word'
  return keys.length === 0
    ? []
    : [
        `objective: does not say what was asked for: name ${which} of the request, in quotes if need be: ${keys.slice(0, 12).join(', ')}`,
      ]
}

/** Suggestions, which never block, each after its label. */
function adviceOn(artifact: Artifacts[Kind], { brief }: Memory): readonly string[] {
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
  const shapeOf = (criteria: Block, mustNot: Block) =>
    judge(schemas.shape, readLabels(schemas.shape, new Map(Object.entries({ criteria, mustNot }))))
  const untouched = [{ text: nothingElse, line: 1 }]
  const named = blocks.get('criteria') ?? [{ text: bare.trim(), line: 1 }]
  const criteria = named.filter((one, at) => !named.slice(0, at).some((other) => isSame(other.text, one.text)))
  const { value, mistakes } = shapeOf(criteria, blocks.get('mustNot') ?? untouched)
  if (mistakes.length === 0) return value as Shape
  const { value: least } = shapeOf([{ text: '…', line: 1 }], untouched)
  return { ...(least as Shape), criteria: [{ id: 'C1', text: bare }] }
}
