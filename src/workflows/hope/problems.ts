import { type Reading, readArtifact } from './artifact'
import { tierOf, totalOf, verdicts, votes } from './formulas'
import type { MarkdownDocument } from './markdown-document'
import { feasibleIn } from './marker'
import { type Bringing, type EventPayload, words } from './payload'
import { places } from './places'
import type { Artifacts, Kind } from './schemas'
import { dimensions, most, type Session } from './session'

/** @returns an artifact as this session reads it, with all that is wrong with it */
export function reading<K extends Kind>(session: Session, kind: K, document: MarkdownDocument): Reading<K> {
  const { risk, shape, waived } = session
  const read = readArtifact(kind, document, {
    tier: tierOf(risk),
    waived,
    ...(shape && { criteria: shape.criteria }),
    ...(shape?.disposable !== undefined && { disposable: shape.disposable }),
  })
  const size = read.artifact ? JSON.stringify(read.artifact).length : 0
  return size > most.artifact
    ? { problems: [`the ${kind}: has more than ${most.artifact / 1024} KiB; say it shorter`], missing: [], advice: [] }
    : read
}

/** @returns the artifact, where it is right; undefined where nothing of the kind was brought */
export function artifactIn<K extends Kind>(
  session: Session,
  kind: K,
  document: MarkdownDocument | undefined,
): Artifacts[K] | undefined {
  return document && reading(session, kind, document).artifact
}

/** @returns everything that is wrong with what an event brings, each with its place; nothing where it is right */
export function problemsIn(session: Session, brought: EventPayload): readonly string[] {
  switch (brought.verb) {
    case 'start':
      return startProblems(brought)
    case 'engage':
      return feasibleProblems(brought.feasible)
    case 'score':
      return scoreProblems(session, brought)
    case 'answer':
    case 'bond answer':
      return words.some((word) => word === brought.word)
        ? []
        : [`${brought.word || 'the answer'}: must be one of ${words.join(', ')}`]
    case 'submit': {
      const kind = places[session.main]?.takes
      return kind ? submitProblems(session, kind, brought.artifact) : []
    }
    case 'bond submit':
      return reading(session, 'blueprint', brought.artifact).problems
    case 'wave':
      return [
        ...numberProblems('--cost', brought.cost, 0, most.count, false),
        ...textProblems('--must-not', brought.mustNot, most.line),
      ]
    case 'consult':
      return textProblems('the question', brought.query, most.query)
    case 'consult done':
      return doneProblems(session, brought)
    case 'bond':
      return votes.flatMap((vote) => {
        const given = brought.votes[vote]
        return verdicts.some((verdict) => verdict === given) ? [] : [`--${vote}: must be one of ${verdicts.join(', ')}`]
      })
    case 'intent':
      return textProblems('the request', brought.text, most.text)
    default:
      return []
  }
}

/** What a shape lacks is told by rows of its own. */
function submitProblems(session: Session, kind: Kind, document: MarkdownDocument): readonly string[] {
  if (kind === 'shape' && lackIn(session, document)) return []
  const review = kind === 'review' ? artifactIn(session, kind, document) : undefined
  const { problems } = reading(session, kind, document)
  const items = session.items.length + (review ? blockersOf(review).length : 0)
  return items > most.items
    ? [...problems, `findings: with an item for each BLOCKER there would be more than ${most.items} items`]
    : problems
}

/** @returns which gate of a shape is not passed yet, where nothing else is wrong with it */
export function lackIn(session: Session, document: MarkdownDocument): 'lacking' | 'no premortem' | undefined {
  const { problems, missing } = reading(session, 'shape', document)
  if (missing.length === 0 || missing.length < problems.length) return undefined
  return missing.some((part) => part !== 'premortem') ? 'lacking' : 'no premortem'
}

export const blockersOf = ({ findings }: Artifacts['review']): string[] =>
  findings.flatMap(({ severity, text }) => (severity === 'BLOCKER' ? [text] : []))

function startProblems(start: Bringing<'start'>): string[] {
  const { text, points, total, maxWaves, budget } = start
  return [
    ...(text.trim() === '' ? ['the request: say in a sentence what is wanted'] : []),
    ...textProblems('the request', text, most.text),
    ...feasibleProblems(start.feasible),
    ...numberProblems('--points', points, 0, most.count, false),
    ...numberProblems('--total', total, 0, 10),
    ...numberProblems('--max-waves', maxWaves, 1, 1000),
    ...numberProblems('--budget', budget, 0.01, most.count, false),
  ]
}

function scoreProblems({ spec }: Session, { dims, total, reuse, domain }: Bringing<'score'>): string[] {
  const ways = [dims, total, reuse || undefined].filter((way) => way !== undefined)
  const found = numberProblems('--domain', domain, 0, 10)
  if (ways.length === 0) found.push(`the score: needs ${dimensions.map((name) => `--${name}`).join(', ')}, or --total`)
  if (ways.length > 1) found.push('the score: the five dimensions, --total and --reuse exclude each other')
  if (reuse && !spec) found.push('--reuse: there is no score yet that could be used again')
  for (const name of dims ? dimensions : []) {
    if (dims?.[name] === undefined)
      found.push(`--${name}: is missing; it is 0 (vague), 1 (directional) or 2 (testable)`)
    else found.push(...numberProblems(`--${name}`, dims[name], 0, 2))
  }
  return [...found, ...numberProblems('--total', total, 0, 10)]
}

function doneProblems(session: Session, { pick, blockers, artifact }: Bringing<'consult done'>): string[] {
  const findings = session.consult?.mode === 'review' && artifact !== undefined
  return [
    ...filledProblems('--pick', pick),
    ...blockers.flatMap((blocker, index) => filledProblems(`--blocker ${index + 1}`, blocker)),
    ...(blockers.length > most.list ? [`--blocker: ${most.list} is the most`] : []),
    ...(findings ? reading(session, 'review', artifact).problems : []),
  ]
}

const textProblems = (place: string, text: string | undefined, longest: number): string[] =>
  text !== undefined && [...text].length > longest
    ? [`${place}: has ${[...text].length} characters; ${longest} is the most`]
    : []

const filledProblems = (place: string, text: string | undefined): string[] => [
  ...textProblems(place, text, most.line),
  ...(text?.trim() === '' ? [`${place}: is empty`] : []),
]

const feasibleProblems = (text: string | undefined): string[] =>
  text === undefined || feasibleIn(text)
    ? []
    : ['--feasible: must begin with time, solo, cost, tools, access or none, then perhaps a bound: "time (2h)"']

function numberProblems(
  place: string,
  value: number | undefined,
  least: number,
  highest: number,
  whole = true,
): string[] {
  if (value === undefined) return []
  const isNumber = whole ? Number.isInteger(value) : Number.isFinite(value)
  const isRight = isNumber && value >= least && value <= highest
  return isRight ? [] : [`${place}: must be a ${whole ? 'whole ' : ''}number from ${least} to ${highest}`]
}

/** @returns the score that a session would have after what was brought */
export function specAfter({ spec }: Session, scored: Bringing<'score'>): Session['spec'] {
  const domain = scored.domain ?? spec?.domain ?? 0
  if (scored.dims) {
    const dims = scored.dims as Required<typeof scored.dims>
    return { dims, total: totalOf(dims), domain }
  }
  if (scored.total !== undefined) return { total: scored.total, domain }
  return spec && { ...spec, domain }
}
