import { isAvailable, type Kind } from '../../engine/definition'
import { visibleEach } from '../../text/markdown/visible'
import { bullets, code, fenced, fill, paragraphs, sections } from '../../text/markdown-parts'
import type { RowText } from '../../workflow/texts'
import { done } from '../../workflow/turn'
import { type Answer, exitOf, outcomeOf } from './answer'
import { type AnswerInput, type ComposerInput, valuesOf } from './answer-input'
import { forDeveloper, nameOf } from './developer-part'
import { offersOf } from './offers'

/** Composes an answer: what a spell did, or when looking the state of the work, and what can be cast next. */
export function compose(input: AnswerInput): Answer {
  const outcome = outcomeOf(input.row.kind)
  const { rows } = input.texts
  // What the row that answered leaves to the state, the last row after it that has a say decides.
  const last = input.via?.map((id) => rows.get(id)).findLast((later) => later?.ai)
  const warnings = noteIsLost(input) ? [...input.warnings, lostNote] : input.warnings
  const told: ComposerInput = { ...input, text: { ...last, ...rows.get(input.row.id) }, warnings }
  const reminder = outcome === 'shown' ? { brief: brief(told) } : {}
  const texts = {
    ai: forAi(told),
    developer: paragraphs(forDeveloper(told), !told.isUnderWay && told.turnLine),
    ...reminder,
  }
  return {
    schemaVersion: 1,
    kind: 'cast',
    ok: exitOf(outcome) === 0,
    outcome,
    workflow: told.workflow,
    work: told.work,
    spell: told.spell,
    row: told.row.id,
    from: told.from,
    to: told.to,
    ...visibleEach(texts),
    spells: told.offers,
    turn: told.turn ?? done,
    files: told.files,
    links: told.links,
    ...(told.word?.shown && { shown: told.word.shown }),
    warnings,
  }
}

const lostNote = 'The note was not kept, because nothing changed.'

/** A note is stored in the history entry, which exists only if the state changed. */
const noteIsLost = ({ note, from, to }: AnswerInput) => note !== undefined && from === to

function forAi(told: ComposerInput): string {
  const { text } = told
  const { kind } = told.row
  const fallback = told.texts.kinds[kind]
  const said = text.ai ?? (fallback === undefined ? askedIn(told) : undefined)
  const isOver = !isAvailable(kind) && kind !== 'show'
  const mayBeWritten = told.brevity !== 'small' && (!isOver || text.writes !== undefined)
  const writable = (writesOf(kind, text, told.place) ?? []).map((item) => fill(item, told.facts))
  return paragraphs(
    told.isOneOfSeveral && `This is about ${code(told.work)}: say \`--work ${told.work}\` with every command.`,
    said && fill(said, valuesOf(told)),
    told.word?.ai,
    // An answer without effect always says so, even if its row has its own text.
    isOver && fallback && fill(fallback, valuesOf(told)),
    mayBeWritten && writable.length === 0 && 'Write no file.',
    sections(3, [
      ['Note', told.note && fenced(told.note)],
      ['Not Understood in the Plan', told.faults && listed(correct, told.faults)],
      ['Shows Little in the Plan', told.weak && listed('Propose what shows more; the developer decides.', told.weak)],
      ...(told.quotes ?? []).map(({ heading, text: quoted }) => [heading, fenced(quoted)] as const),
      [told.texts.words.list, told.links.length > 0 && fenced(told.links.join('\n'))],
      ...told.shown.map((file) => [`Text of ${code(whereNow(told, file.path))}`, quote(told, file)] as const),
      ['Files You May Write Now', mayBeWritten && bullets(writable)],
      ['Rules', !told.brevity && !isOver && !told.word?.next && told.texts.rules],
    ]),
  )
}

/** What the state asks; in short if it asked the same before. */
function askedIn(told: ComposerInput): string | undefined {
  const { place, brevity, look } = told
  if (brevity !== 'again' || place.again === undefined) return place.ai
  return paragraphs(place.again, `As before; in full: ${nameOf(told, look)}.`)
}

const correct = 'Correct this where you may write the plan now; otherwise say so.'

/** Empty without lines. */
const listed = (lead: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : paragraphs(lead, bullets(lines))

/** The reminder for an agent at the start of a session and after its context was compacted. */
function brief({ text, texts, place, facts, ...told }: ComposerInput): string {
  const open = offersOf(told, told.leftOut?.agent).filter(({ available }) => available)
  const about = told.isOneOfSeveral ? `Work: ${told.work} (say \`--work ${told.work}\` with every command). ` : ''
  return `${about}${fill(texts.brief, {
    ...facts,
    title: place.title ?? '',
    writes: text.writes?.map((item) => fill(item, facts)).join(', ') ?? 'none',
    spells: open.map(({ name }) => name).join(', ') || 'nothing',
  })}${told.word?.ai ? `\n- ${told.word.ai}` : ''}`
}

/** @returns what the agent may write after an answer; if the row has no list, that of the target state */
export const writesOf = (kind: Kind, { ai, writes }: RowText, place: RowText): readonly string[] | undefined =>
  writes ?? (ai !== undefined && isAvailable(kind) ? undefined : place.writes)

const whereNow = ({ files }: AnswerInput, path: string) => files.moved.find(({ from }) => from === path)?.to ?? path

const quote = (told: AnswerInput, { path, text, whole }: AnswerInput['shown'][number]) =>
  paragraphs(
    fenced(text, path.endsWith('.json') ? 'json' : 'markdown'),
    !whole && `Only the beginning. All of it is in ${code(whereNow(told, path))}.`,
  )
