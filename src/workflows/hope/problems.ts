import * as v from 'valibot'
import { places, reviews } from '../../../templates/hope/workflow.yaml'
import { blocksIn } from '../../workflow/artifacts/labels'
import { answerMistakes, isOpen } from '../../workflow/findings/finding'
import { isHollow, wordsIn } from '../../workflow/hollow'
import { readArtifact } from './artifact'
import { type ArtifactKind, type Artifacts, findingsIn, schemas } from './artifacts'
import { blockerLine, settledFindings, unsettled } from './blockers'
import { checkLine, checksOf, plainId } from './checks'
import { briefText, bullets, inline, shapeText } from './documents'
import { type Bringing, type HopePayload, payloads } from './payload'
import { dimensions, specAfter, specBand } from './request'
import { most, openItems, roundFolder, type Session } from './session'

/** @returns the valid artifact of a payload; undefined if there is none of this kind */
export const artifactIn = <K extends ArtifactKind>(
  session: Session,
  kind: K,
  document: string | undefined,
): Artifacts[K] | undefined => (document === undefined ? undefined : readArtifact(kind, document, session).artifact)

/** @returns the kind of a submitted text in the current state; before the work begins the brief may be amended */
export function takenIn({ main }: Pick<Session, 'main'>, document: string): ArtifactKind | undefined {
  const kind = places[main]?.takes as ArtifactKind | undefined
  if (main !== 'loop.spec_scoring') return kind
  const { blocks } = blocksIn(schemas.brief, document)
  return blocks.has('objective') || blocks.has('acceptance') ? 'brief' : kind
}

/** @returns the possible answers to the open question */
export function wordsHere({ main, purpose, blockers }: Session): readonly string[] {
  if (main === 'consult') return purpose === 'validate' && blockers.length === 0 ? ['skip'] : []
  const { words, say } = places[main] ?? {}
  return words ?? say ?? []
}

/** @returns all mistakes in a payload with their places; none if it is valid */
export function problemsIn(session: Session, brought: HopePayload): readonly string[] {
  const { issues = [] } = v.safeParse(payloads[brought.verb], brought)
  const faults = issues.map((issue) => `${placeOf(issue)}: ${issue.message}`)
  switch (brought.verb) {
    case 'score':
      return [...scoreProblems(session, brought), ...faults]
    case 'submit':
      return [
        ...[...faults, ...settlingProblems(session, brought)],
        ...textProblems(session, takenIn(session, brought.artifact), brought.artifact),
      ]
    case 'answer': {
      const isBare = brought.word === 'new-work' && !brought.said?.trim()
      return isBare ? [...faults, 'new-work: say what it is, in the words of the developer: --said "…"'] : faults
    }
    case 'wave':
      return [...faults, ...crossingProblems(session, brought)]
    case 'consult done':
      return [...faults, ...textProblems(session, viewIn(session), brought.artifact)]
    default:
      return faults
  }
}

/** @returns the kind of text that an open consultation ends with; a look back, an exploration, and a try have no form */
export function viewIn({ consult, purpose }: Session): ArtifactKind | undefined {
  const isLookBack = consult?.stage !== undefined && purpose === 'reflect'
  return consult && !isLookBack && consult.mode in schemas ? (consult.mode as ArtifactKind) : undefined
}

/** What is wrong with a text that is submitted, or ends a consultation. */
function textProblems(session: Session, kind: ArtifactKind | undefined, text: string | undefined): readonly string[] {
  if (!kind || text === undefined) return []
  const { artifact, problems } = readArtifact(kind, text, session)
  if (!artifact) return problems
  if ('checked' in artifact) return [...unlooked(session, artifact), ...tooMany(session, foundIn({ artifact: text }))]
  // A view of experts on something else answers nothing.
  const asked = session.consult?.query ?? ''
  return 'question' in artifact && beginningOf(artifact.question) !== beginningOf(asked)
    ? [`question: is not the one that was asked: ${inline(asked, 200)}`]
    : []
}

/**
 * A review says in its own words what was looked at, and names each criterion and limit; one beside the work names what it
 * likes. What the reviewer was given shows no look.
 */
function unlooked(session: Session, { checked }: Artifacts['review']): readonly string[] {
  const briefs = [reviewBrief(session, 'shape'), reviewBrief(session, 'work')]
  const given = saidIn([...briefs, briefText(session), shapeText(session)].join('\n'))
  const isOwn = (line: string) => !isHollow(line.replace(/^[\w., ]+:/, '')) && !given.includes(saidIn(line))
  const own = checked.filter(isOwn)
  if (own.length === 0)
    return [`checked: say in your own words what was looked at: "CHECKED:", and below it a line each: "- ${lookedAt}"`]
  const isBeside = session.consult !== undefined && session.consult.stage === undefined
  const named = new Set(own.flatMap((line) => line.toLowerCase().match(/[\w.-]*\w/g) ?? []))
  const left = isBeside ? [] : checksOf(session.shape).filter(({ id }) => !named.has(plainId(id)))
  const ids = left.map(({ id }) => id)
  return ids.length === 0
    ? []
    : [`checked: name what was looked at for ${ids.join(', ')}: "- ${ids[0]}: what was read or run"`]
}

const saidIn = (text: string): string => wordsIn(text).join(' ') || text

/** The words that a question begins with: an answer shows a long one cut. */
const beginningOf = (text: string): string => saidIn(text).slice(0, 100)

const called: Readonly<Record<string, string>> = {
  text: 'the request',
  level: 'the level',
  word: 'the answer',
  query: 'the question',
}

/** The option as typed, or the name of the argument. */
function placeOf({ path }: v.BaseIssue<unknown>): string {
  const [field, key] = [path?.[0].key, path?.at(-1)?.key]
  if (typeof key === 'number') return `--${field}`
  return called[String(key)] ?? `--${String(key).replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Only what is open can be settled; a BLOCKER only by a shape. */
function settlingProblems(session: Session, { artifact, settled = {} }: Bringing<'submit'>): readonly string[] {
  const isShape = takenIn(session, artifact) === 'shape'
  return answerMistakes([...(isShape ? unsettled(session) : []), ...session.warnings.filter(isOpen)], settled)
}

/** Each is stored, and may become an item. */
function tooMany({ items, blockers }: Session, found: readonly string[]): readonly string[] {
  return items.length + blockers.length + found.length > most.items
    ? [`findings: with an item for each BLOCKER there would be more than ${most.items} items`]
    : []
}

/** @returns the BLOCKERs of a review, or of a consultation */
export function foundIn({ artifact }: { readonly artifact?: string | undefined }): string[] {
  const named = findingsIn(artifact).filter(({ severity, text }) => /^blocker$/i.test(severity) && text.trim() !== '')
  return [...new Set(named.map(({ text }) => inline(text)))]
}

/** A limit that was crossed is one of the shape's. */
function crossingProblems({ shape }: Session, { mustNot = '' }: Bringing<'wave'>): string[] {
  const limits = checksOf(shape).filter(({ isLimit }) => isLimit)
  const said = mustNot.trim().toLowerCase()
  const isNamed = limits.some(
    ({ id, text }) => new RegExp(`^${id}\\b`, 'i').test(said) || said.includes(text.toLowerCase().replace(/\.$/, '')),
  )
  if (mustNot === '' || limits.length === 0 || isNamed) return []
  const known = limits.map(({ id, text }) => `${id} (${inline(text, 80)})`).join(', ')
  return [`--must-not: begins with the limit that was crossed, then how: ${known}`]
}

function scoreProblems(session: Session, scored: Bringing<'score'>): string[] {
  const { dims, total, echo } = scored
  if ((dims === undefined) === (total === undefined))
    return [`the score: needs ${dimensions.map((name) => `--${name}`).join(', ')}, or --total, and not both`]
  const { total: after = 0 } = specAfter(session, scored) ?? {}
  // This score counts as the next round; after three the developer is not asked again.
  const isAsked = session.main.startsWith('intent.') && session.rounds < 2
  return isAsked && specBand(after) === 'echo' && !echo?.trim()
    ? [
        `--echo: ${after} of 10 is nearly clear: say in one sentence what you will deliver, for the developer to confirm`,
      ]
    : []
}

/** How a reviewer says what was looked at. */
const lookedAt = 'C1: what was read or run'

/**
 * @returns what a reviewer is told who has seen nothing of the work: the files, what has to hold, what was found before,
 *   and what to look for; none of the author's reasons
 */
export function reviewBrief(session: Session, what: keyof typeof reviews): string {
  const checks = checksOf(session.shape)
  const folder = roundFolder(session)
  const brief = session.brief ? [`\`${folder}/brief.md\``] : []
  const since = session.since?.slice(0, 12)
  const work = since ? `what git has changed since ${since}` : 'the changed files'
  const stuck = what === 'work' && session.stalls > 2 ? openItems(session) : []
  const list = (heading: string, lines: readonly string[]) => lines.length > 0 && `${heading}:\n${bullets(lines)}`
  return [
    `Review ${what === 'shape' ? '' : `${work}, against `}${[`\`${folder}/shape.md\``, ...brief].join(' and ')}, as one who did not make it.`,
    list(
      'Three tries to go on have failed. Review thoroughly: find out first what is in the way of each',
      stuck.map(({ id, text, reason }) => `${id}: ${text}${reason ? ` (not done: ${reason})` : ''}`),
    ),
    list('Criteria and limits', checks.map(checkLine)),
    list('Said to be settled; check it', settledFindings(session).map(blockerLine)),
    `Look for ${reviews[what]}.`,
    `Answer with FINDINGS: none, or below FINDINGS one a line: \`- BLOCKER: what, and where\`; WARNING; SUGGESTION. Below CHECKED, one a line: \`- ${lookedAt}\`.`,
  ]
    .filter(Boolean)
    .join('\n')
}
