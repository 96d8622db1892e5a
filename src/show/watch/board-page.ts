import { sinceText, turnLine } from '../../cast/answer/turn'
import { commandsHere } from '../../cli/launcher'
import { barHtml, blockHtml, type Html, html, signHtml } from '../../text/blocks/write-html'
import { capital, countOf, plain } from '../../text/markdown-parts'
import type { Wording } from '../../text/wording'
import { type Counts, passedCounts } from '../../workflow/criteria/counts'
import { spells } from '../../workflows/engineer/spells'
import { aboutOf, byTurn, placesText, turnOf } from '../board/board'
import type { LivePage } from './server'
import type { WatchedWork, WorkNow } from './work-now'

/** Shows all pieces of work of the repository `name` by who is to act; each links to its own page. */
export function boardPage(
  name: string,
  { work, finished, unread, worktrees, now }: WorkNow,
  addressOf: (page: string) => string,
  words: Wording,
): LivePage {
  const count = countOf(work.length, 'piece of work', 'pieces of work')
  const sections = byTurn(work).map(({ who, heading, work: own }) => {
    const [first, ...others] = own
    const turn = first && turnOf(first)
    const isOneTurn = others.length > 0 && others.every((each) => turnOf(each)?.does === turn?.does)
    const saysTurn = who !== 'nobody' && !isOneTurn
    return html`<section id="${who}" aria-labelledby="${who}-title"><h2 id="${who}-title">${heading} <span class="count">${own.length}</span></h2>
${who !== 'nobody' && isOneTurn && turn && html`<p class="say">${plain(turnLine(turn))}</p>`}<ul>${own.map((each) =>
      cardOf(each, addressOf(each.page), now, work, saysTurn),
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
        ? emptyBoard(words)
        : html`<div class="board">${sections}</div>${work.some(({ criteria }) => criteria && hasBar(criteria)) && legend}`
    }${
      finished.length > 0 &&
      html`<section id="finished" aria-labelledby="finished-title"><h2 id="finished-title">Finished in the last weeks</h2>
${blockHtml({ kind: 'list', entries: finished.map(({ name, day }) => ({ what: name, note: day })) })}</section>`
    }${
      unread.length > 0 &&
      html`<section id="unread" aria-labelledby="unread-title"><h2 id="unread-title">What cannot be read</h2>
${blockHtml({ kind: 'list', entries: unread.map(({ places, why }) => ({ what: placesText(places), note: why })) })}</section>`
    }</main>
`,
  }
}

const emptyBoard = (
  words: Wording,
): Html => html`<section class="empty" aria-labelledby="empty-title"><h2 id="empty-title">Nothing is under way here</h2>
<p>${{ html: commandsHere(words('Say <b>Accio</b> to your agent, or run <code>spell accio</code>.')) }} What begins is on this page a moment later.</p>
<p class="note">${{ html: commandsHere('To see a whole piece of work first: <code>spell tour</code>. Other workflows: <code>spell work</code>.') }}</p>
<h3>The six words</h3>
${blockHtml({ kind: 'list', entries: Object.entries(spells).map(([name, { summary }]) => ({ what: words(capital(name)), note: summary })) })}</section>`

const legend = html`<p class="legend note">Criteria: ${Object.entries({ good: 'passed', half: 'ticked', bad: 'failed', rest: 'open' }).map(([kind, word]) => html`<span class="pair"><span class="bar"><span class="${kind}"></span></span> ${word}</span> `)}</p>
`

function cardOf(work: WatchedWork, address: string, now: Date, all: readonly WatchedWork[], saysTurn: boolean): Html {
  const { page, name, title, state, phase, isGivenUp, criteria, time, isStale, last } = work
  const where = isGivenUp ? `${work.where} (given up)` : work.where
  const tone = state === undefined ? 'bad' : phase === 'complete' && !isGivenUp ? 'good' : ''
  const sign = { bad: '✗', good: '✓', '': '' }[tone]
  const turn = saysTurn ? turnOf(work) : undefined
  const said = [name, where, criteria && passedCounts(criteria)].filter(Boolean).join(', ')
  const isNamed = title !== undefined && all.filter((each) => each.name === name).length === 1
  const about = [...(isNamed ? [name] : []), ...aboutOf(work, all)].join(' · ')
  return html`<li class="card" id="card-${page}" data-said="${said}"><h3><a id="open-${page}" href="${address}" dir="auto">${title ?? name}</a></h3>
<p class="state ${tone}">${sign !== '' && html`<span class="sign" aria-hidden="true">${sign}</span>`}<span dir="auto">${where}</span>${time !== undefined && html` · <time datetime="${time}">${sinceText(time, now)}</time>`}</p>
${criteria && criteriaOf(criteria)}${isStale && last !== undefined && html`<p>${signHtml({ sign: '!', word: `stale since ${last.slice(0, 10)}`, tone: 'warn' })}</p>`}${turn && html`<p class="say">${plain(turnLine(turn))}</p>`}
${about !== '' && html`<p class="note" dir="auto">${about}</p>`}</li>
`
}

const hasBar = ({ proven, passed, confirmed, claimed, failed }: Counts): boolean =>
  proven + passed + confirmed + claimed + failed > 0

function criteriaOf(counts: Counts): Html {
  const { proven, passed, confirmed, claimed: half, failed: bad, open, stale, waiting } = counts
  const [said = '', ofFailed] = passedCounts(counts).split(/(?<=, )(?=\d+ failed)/)
  const key = html`${said}${ofFailed && html`<strong class="bad">${ofFailed}</strong>`}`
  const bar = { good: proven + passed + confirmed, half, bad, rest: open + stale + waiting }
  return hasBar(counts) ? barHtml(bar, key) : html`<p class="key">${key}</p>`
}
