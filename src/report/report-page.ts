import { type Html, html, shown } from './html-text'
import type { Decision, ReportedCriterion, ReportedRun, ReportedTask, ReportedThread, WorkReport } from './model'
import { pageStyle } from './page-style'
import {
  byWords,
  countOf,
  decisionWords,
  headings,
  leftOutText,
  minuteOf,
  type Sign,
  standingSigns,
  taskSigns,
  tasksHeading,
} from './report-words'
import { textBlocks } from './text-blocks'

/** What every page begins with, by which a file is known to be one. */
export const pageMark = '<!doctype html>\n<!-- spell report -->\n'

/**
 * Writes a report as one page that needs nothing else: no script, no request.
 *
 * @param made when and at which commit, in words
 * @param picture of the way, as SVG of our own; absent without one
 */
export function reportPage(report: WorkReport, made: string, picture?: string): string {
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${report.title} · ${report.verdict.isComplete ? 'complete' : 'not complete'}</title>
<style>${{ html: pageStyle }}</style>
</head>
<body>
${reportBody(report, picture)}
<footer><p>${made}</p></footer>
</body>
</html>
`
  return `${pageMark}${page.html}`
}

/** @returns the head and the sections of a report, for a page that has the style */
export function reportBody(report: WorkReport, picture?: string): Html {
  return html`<header>
<p class="over">${[report.workflow, report.work, report.isArchived && 'archived'].filter(Boolean).join(' · ')}</p>
<h1 dir="auto">${report.title}</h1>
${verdictOf(report)}
</header>
<main>
${sectionsOf(report, picture).map(
  ([
    heading,
    body,
  ]) => html`<section id="${idOf(heading)}" aria-labelledby="${idOf(heading)}-title"><h2 id="${idOf(heading)}-title">${heading}</h2>
${body}
</section>
`,
)}</main>
`
}

/** The same whatever other sections there are, so that an address can lead there. */
const idOf = (heading: string): string => heading.toLowerCase().replaceAll(' ', '-')

type Section = readonly [heading: string, body: Html]

function sectionsOf(report: WorkReport, picture: string | undefined): Section[] {
  const { criteria, tasks, threads, byHand, findings, next, leftOut } = report
  const left = (what: keyof typeof leftOut) => noteOf(leftOutText(leftOut[what], what))
  const all: readonly (readonly [heading: string, count: number, body: () => Html])[] = [
    [headings.criteria, criteria.length, () => rows(criteria.map(criterionOf))],
    [tasksHeading(report), tasks.length, () => html`${tasksOf(tasks)}${left('tasks')}`],
    [headings.threads, threads.length, () => html`${rows(threads.map(threadOf))}${left('threads')}`],
    [headings.byHand, byHand.length, () => html`${rows(byHand.map(decisionOf))}${left('byHand')}`],
    [
      headings.findings,
      findings.length,
      () =>
        html`${rows(findings.map(({ rule, message }) => html`<p class="what" dir="auto">${spansOf(message)}</p><p class="note"><code>${rule}</code></p>`))}${left('findings')}`,
    ],
    [headings.way, 1, () => wayOf(report, picture)],
    [
      headings.next,
      next.length,
      () =>
        rows(
          next.map(
            ({ say, summary }) =>
              html`<span class="what">${say}</span>${summary !== '' && html`<br><span class="note">${summary}</span>`}`,
          ),
        ),
    ],
  ]
  return all.flatMap(([heading, count, body]): Section[] => (count > 0 ? [[heading, body()]] : []))
}

const noteOf = (text: string): Html | false => text !== '' && html`<p class="note">${text.replaceAll('`', '')}</p>`

const rows = (items: readonly Html[]): Html => html`<ul class="rows">
${items.map(
  (item) => html`<li>${item}</li>
`,
)}</ul>`

const signOf = ({ sign, word, tone }: Sign): Html =>
  html`<span class="state ${tone}"><span class="sign" aria-hidden="true">${sign}</span>${word}</span>`

const timeOf = (time: string | undefined): Html | false =>
  time !== undefined && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/.test(time)
    ? html`<time datetime="${time}">${minuteOf(time)}</time>`
    : time !== undefined && html`<span class="note">${minuteOf(time)}</span>`

function verdictOf({ verdict, criteria }: WorkReport): Html {
  const { isComplete, text, total, met, proven, counted } = verdict
  const hasFault = criteria.some(({ standing }) => standing === 'stale' || standing === 'unproven')
  const tone = isComplete ? 'good' : hasFault ? 'bad' : 'warn'
  const rest = total - met
  const widths = [
    ['good', Math.min(proven, met)],
    ['half', Math.max(0, met - proven)],
    ['rest', rest],
  ] as const
  const key =
    counted === 'phases'
      ? ['approved by the developer', 'approved without the developer', 'open']
      : ['proven by a command', 'as said', 'open']
  const told = widths.flatMap(([, count], index) => (count > 0 ? [`${count} ${key[index]}`] : []))
  return html`<div class="verdict ${tone}">
<p><span class="sign" aria-hidden="true">${isComplete ? '✓' : hasFault ? '✗' : '○'}</span>${text}</p>
${
  total > 0 &&
  html`<div class="bar" aria-hidden="true">${widths.map(([kind, count]) => count > 0 && html`<span class="${kind}" style="flex-grow:${count}"></span>`)}</div>
<p class="key">${told.join(' · ')}</p>`
}
</div>`
}

function criterionOf({ text, standing, byDeveloper, evidence, commands }: ReportedCriterion): Html {
  const said = [byDeveloper && 'for the developer to say', evidence].filter(Boolean).join('; ')
  return html`<div class="row"><span class="what" dir="auto">${spansOf(text)}</span>${signOf(standingSigns[standing])}</div>
${said !== '' && html`<p class="note" dir="auto">${spansOf(said)}</p>`}${
  commands.length > 0 &&
  html`<ul class="runs">
${commands.map(
  (run) => html`<li>${runOf(run)}</li>
`,
)}</ul>`
}`
}

function runOf({ command, folder, result, outcome, time, commit, isFresh }: ReportedRun): Html {
  const tone = outcome === null || outcome === 'passed' ? '' : 'bad-text'
  return html`<code>${command}</code>${folder !== '' && html`<span>in <code>${folder}</code></span>`}<span class="${tone}">${result}</span>${timeOf(time)}${commit !== undefined && html`<span class="note">at <code>${commit.slice(0, 7)}</code></span>`}${isFresh === false && html`<span class="warn-text">stale: files have changed since</span>`}${isFresh === true && html`<span class="note">fresh</span>`}`
}

function tasksOf(tasks: readonly ReportedTask[]): Html {
  const groups = [...new Set(tasks.map(({ group }) => group))]
  return html`${groups.map((group) => html`${group !== '' && html`<h3>${group}</h3>`}${rows(tasks.filter((task) => task.group === group).map(taskOf))}`)}`
}

function taskOf({ name, status, achieved, path, time }: ReportedTask): Html {
  return html`<div class="row"><span class="what" dir="auto">${name}</span>${signOf(taskSigns[status])}</div>
${time !== undefined && html`<p class="note">${timeOf(time)}${path !== undefined && html` · <code>${path}</code>`}</p>`}${achieved !== '' && textOf(achieved)}`
}

/** A foreign Markdown text, as text. */
function textOf(markdown: string): Html {
  const blocks = textBlocks(markdown)
  const parts: Html[] = []
  for (let index = 0; index < blocks.length; ) {
    const { kind, text = '' } = blocks[index] ?? {}
    if (kind === 'item') {
      const from = index
      while (blocks[index]?.kind === 'item') index++
      parts.push(
        html`<ul>${blocks.slice(from, index).map((item) => html`<li dir="auto">${spansOf(item.text)}</li>`)}</ul>`,
      )
      continue
    }
    index++
    if (kind === 'code') parts.push(html`<pre>${text}</pre>`)
    else parts.push(html`<p class="${kind === 'heading' ? 'head' : ''}" dir="auto">${spansOf(text)}</p>`)
  }
  return html`<div class="text">${parts}</div>`
}

/** What is in backticks is code; no other markup is read. */
const spansOf = (text: string): Html => ({
  html: text
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>`.html : shown(part).html))
    .join(''),
})

function threadOf({ id, place, question, decision, answer, isResolved }: ReportedThread): Html {
  const sign: Sign = isResolved
    ? { sign: '✓', word: 'resolved', tone: 'good' }
    : answer !== ''
      ? { sign: '✓', word: 'answered', tone: 'good' }
      : { sign: '○', word: 'not answered', tone: 'warn' }
  const all: readonly (readonly [word: string, text: string])[] = [
    ['Asked', question],
    ['Decided', decision],
    ['Answered', answer],
  ]
  const said = all.filter(([, text]) => text !== '')
  return html`<div class="row"><span class="what">${place === '' ? id : html`<code>${place}</code>`}</span>${signOf(sign)}</div>
${place !== '' && html`<p class="note">${id}</p>`}${said.length > 0 && html`<dl>${said.map(([word, text]) => html`<dt>${word}</dt><dd dir="auto">${spansOf(text)}</dd>`)}</dl>`}`
}

function decisionOf({ kind, text, by, said, time }: Decision): Html {
  const who = byWords[by]
  return html`<p class="note">${decisionWords[kind]}${who !== '' && ` ${who}`}${time !== undefined && html` · ${timeOf(time)}`}</p><p class="what" dir="auto">${spansOf(text)}</p>
${said !== '' && html`<p class="said" dir="auto">${spansOf(said)}</p>`}`
}

function wayOf({ way, state, leftOut }: WorkReport, picture: string | undefined): Html {
  const { steps, states, recent } = way
  if (steps === 0) return html`<p class="note">No step is recorded.</p>`
  const titles = new Map(states.map((each) => [each.state, each.title]))
  return html`${picture !== undefined && html`<div class="picture" tabindex="0" role="group" aria-label="Map">${{ html: picture }}</div>`}<ol class="way">
${states.map(
  (
    each,
  ) => html`<li${each.state === state && { html: ' aria-current="step"' }}><span class="what">${each.title}</span><span class="note">${each.visits === 1 ? 'once' : `${each.visits.toLocaleString('en')} times`}, last ${timeOf(each.last)}</span></li>
`,
)}</ol>
<details><summary>${leftOut.recent > 0 ? `The last ${recent.length} of ${countOf(steps, 'step')}` : countOf(steps, 'step')}</summary>
<ol class="steps">
${recent.map(
  ({
    time,
    by,
    from,
    to,
  }) => html`<li>${timeOf(time)}<span>${by}</span><span>${titles.get(from) ?? from} → ${titles.get(to) ?? to}</span></li>
`,
)}</ol>${noteOf(leftOutText(leftOut.recent, 'recent'))}</details>`
}
