import { proseParts } from '../markdown/shown-text'
import type { AgentText, Block, Entry, Ledger, Line, Row, Said, Section, Sign, Span, Table, Terms } from './block'
import { type Html, html, shown } from './html-text'
import { minuteOf } from './minute'

/** @returns the sections as HTML, for a page that has the style; an address can lead to each */
export const writeHtml = (all: readonly Section[]): Html =>
  html`${all.map(({ heading, blocks }) => {
    const id = heading.toLowerCase().replaceAll(' ', '-')
    return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${heading}</h2>
${blocks.map(blockHtml)}</section>
`
  })}`

export function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'heading':
      return html`<h3>${block.text}</h3>`
    case 'note':
      return html`<p class="note">${lineHtml(block.line)}</p>`
    case 'list':
      return rowsHtml(block.entries.map(entryHtml))
    case 'ledger':
      return ledgerHtml(block)
    case 'table':
      return tableHtml(block)
    case 'picture':
      return html`<div class="picture" tabindex="0" role="group" aria-label="Map">${{ html: block.svg }}</div>`
    case 'folded':
      return html`<details><summary>${block.summary}</summary>
${block.blocks.map(blockHtml)}</details>`
  }
}

const lineHtml = (line: Line): Html => html`${line.map(spanHtml)}`

function spanHtml(span: Span): Html {
  if (typeof span === 'string') return shown(span)
  if ('code' in span) return html`<code>${span.code}</code>`
  if ('prose' in span) return proseHtml(span.prose)
  if ('name' in span) return shown(span.name)
  if ('time' in span) return timeHtml(span.time)
  return html`<span class="${span.tone}">${span.long ?? span.word}</span>`
}

const proseHtml = (text: string): Html =>
  html`${proseParts(text).map(({ part, isCode }) => (isCode ? html`<code>${part}</code>` : part))}`

const timeHtml = (time: string): Html =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(time)
    ? html`<time datetime="${time}">${minuteOf(time)}</time>`
    : html`<span class="calm">${minuteOf(time)}</span>`

export const signHtml = ({ sign, word, tone }: Sign): Html =>
  html`<span class="state ${tone}"><span class="sign" aria-hidden="true">${sign}</span>${word}</span>`

const rowsHtml = (items: readonly Html[]): Html => html`<ul class="rows">
${items.map(
  (item) => html`<li>${item}</li>
`,
)}</ul>`

function entryHtml({ sign, lines, inside }: Entry): Html {
  const [first, ...others] = lines.map(saidHtml)
  return html`${sign ? html`<div class="row">${first}${signHtml(sign)}</div>` : first}${others}${inside && insideHtml(inside)}`
}

function saidHtml(said: Said): Html {
  if ('what' in said) return html`<p class="what" dir="auto">${lineHtml(said.what)}</p>`
  if ('note' in said) return html`<p class="note" dir="auto">${lineHtml(said.note)}</p>`
  return html`<p class="said" dir="auto">${lineHtml(said.quote)}</p>`
}

const ledgerHtml = ({ columns, entries }: Ledger): Html =>
  rowsHtml(
    entries.map(({ what, sign, note, rows }) => {
      const entry = entryHtml({ sign, lines: note.length > 0 ? [{ what }, { note }] : [{ what }] })
      return html`${entry}${rows.length > 0 && html`<ul class="runs">${rows.map((row) => html`<li>${cellsHtml({ columns }, row)}</li>`)}</ul>`}`
    }),
  )

const tableHtml = ({ look, columns, rows, current }: Table): Html => html`<ol class="${look}">
${rows.map(
  (row, index) => html`<li${index === current && { html: ' aria-current="step"' }}>${cellsHtml({ columns }, row)}</li>
`,
)}</ol>`

const cellsHtml = ({ columns }: Pick<Table, 'columns'>, row: Row): readonly (Html | false)[] =>
  row.map((cell, index) => {
    const { lead } = columns[index] ?? {}
    return lead !== false && cell.length > 0 && html`<span>${lead && `${lead} `}${lineHtml(cell)}</span>`
  })

function insideHtml(inside: Terms | AgentText): Html {
  if (inside.kind === 'text') return agentHtml(inside)
  const { terms } = inside
  return html`${terms.length > 0 && html`<dl>${terms.map(([term, text]) => html`<dt>${term}</dt><dd dir="auto">${proseHtml(text)}</dd>`)}</dl>`}`
}

function agentHtml({ parts, file }: AgentText): Html {
  const all = parts.map(({ kind, text }, index) => {
    if (kind === 'code') return html`<pre>${text}</pre>`
    if (kind !== 'item') return html`<p class="${kind === 'heading' ? 'head' : ''}" dir="auto">${proseHtml(text)}</p>`
    const [isFirst, isLast] = [parts[index - 1]?.kind !== 'item', parts[index + 1]?.kind !== 'item']
    return html`${isFirst && { html: '<ul>' }}<li dir="auto">${proseHtml(text)}</li>${isLast && { html: '</ul>' }}`
  })
  return html`${file !== undefined && html`<p class="note"><code>${file}</code></p>`}${all.length > 0 && html`<div class="text">${all}</div>`}`
}

/**
 * Draws shares as a bar, with their numbers below it.
 *
 * @param shares what each is for: shown by a command, said, the rest
 */
export const barHtml = (shares: Readonly<Record<'good' | 'half' | 'rest', number>>, key: string): Html =>
  html`<div class="bar" aria-hidden="true">${Object.entries(shares).map(([kind, count]) => count > 0 && html`<span class="${kind}" style="flex-grow:${count}"></span>`)}</div>
<p class="key">${key}</p>
`
