import type { Kind } from '../../engine/definition'
import { bullets, capital, code, fill, paragraphs, sections } from '../../text/markdown-parts'
import type { RowText } from '../../workflow/texts'
import type { Answer, Offer } from './answer'
import { type ComposerInput, valuesOf } from './answer-input'
import { bare, isOpen, offersOf, prospect } from './offers'

/** @returns the developer's part of an answer, without the line that says who acts next */
export const forDeveloper = (told: ComposerInput): string => (told.row.kind === 'show' ? forLook(told) : forStep(told))

function forStep(told: ComposerInput): string {
  if (told.brevity === 'small') return sections(3, [['What Just Happened', happened(told)]])
  const available = offersOf(told, told.leftOut?.developer).filter(isOpen)
  return sections(3, [
    ['What Just Happened', happened(told)],
    ['Where We Are', paragraphs(where(told, told.place), told.overview)],
    told.row.kind === 'confirm'
      ? [told.texts.words.choices, spellList(told, fromAsking(told, available))]
      : [told.texts.words.available, !told.brevity && shortList(told, available)],
    ['Next Steps', nextSteps(told)],
  ])
}

/** A missing file comes first. */
const where = ({ missing, facts, work, isOneOfSeveral }: ComposerInput, text: RowText) =>
  paragraphs(fill(missing?.happened ?? '', facts), isOneOfSeveral && `Work: **${work}**`, fill(text.where ?? '', facts))

function happened(told: ComposerInput): string {
  const { text } = told
  const { refused, idle } = told.texts.words
  const said: Partial<Record<Kind, string>> = {
    block: refused,
    'no-op': idle,
    confirm: `A confirmation is needed: ${text.happened}`,
  }
  const sentences = [
    fill(said[told.row.kind] ?? text.happened ?? '', valuesOf(told)),
    ...(told.via ?? []).map((id) => fill(told.texts.rows.get(id)?.happened ?? '', told.facts)),
  ]
  const what = inOneText([...sentences, ...filesIn(told.files)].filter(Boolean))
  return paragraphs(what, bullets(told.warnings), told.word?.granted, told.word?.agreed, told.word?.news)
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
function fromAsking({ spell, offers }: ComposerInput, available: readonly Offer[]): Offer[] {
  const place = (offer: Offer) => offers.findIndex(({ name }) => name === offer.name)
  const asking = offers.findIndex(({ name }) => name === spell)
  return [...available.filter((offer) => place(offer) >= asking), ...available.filter((offer) => place(offer) < asking)]
}

/** One line: the next spell with its effect, the others by name only. */
function shortList(told: ComposerInput, [next, ...others]: readonly Offer[]): string {
  if (!next) return ''
  const also = others.map(({ name }) => nameOf(told, name, told.texts.words.short)).join(', ')
  return `${nameOf(told, next.name)}: ${prospect(next)}${also && `. Also: ${also}`}`
}

/** One line: each spell that cannot be cast, with its reason. */
const closedList = ({ texts: { words } }: ComposerInput, closed: readonly Offer[]): string =>
  closed
    .map(({ name, summary }) => fill(words.closed, { event: name, spell: capital(name), because: inShort(summary) }))
    .join(', ')

/** The most words of a reason in a list; a refusal says all of it. */
const mostWords = 5

function inShort(reason: string): string {
  const words = bare(reason).match(/(?:`[^`]*`|[^\s`])+/g) ?? []
  return words.length > mostWords ? `${words.slice(0, mostWords).join(' ')} …` : words.join(' ')
}

const spellList = (told: ComposerInput, list: readonly Offer[]) =>
  bullets(list.map((offer) => `${nameOf(told, offer.name)}: ${prospect(offer)}`))

function forLook(told: ComposerInput): string {
  const { text } = told
  if (told.brevity === 'small') return sections(3, [['Where We Are', fill(text.where ?? '', told.facts)]])
  const { words, header } = told.texts
  const others = offersOf(told, told.leftOut?.developer)
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
          bullets(told.warnings),
          told.word?.granted,
          told.word?.news,
          keyFiles.length > 0 && `**Key Files:** ${keyFiles.join(', ')}`,
        ),
      ],
      [words.available, shortList(told, others.filter(isOpen))],
      [
        words.unavailable,
        closedList(
          told,
          others.filter((offer) => !isOpen(offer)),
        ),
      ],
      ['Next Steps', nextSteps(told)],
    ]),
  )
}

/** A row without next steps shows those of its target state; there are none while the agent goes on by itself. */
function nextSteps({ place, text, facts, texts, row, missing, word, isUnderWay }: ComposerInput): string {
  if (word?.next || isUnderWay) return ''
  const isOwn = text.next !== undefined && row.kind !== 'show'
  const from = isOwn ? text : (missing ?? place)
  return paragraphs(fill(from.next ?? '', facts), (text.tip ?? from.tip) && texts.tip)
}

/** @returns an event as answers of its workflow name it */
export const nameOf = ({ texts }: ComposerInput, event: string, form = texts.words.name) =>
  fill(form, { event, spell: capital(event), plain: texts.phrases[event] })
