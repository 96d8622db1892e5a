import { proseParts } from '../markdown/shown-text'
import { visible } from '../markdown/visible'
import { minuteOf } from '../time'
import type { Block, Column, Entry, Section, Sign, Span, TextBlock } from './block'

/** @returns the sections as HTML, for a page that has the style; an address can lead to each */
export const writeHtml = (all: readonly Section[]): Html =>
  html`${all.map(({ heading, blocks }) => {
    const id = heading.toLowerCase().replaceAll(' ', '-')
    return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${heading}</h2>
${blocks.map(blockHtml)}
</section>
`
  })}`

export function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'heading':
      return html`<h3>${block.text}</h3>`
    case 'note':
      return html`<p class="note">${spanHtml(block.line)}</p>`
    case 'list':
      return itemsHtml('rows', block.entries.map(entryHtml))
    case 'columns':
      return html`<div class="columns">
${block.columns.map(columnHtml)}</div>`
    case 'printed':
      return html`<pre tabindex="0">${block.lines.join('\n')}</pre>`
    case 'folded':
      return html`<details${block.isOpen && ' open'}><summary>${spanHtml(block.summary)}</summary>
${block.blocks.map(blockHtml)}</details>`
  }
}

const columnHtml = ({ heading, entries }: Column): Html =>
  html`<div>${heading !== '' && html`<h3>${heading}</h3>`}${itemsHtml('cards', entries.map(entryHtml))}</div>
`

const itemsHtml = (look: 'rows' | 'cards' | 'runs', items: readonly Html[]): Html => html`<ul class="${look}">
${items.map(
  (item) => html`<li>${item}</li>
`,
)}</ul>`

export function spanHtml(span: Span): Html {
  if (!span || typeof span === 'string') return shown(span || '')
  if ('code' in span) return html`<code>${span.code}</code>`
  if ('prose' in span) return proseHtml(span.prose)
  if ('name' in span) return shown(span.name)
  if ('time' in span) return timeHtml(span.time)
  if ('word' in span) return html`<span class="${span.tone}">${proseHtml(span.word)}</span>`
  return html`${span.map(spanHtml)}`
}

const proseHtml = (text: string): Html =>
  html`${proseParts(text).map(({ part, mark }) => {
    if (mark === undefined) return part
    if (mark === '`') return html`<code>${part}</code>`
    return mark.length === 1 ? html`<em>${proseHtml(part)}</em>` : html`<strong>${proseHtml(part)}</strong>`
  })}`

const timeHtml = (time: string): Html =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(time)
    ? html`<time datetime="${time}">${minuteOf(time)}</time>`
    : shown(minuteOf(time))

export const signHtml = ({ sign, word, tone }: Sign): Html =>
  html`<span class="state ${tone}"><span class="sign" aria-hidden="true">${sign}</span>${word}</span>`

function entryHtml({ sign, over, what, note, quote, lines = [], parts = [], file }: Entry): Html {
  const main = lineHtml('what', what)
  return html`${lineHtml('note', over)}${sign ? html`<div class="row">${main}${signHtml(sign)}</div>` : main}${lineHtml('note', note)}${lineHtml('said', quote && { prose: quote })}${file !== undefined && lineHtml('note', { code: file })}${lines.length > 0 && itemsHtml('runs', lines.map(spanHtml))}${parts.length > 0 && html`<div class="text">${parts.map(partHtml)}</div>`}`
}

function lineHtml(look: 'what' | 'note' | 'said', line: Span): Html | false {
  const inside = spanHtml(line)
  return inside.html !== '' && html`<p class="${look}" dir="auto">${inside}</p>`
}

function partHtml({ kind, text }: TextBlock, index: number, parts: readonly TextBlock[]): Html {
  if (kind === 'code') return html`<pre>${text}</pre>`
  if (kind !== 'item') return html`<p class="${kind === 'heading' ? 'head' : ''}" dir="auto">${proseHtml(text)}</p>`
  const isAfterItem = parts[index - 1]?.kind === 'item'
  const isBeforeItem = parts[index + 1]?.kind === 'item'
  return html`${!isAfterItem && { html: '<ul>' }}<li dir="auto">${proseHtml(text)}</li>${!isBeforeItem && { html: '</ul>' }}`
}

/** Draws shares as a bar, with their numbers below it: shown by a command, said, failed, the rest. */
export const barHtml = (
  shares: Readonly<Partial<Record<'good' | 'half' | 'bad' | 'rest', number>>>,
  key: Html | '' = '',
): Html =>
  html`<div class="bar" aria-hidden="true">${Object.entries(shares).map(([kind, count]) => count > 0 && html`<span class="${kind}" style="flex-grow:${count}"></span>`)}</div>
${
  key !== '' &&
  html`<p class="key">${key}</p>
`
}`

/** HTML that is safe to insert: only `html` and `shown` make it. */
export interface Html {
  readonly html: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** @returns a foreign text, which is shown as it is */
const shown = (text: string): Html => ({
  html: visible(text).replace(/[&<>"']/g, (found) => entities[found] ?? ''),
})

type Part = Html | string | number | false | undefined | readonly Part[]

const inserted = (part: Part): string => {
  if (part === false || part === undefined) return ''
  if (typeof part === 'string' || typeof part === 'number') return shown(String(part)).html
  return 'html' in part ? part.html : part.map(inserted).join('')
}

/** Fills a template of HTML; every text in it is escaped, and nothing stands for `false` and `undefined`. */
export const html = (template: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: template.map((text, index) => text + (index < parts.length ? inserted(parts[index]) : '')).join(''),
})
