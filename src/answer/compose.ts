import type { Facts, Kind } from '../engine/definition'
import { isAvailable } from '../engine/definition'
import type { AnswerExtras, Turn } from '../flows/flow'
import type { RowText, Texts } from '../flows/texts'
import { done } from '../flows/turn'
import { visibleEach } from '../markdown/visible'
import { type Answer, exitOf, type Offer, type Outlook, outcomeOf } from './answer'
import { bullets, capital, code, fenced, fill, paragraphs, sections } from './markdown'

/** What an answer tells of the developer's words. */
export interface WordTold {
  /** What is new since the last word, as Markdown. */
  readonly news?: string
  /** Whether the developer's next Accio lets commands run. */
  readonly allows?: boolean
  /** The same for programs. */
  readonly shown?: object
  /** What the agent reads about them. */
  readonly ai?: string
  /** What the agent is doing, if it may cast the next Accio itself. */
  readonly next?: string
  /** What the developer is to look at before the next word, which agrees to it. */
  readonly look?: string
  /** What a grant is still good for, when looking; what was done under one that has ended by this step. */
  readonly granted?: string
}

type OfAnswer = 'workflow' | 'work' | 'spell' | 'from' | 'to' | 'files' | 'links' | 'warnings'
type OfWorkflow = 'faults' | 'overview' | 'quotes' | 'reserved' | 'byAgent' | 'brevity'

export interface AnswerInput extends Pick<Answer, OfAnswer>, Pick<AnswerExtras, OfWorkflow> {
  /** Whether its workflow has several, so that the answer says which it is about. */
  readonly isOneOfSeveral?: boolean
  readonly row: { readonly id: string; readonly kind: Kind }
  /** The ids of the rows taken after the first. */
  readonly via?: readonly string[]
  /** The text that describes the state `to`. */
  readonly place: RowText
  /** Values for the placeholders. */
  readonly facts: Facts
  readonly texts: Texts
  readonly offers: readonly Offer[]
  /** The event that only looks, if others may show something, too, and are listed. */
  readonly look?: string | undefined
  readonly word?: WordTold
  readonly keyFiles: readonly (readonly [path: string, what: string])[]
  /** File contents that the AI's part quotes; `whole` is false if a content is cut. */
  readonly shown: readonly { readonly path: string; readonly text: string; readonly whole: boolean }[]
  readonly note: string | undefined
  /** Who acts next; absent if the work is gone. */
  readonly turn?: Turn | undefined
  /** The same as the last line of the developer's part. */
  readonly turnLine?: string
  /** Whether the agent is about to write: what the developer is to do then is said when it stops. */
  readonly isUnderWay?: boolean
  /** The texts of the row and the state that a missing file leads to, where nothing is about to be written. */
  readonly missing?: RowText | undefined
}

/** Composes an answer: what a spell did, or when looking the state of the work, and what can be cast next. */
export function compose(told: AnswerInput): Answer {
  const outcome = outcomeOf(told.row.kind)
  const { rows } = told.texts
  // What the row that answered leaves to the state, the last row after it that has a say decides.
  const last = told.via?.map((id) => rows.get(id)).findLast((later) => later?.ai)
  const text = { ...last, ...rows.get(told.row.id) }
  const warnings = noteIsLost(told) ? [...told.warnings, lostNote] : told.warnings
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
    ...visibleEach({
      ai: forAi(told, text),
      developer: paragraphs(
        told.row.kind === 'show' ? forDeveloperLooking(told, text, warnings) : forDeveloper(told, text, warnings),
        !told.isUnderWay && told.turnLine,
      ),
      ...(outcome === 'shown' && { brief: brief(told, text) }),
    }),
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

const nameOf = ({ texts }: AnswerInput, event: string, form = texts.words.name) =>
  fill(form, { event, spell: capital(event), plain: texts.phrases[event] })

/** What only an agent is told that waits for the developer's word, and not one that goes on by it. */
function whereItWaits({ texts: { phrases }, word }: AnswerInput) {
  const told = (key: string) => (word?.next === undefined ? (phrases[key] ?? '') : '')
  const [wait, stop, onWord] = [told('wait'), told('stop'), told('on-word')]
  return { wait: wait && ` ${wait}`, stop: stop && ` ${stop}`, onWord: onWord && `${onWord} ` }
}

const valuesOf = (told: AnswerInput, { because = '' }: RowText) => ({
  ...whereItWaits(told),
  ...told.facts,
  event: told.spell,
  spell: capital(told.spell),
  because: fill(because, told.facts),
})

function forAi(told: AnswerInput, text: RowText): string {
  const { kind } = told.row
  const fallback = told.texts.kinds[kind]
  const said = text.ai ?? (fallback === undefined ? told.place.ai : undefined)
  const isOver = !isAvailable(kind) && kind !== 'show'
  return paragraphs(
    told.isOneOfSeveral && `This is about ${code(told.work)}: say \`--work ${told.work}\` with every command.`,
    said && fill(said, valuesOf(told, text)),
    told.word?.ai,
    // An answer without effect always says so, even if its row has its own text.
    isOver && fallback && fill(fallback, valuesOf(told, text)),
    sections(3, [
      ['Note', told.note && fenced(told.note)],
      ['Not Understood in the Plan', told.faults && forWriter(told.faults)],
      ...(told.quotes ?? []).map(({ heading, text: quoted }) => [heading, fenced(quoted)] as const),
      [told.texts.words.list, told.links.length > 0 && fenced(told.links.join('\n'))],
      ...told.shown.map((file) => [`Text of ${code(whereNow(told, file.path))}`, quote(told, file)] as const),
      [
        'Files You May Write Now',
        told.brevity !== 'small' && (!isOver || text.writes !== undefined) && mayWrite(told, text),
      ],
      ['Rules', !told.brevity && !isOver && !told.word?.next && told.texts.rules],
    ]),
  )
}

/** Empty without faults. */
const forWriter = (faults: readonly string[]): string =>
  faults.length === 0 ? '' : `Correct this where you may write the plan now; otherwise say so.\n\n${bullets(faults)}`

/** The reminder for an agent at the start of a session and after its context was compacted. */
function brief({ texts, offers, reserved, place, facts, ...told }: AnswerInput, text: RowText): string {
  const open = offersOf({ offers, look: told.look }, reserved).filter(({ available }) => available)
  const about = told.isOneOfSeveral ? `Work: ${told.work} (say \`--work ${told.work}\` with every command). ` : ''
  return `${about}${fill(texts.brief, {
    ...facts,
    title: place.title ?? '',
    writes: text.writes?.map((item) => fill(item, facts)).join(', ') ?? 'none',
    spells: open.map(({ name }) => name).join(', ') || 'nothing',
  })}${told.word?.ai ? `\n- ${told.word.ai}` : ''}`
}

const mayWrite = ({ row, place, facts }: AnswerInput, text: RowText): string => {
  const allowed = writesOf(row.kind, text, place)
  return allowed ? bullets(allowed.map((item) => fill(item, facts))) : 'None.'
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

function forDeveloper(told: AnswerInput, text: RowText, warnings: readonly string[]): string {
  const { kind } = told.row
  if (told.brevity === 'small') return sections(3, [['What Just Happened', happened(told, text, warnings)]])
  const available = offersOf(told, told.byAgent).filter(isOpen)
  return sections(3, [
    ['What Just Happened', happened(told, text, warnings)],
    ['Where We Are', paragraphs(where(told, told.place), told.overview)],
    kind === 'confirm'
      ? [told.texts.words.choices, spellList(told, fromAsking(told, available))]
      : [told.texts.words.available, told.brevity !== 'familiar' && shortList(told, available)],
    ['Next Steps', nextSteps(told, text)],
  ])
}

/** The spells that do something, without those that are another's to cast. */
const offersOf = ({ offers, look }: Pick<AnswerInput, 'offers' | 'look'>, others?: readonly string[]): Offer[] =>
  offers.filter(
    ({ name, outcome }) => (look === undefined ? outcome !== 'shown' : name !== look) && !others?.includes(name),
  )

/** A missing file comes first. */
const where = ({ missing, facts, work, isOneOfSeveral }: AnswerInput, text: RowText) =>
  paragraphs(fill(missing?.happened ?? '', facts), isOneOfSeveral && `Work: **${work}**`, fill(text.where ?? '', facts))

function happened(told: AnswerInput, text: RowText, warnings: readonly string[]): string {
  const { refused, idle } = told.texts.words
  const said: Partial<Record<Kind, string>> = {
    block: refused,
    'no-op': idle,
    confirm: `A confirmation is needed: ${text.happened}`,
  }
  const sentences = [
    fill(said[told.row.kind] ?? text.happened ?? '', valuesOf(told, text)),
    ...(told.via ?? []).map((id) => fill(told.texts.rows.get(id)?.happened ?? '', told.facts)),
  ]
  const what = inOneText([...sentences, ...filesIn(told.files)].filter(Boolean))
  return paragraphs(what, bullets(warnings), told.word?.granted, told.word?.news)
}

/** Behind a list, or behind what does not end as a sentence does, a sentence begins a paragraph of its own. */
const inOneText = (sentences: readonly string[]): string =>
  sentences.reduce((text, sentence) => {
    const last = text.slice(text.lastIndexOf('\n') + 1)
    const isSentence = /[.!?…]["”’)*_]*$/.test(last) && !/^ *[-*] /.test(last)
    return text === '' ? sentence : `${text}${isSentence ? ' ' : '\n\n'}${sentence}`
  }, '')

/** One sentence per target folder for moved files, and one each for created and kept files. */
function filesIn({ moved, created, kept }: Answer['files']): string[] {
  const places = new Map<string, string[]>()
  for (const { from, to } of moved) {
    const [folder, name] = [to.slice(0, to.lastIndexOf('/') + 1), to.slice(to.lastIndexOf('/') + 1)]
    // A renamed file needs its full new path.
    const [place, what] = from.endsWith(`/${name}`) ? [folder, name] : [to, from]
    places.set(place, [...(places.get(place) ?? []), code(what)])
  }
  const list = (paths: readonly string[]) => paths.map(code).join(', ')
  return [
    ...[...places].map(([place, what]) => `Moved to ${code(place)}: ${what.join(', ')}.`),
    ...(created.length > 0 ? [`Created ${list(created)}.`] : []),
    ...(kept.length > 0 ? [`Kept ${list(kept)}.`] : []),
  ]
}

/** The casting spell comes first: casting it again confirms. */
function fromAsking({ spell, offers }: AnswerInput, available: readonly Offer[]): Offer[] {
  const place = (offer: Offer) => offers.findIndex(({ name }) => name === offer.name)
  const asking = offers.findIndex(({ name }) => name === spell)
  return [...available.filter((offer) => place(offer) >= asking), ...available.filter((offer) => place(offer) < asking)]
}

/** Whether the spell is available now, or will be once the agent is done. */
export const isOpen = ({ available, then = [] }: Offer) =>
  then.length > 0 ? then.some((one) => one.available) : available

/** The next spell with its effect; the others by name only. */
function shortList(told: AnswerInput, [next, ...others]: readonly Offer[]): string {
  if (!next) return ''
  const also =
    others.length > 0
      ? [`Also: ${others.map(({ name }) => nameOf(told, name, told.texts.words.short)).join(', ')}`]
      : []
  return bullets([`${nameOf(told, next.name)}: ${prospect(next)}`, ...also])
}

const spellList = (told: AnswerInput, list: readonly Offer[]) =>
  bullets(list.map((offer) => `${nameOf(told, offer.name)}: ${prospect(offer)}`))

/** The effect of a spell after the agent has done its part, which is when the answer is read. */
export function prospect(offer: Offer): string {
  const then: readonly Outlook[] = offer.then ?? [offer]
  const open = then.filter(({ available }) => available)
  const [first, ...rest] = open.length > 0 ? open : then
  const conditional = ({ summary, once }: Outlook) => `once ${once}, ${bare(summary)}`
  if (!first) return ''
  const sure = bare(first.summary)
  if (offer.then && rest.length === 0) return first.once ? `${sure}, once ${first.once}` : sure
  return [sure, ...rest.map(conditional)].join('; ')
}

const bare = (sentence: string) => (sentence.endsWith('.') ? sentence.slice(0, -1) : sentence)

function forDeveloperLooking(told: AnswerInput, text: RowText, warnings: readonly string[]): string {
  if (told.brevity === 'small') return sections(3, [['Where We Are', fill(text.where ?? '', told.facts)]])
  const { words, header } = told.texts
  const others = offersOf(told, told.byAgent)
  const available = others.filter(isOpen)
  const unavailable = others
    .filter((offer) => !isOpen(offer))
    .map(({ name, summary }) => `${nameOf(told, name)}: ${bare(summary)}`)
  const keyFiles = told.keyFiles.map(([path, what]) => `${code(path)} (${what})`)
  return paragraphs(
    fill(header, told.facts),
    sections(3, [
      ['What Just Happened', told.look !== undefined && fill(text.happened ?? '', told.facts)],
      [
        'Where We Are',
        paragraphs(
          where(told, { ...told.place, ...text }),
          told.overview,
          bullets(warnings),
          told.word?.granted,
          told.word?.news,
          keyFiles.length > 0 && `**Key Files:** ${keyFiles.join(', ')}`,
        ),
      ],
      [words.available, spellList(told, available)],
      [words.unavailable, bullets(unavailable)],
      ['Next Steps', nextSteps(told, text)],
    ]),
  )
}

/** A row without next steps shows those of its target state; there are none while the agent goes on by itself. */
function nextSteps({ place, facts, texts, row, missing, word, isUnderWay }: AnswerInput, text: RowText): string {
  if (word?.next || isUnderWay) return ''
  const isOwn = text.next !== undefined && row.kind !== 'show'
  const from = isOwn ? text : (missing ?? place)
  return paragraphs(fill(from.next ?? '', facts), (text.tip ?? from.tip) && texts.tip)
}
