import { plain } from '../answer/markdown'
import { turnLine } from '../answer/turn'
import { type Html, html } from '../blocks/html-text'
import { minuteOf } from '../blocks/minute'
import { barHtml, blockHtml, signHtml } from '../blocks/write-html'
import { columnOf, placesText } from '../board/board'
import { workPhases } from '../flows/flow'
import { phaseNames } from '../flows/phase-names'
import { type Counts, shownCounts } from '../proof/criteria/counts'
import { countOf } from '../report/report-words'
import type { LivePage } from './server'
import type { WatchedWork, WorkNow } from './work-now'

/** Shows all pieces of work of the repository `name` by phase; each links to its own page. */
export function boardPage(
  name: string,
  { work, unread, worktrees, now }: WorkNow,
  addressOf: (page: string) => string,
): LivePage {
  const columns = workPhases.map((phase) => {
    const cards = work.filter((each) => columnOf(each) === phase)
    return html`<section id="${phase}"${cards.length === 0 && { html: ' class="bare"' }} aria-labelledby="${phase}-title"><h2 id="${phase}-title">${phaseNames[phase]} <span class="count">${cards.length}</span></h2>
${cards.length > 0 && html`<ul>${cards.map((each) => cardOf(each, addressOf(each.page), now))}</ul>`}</section>
`
  })
  return {
    isThere: true,
    title: `${name} · ${countOf(work.length, 'piece of work', 'pieces of work')}`,
    body: html`<header class="wide"><p class="over">${countOf(work.length, 'piece of work', 'pieces of work')} in ${countOf(worktrees, 'worktree')}</p>
<h1 dir="auto">${name}</h1></header>
<main class="wide">${
      work.length === 0
        ? html`<div class="verdict"><p>Nothing is under way here yet.</p></div>
<p>Say <b>Accio</b> to your agent, or run <code>spell accio</code>. <code>spell work</code> lists the other workflows, and how to begin with each.</p>`
        : html`<div class="board">${columns}</div>`
    }${
      unread.length > 0 &&
      html`<section id="unread" aria-labelledby="unread-title"><h2 id="unread-title">What cannot be read</h2>
${blockHtml({ kind: 'list', entries: unread.map(({ places, why }) => ({ what: placesText(places), note: why })) })}</section>`
    }</main>
`,
  }
}

function cardOf(work: WatchedWork, address: string, now: Date): Html {
  const { page, name, title, workflow, places, state, phase, where, criteria, time, isStale, last, turn } = work
  const tone = state === undefined ? 'bad' : phase === 'complete' ? 'good' : ''
  const sign = { bad: '✗', good: '✓', '': '' }[tone]
  const said = [name, where, criteria && shownCounts(criteria)].filter(Boolean).join(', ')
  return html`<li class="card" id="card-${page}" data-said="${said}"><h3><a id="open-${page}" href="${address}" dir="auto">${title ?? name}</a></h3>
<p class="state ${tone}">${sign !== '' && html`<span class="sign" aria-hidden="true">${sign}</span>`}<span dir="auto">${where}</span></p>
${criteria && criteriaOf(criteria)}${isStale && last !== undefined && html`<p>${signHtml({ sign: '!', word: `stale since ${last.slice(0, 10)}`, tone: 'warn' })}</p>`}${turn && html`<p class="say ${turn.who}">${plain(turnLine(turn, now))}</p>`}
<p class="note" dir="auto">${[workflow, title !== undefined && name, placesText(places)].filter(Boolean).join(' · ')}${time !== undefined && html` · <time>${minuteOf(time)}</time>`}</p></li>
`
}

function criteriaOf(counts: Counts): Html {
  const { proven, passed, confirmed, claimed, open, stale, failed, waiting } = counts
  const rest = open + stale + failed + waiting
  return barHtml({ good: proven + passed + confirmed, half: claimed, rest }, shownCounts(counts))
}
