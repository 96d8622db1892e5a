import { type Html, html } from '../blocks/html-text'
import { barHtml, blockHtml, signHtml } from '../blocks/write-html'
import { ago, placesText } from '../board/board'
import { standard } from '../flows/registry'
import { type Counts, shownCounts } from '../proof/criteria/counts'
import { loadMap } from '../report/map/picture'
import { mapSvg } from '../report/map/svg'
import { countOf } from '../report/report-words'
import type { LivePage } from './server'
import { byTurn } from './turn'
import type { WatchedWork, WorkNow } from './work-now'

/** Shows all pieces of work of the repository `name` by who is to act; each links to its own page. */
export function boardPage(
  name: string,
  { work, unread, worktrees, now }: WorkNow,
  addressOf: (page: string) => string,
): LivePage {
  const count = countOf(work.length, 'piece of work', 'pieces of work')
  const isShared = sharedBy(work)
  const sections = byTurn(work).map(({ turn, heading, work: own }) => {
    const [first, ...others] = own
    const isOneWord = others.length > 0 && others.every(({ say }) => say === first?.say)
    return html`<section id="${turn}" aria-labelledby="${turn}-title"><h2 id="${turn}-title">${heading} <span class="count">${own.length}</span></h2>
${isOneWord && first && html`<p class="say">${sayOf(first.say)}</p>`}<ul>${own.map((each) =>
      cardOf(isOneWord ? { ...each, say: '' } : each, addressOf(each.page), now, isShared),
    )}</ul></section>
`
  })
  return {
    isThere: true,
    title: `${name} · ${count}`,
    body: html`<header class="wide"><p class="over">${count} in ${countOf(worktrees, 'worktree')}</p>
<h1 dir="auto">${name}</h1></header>
<main class="wide">${
      work.length === 0
        ? emptyBoard()
        : html`<div class="board">${sections}</div>${work.some(({ criteria }) => criteria) && legend}`
    }${
      unread.length > 0 &&
      html`<section id="unread" aria-labelledby="unread-title"><h2 id="unread-title">What cannot be read</h2>
${blockHtml({ kind: 'list', entries: unread.map(({ places, why }) => ({ what: placesText(places), note: why })) })}</section>`
    }</main>
`,
  }
}

const emptyBoard =
  (): Html => html`<section class="empty" aria-labelledby="empty-title"><h2 id="empty-title">Nothing is under way here yet</h2>
<p>Say <b>accio</b> to your agent, or run <code>spell accio</code>. What begins is on this page a moment later.</p>
<p class="note">To see a whole piece of work first: <code>spell tour</code>. Other workflows: <code>spell work</code>.</p>
${blockHtml({ kind: 'picture', label: 'How a piece of work goes', svg: mapSvg(standard, loadMap(standard)) })}</section>`

const legend = html`<p class="legend note">Criteria: <span class="bar"><span class="good"></span></span> proven, passed or confirmed <span class="bar"><span class="half"></span></span> claimed <span class="bar"></span> not met yet</p>
`

/** What each card says distinguishes none. */
const sharedBy =
  (work: readonly WatchedWork[]) =>
  (textOf: (work: WatchedWork) => string): boolean =>
    work.length > 1 && new Set(work.map(textOf)).size === 1

function cardOf(
  work: WatchedWork,
  address: string,
  now: Date,
  isShared: (textOf: (work: WatchedWork) => string) => boolean,
): Html {
  const { page, name, title, state, phase, where, criteria, time, isStale, last, say } = work
  const tone = state === undefined ? 'bad' : phase === 'complete' ? 'good' : ''
  const sign = { bad: '✗', good: '✓', '': '' }[tone]
  const said = [name, where, criteria && shownCounts(criteria)].filter(Boolean).join(', ')
  const about = [
    (each: WatchedWork) => each.workflow,
    (each: WatchedWork) => each.name,
    (each: WatchedWork) => placesText(each.places),
  ].flatMap((textOf) => (isShared(textOf) || textOf(work) === title ? [] : [textOf(work)]))
  return html`<li class="card" id="card-${page}" data-said="${said}"><h3><a id="open-${page}" href="${address}" dir="auto">${title ?? name}</a></h3>
<p class="state ${tone}">${sign !== '' && html`<span class="sign" aria-hidden="true">${sign}</span>`}<span dir="auto">${where}</span>${time !== undefined && html` · <time datetime="${time}">${ago(time, now)}</time>`}</p>
${criteria && criteriaOf(criteria)}${isStale && last !== undefined && html`<p>${signHtml({ sign: '!', word: `stale since ${last.slice(0, 10)}`, tone: 'warn' })}</p>`}${say !== '' && html`<p class="say">${sayOf(say)}</p>`}
${about.length > 0 && html`<p class="note" dir="auto">${about.join(' · ')}</p>`}</li>
`
}

const sayOf = (say: string): Html =>
  say.startsWith('spell ') ? html`Run <code>${say}</code>` : say === '' ? html`` : html`Say <b>${say}</b>`

function criteriaOf(counts: Counts): Html {
  const { proven, passed, confirmed, claimed, open, stale, failed, waiting } = counts
  const rest = open + stale + failed + waiting
  return barHtml({ good: proven + passed + confirmed, half: claimed, rest }, shownCounts(counts))
}
