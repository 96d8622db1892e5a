import type { Facts, Kind } from '../engine/definition'
import { isAvailable } from '../engine/definition'
import { visible } from '../markdown/visible'
import { type Answer, exitOf, type Offer, outcomeOf } from './answer'
import { bullets, capital, code, fenced, fill, paragraphs, sections } from './markdown'
import type { RowText, Texts } from './texts'

/** Everything an answer tells. */
export interface Told {
  readonly workflow: string
  readonly spell: string
  readonly row: { readonly id: string; readonly kind: Kind }
  /** The ids of the rows that followed. */
  readonly via?: readonly string[]
  readonly from: string
  readonly to: string
  /** The text that describes the state `to`. */
  readonly place: RowText
  /** What the texts have placeholders for. */
  readonly facts: Facts
  readonly texts: Texts
  readonly offers: readonly Offer[]
  /** Of these, the ones that are the developer's alone. */
  readonly reserved?: readonly string[]
  readonly files: Answer['files']
  readonly keyFiles: readonly (readonly [path: string, what: string])[]
  /** Texts of files that the AI's part quotes; `whole` is false where only the beginning is. */
  readonly shown: readonly { readonly path: string; readonly text: string; readonly whole: boolean }[]
  readonly links: readonly string[]
  /** Texts for the AI that others have written. */
  readonly quotes?: readonly { readonly heading: string; readonly text: string }[]
  readonly note: string | undefined
  readonly warnings: readonly string[]
}

/**
 * Composes an answer: to a spell what happened, to a look where the work stands, to both what can be cast now.
 *
 * @returns both parts as Markdown without their own headings, beside the facts that `--json` prints
 */
export function compose(told: Told): Answer {
  const outcome = outcomeOf(told.row.kind)
  const text = told.texts.rows.get(told.row.id) ?? {}
  const warnings = noteIsLost(told)
    ? [...told.warnings, 'The note was not kept, because nothing changed.']
    : told.warnings
  return {
    schemaVersion: 1,
    kind: 'cast',
    ok: exitOf(outcome) === 0,
    outcome,
    workflow: told.workflow,
    spell: told.spell,
    row: told.row.id,
    from: told.from,
    to: told.to,
    ai: visible(forAi(told, text, warnings)),
    developer: visible(told.row.kind === 'show' ? forDeveloperLooking(told, text) : forDeveloper(told, text)),
    spells: told.offers,
    ...(outcome === 'shown' && { brief: visible(brief(told, text)) }),
    files: told.files,
    warnings,
  }
}

const lostNote = 'Your note was not kept, because nothing changed.'

/** A note lives in the line of the history, and there is one only where the state changed. */
const noteIsLost = ({ note, from, to }: Told) => note !== undefined && from === to

const nameOf = ({ texts }: Told, event: string) => fill(texts.words.name, { event, spell: capital(event) })

const valuesOf = ({ facts, spell }: Told, { because = '' }: RowText) => ({
  ...facts,
  event: spell,
  spell: capital(spell),
  because: fill(because, facts),
})

function forAi(told: Told, text: RowText, warnings: readonly string[]): string {
  const instructions = fill(text.ai ?? told.texts.kinds[told.row.kind] ?? told.place.ai ?? '', valuesOf(told, text))
  return paragraphs(
    instructions,
    sections(3, [
      ['Tell the Developer', bullets(warnings)],
      ['Note from the Developer', told.note && fenced(told.note)],
      ...(told.quotes ?? []).map(({ heading, text: said }) => [heading, fenced(said)] as const),
      [told.texts.words.list, told.links.length > 0 && fenced(told.links.join('\n'))],
      ...told.shown.map((file) => [`Text of ${code(whereNow(told, file.path))}`, quote(told, file)] as const),
      ['Files You May Write Now', mayWrite(told, text)],
      ['Rules', told.texts.rules],
    ]),
  )
}

/** What an agent is reminded of at the beginning of a session, and when it has to forget. */
function brief({ texts, offers, reserved = [], place, facts }: Told, text: RowText): string {
  const open = offers.filter(
    ({ name, available, outcome }) => available && outcome !== 'shown' && !reserved.includes(name),
  )
  return fill(texts.brief, {
    ...facts,
    title: place.title ?? '',
    writes: text.writes?.map((item) => fill(item, facts)).join(', ') ?? 'none',
    spells: open.map(({ name }) => name).join(', '),
  })
}

/** Where a spell did nothing, what was allowed before still is; where it only says where it leads to, what is allowed there. */
function mayWrite({ row, place, facts }: Told, { ai, writes }: RowText): string {
  const allowed = writes ?? (ai !== undefined && isAvailable(row.kind) ? undefined : place.writes)
  return allowed ? bullets(allowed.map((item) => fill(item, facts))) : 'None.'
}

const whereNow = ({ files }: Told, path: string) => files.moved.find(({ from }) => from === path)?.to ?? path

const quote = (told: Told, { path, text, whole }: Told['shown'][number]) =>
  paragraphs(
    fenced(text, path.endsWith('.json') ? 'json' : 'markdown'),
    !whole && `Only the beginning. All of it is in ${code(whereNow(told, path))}.`,
  )

function forDeveloper(told: Told, text: RowText): string {
  const { kind } = told.row
  const available = told.offers.filter((offer) => offer.available && offer.outcome !== 'shown')
  return sections(3, [
    ['What Just Happened', happened(told, text)],
    ['Where We Are', fill(told.place.where ?? '', told.facts)],
    kind === 'confirm'
      ? [told.texts.words.choices, spellList(told, fromAsking(told, available))]
      : [told.texts.words.available, spellList(told, available)],
    ['Next Steps', nextSteps(told, text)],
  ])
}

function happened(told: Told, text: RowText): string {
  const { refused, idle } = told.texts.words
  const said: Partial<Record<Kind, string>> = {
    block: refused,
    'no-op': idle,
    confirm: `A confirmation is needed: ${text.happened}`,
  }
  return paragraphs(
    fill(said[told.row.kind] ?? text.happened ?? '', valuesOf(told, text)),
    ...(told.via ?? []).map((id) => fill(told.texts.rows.get(id)?.happened ?? '', told.facts)),
    bullets([
      ...told.files.moved.map(({ from, to }) => `Moved ${code(from)} to ${code(to)}.`),
      ...told.files.created.map((path) => `Created ${code(path)}.`),
      ...told.files.kept.map((path) => `Kept ${code(path)} as it was.`),
    ]),
    noteIsLost(told) && lostNote,
  )
}

/** The spell that asked is the one that confirms, so it comes first. */
function fromAsking({ spell, offers }: Told, available: readonly Offer[]): Offer[] {
  const place = (offer: Offer) => offers.findIndex(({ name }) => name === offer.name)
  const asking = offers.findIndex(({ name }) => name === spell)
  return [...available.filter((offer) => place(offer) >= asking), ...available.filter((offer) => place(offer) < asking)]
}

const spellList = (told: Told, list: readonly Offer[]) =>
  bullets(list.map(({ name, summary }) => `${nameOf(told, name)}: ${summary}`))

const whyNot: Partial<Record<Offer['outcome'], string>> = {
  blocked: 'cannot be used right now because',
  stayed: 'would have no effect because',
}

function forDeveloperLooking(told: Told, text: RowText): string {
  const { words, header } = told.texts
  const others = told.offers.filter(({ outcome }) => outcome !== 'shown')
  const available = others.filter((offer) => offer.available)
  const unavailable = others
    .filter((offer) => !offer.available)
    .map(({ name, outcome, summary }) => `${nameOf(told, name)}: ${whyNot[outcome]} ${summary}.`)
  const keyFiles = told.keyFiles.map(([path, what]) => `${code(path)}: ${what}`)
  return paragraphs(
    fill(header, told.facts),
    sections(3, [
      [
        'Where We Are',
        paragraphs(fill(text.where ?? '', told.facts), keyFiles.length > 0 && `**Key Files:**\n${bullets(keyFiles)}`),
      ],
      [words.available, spellList(told, available)],
      [words.unavailable, bullets(unavailable)],
      ['Next Steps', paragraphs(nextSteps(told, text), noteIsLost(told) && lostNote)],
    ]),
  )
}

/** A row without next steps of its own has those of the state that it leads to. */
function nextSteps({ place, facts, texts }: Told, text: RowText): string {
  const from = text.next === undefined ? place : text
  return paragraphs(fill(from.next ?? '', facts), (text.tip ?? from.tip) && texts.tip)
}
