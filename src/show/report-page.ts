import { barHtml, type Html, html, writeHtml } from '../text/blocks/write-html'
import type { WorkReport } from './model'
import { reportSections } from './report-sections'
import { placeText } from './report-words'

/** What every page begins with, by which a file is known to be one. */
export const pageMark = '<!doctype html>\n<!-- spell report -->\n'

/** How pages look, and what they do, from `templates/pages/`. */
export interface PageTexts {
  /** The style of every page. */
  readonly report: string
  /** What the pages of `spell watch` add to it, and the script by which they follow. */
  readonly watch: string
  readonly script: string
}

/** Writes a report as one page that needs no script and no request; `made` says when and at which commit. */
export function reportPage(report: WorkReport, made: string, { report: style }: Pick<PageTexts, 'report'>): string {
  const page = html`<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${report.title} · ${report.verdict.isComplete ? 'complete' : 'not complete'}</title>
<style>${{ html: style }}</style>
</head>
<body>
${reportBody(report)}
<footer><p>${made}</p></footer>
</body>
</html>
`
  return `${pageMark}${page.html}`
}

/** @returns the head and the sections of a report, for a page that has the style */
export function reportBody(report: WorkReport): Html {
  return html`<header>
<p class="over">${placeText(report)}</p>
<h1 dir="auto">${report.title}</h1>
${verdictOf(report)}
</header>
<main>
${writeHtml(reportSections(report, 'page'))}</main>
`
}

function verdictOf({ verdict, criteria }: WorkReport): Html {
  const { isComplete, text, total, met, proven } = verdict
  const failed = criteria.slice(0, total).filter(({ standing }) => standing === 'failed').length
  const isBad = failed > 0 || criteria.some(({ standing }) => standing === 'stale')
  const tone = isComplete ? 'good' : isBad ? 'bad' : 'warn'
  const shares = {
    good: Math.min(proven, met),
    half: Math.max(0, met - proven),
    bad: failed,
    rest: total - met - failed,
  }
  return html`<div class="verdict ${tone}">
<p><span class="sign" aria-hidden="true">${isComplete ? '✓' : isBad ? '✗' : '○'}</span>${text}</p>
${total > 0 && barHtml(shares)}</div>`
}
