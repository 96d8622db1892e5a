import { html } from '../../text/blocks/write-html'
import type { PageTexts } from '../report-page'
import type { LivePage } from './server'

interface Following {
  /** The id of a piece of work; empty for the board. */
  readonly page: string
  readonly token: string
  /** Lets our script run, and no other. */
  readonly nonce: string
  /** The digest of what the page shows. */
  readonly seen: string
}

/** @returns the address of a page on this server */
export const addressOf = (page: string, token: string): string => `/${page && `work/${page}`}?t=${token}`

/** Puts what is shown into a page that follows it; without a script it stays as it is. */
export const framed = (
  { title, body }: LivePage,
  { page, token, nonce, seen }: Following,
  { report, watch, script }: PageTexts,
): string =>
  `<!doctype html>\n${
    html`<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
<style>${{ html: report + watch }}</style>
</head>
<body data-follow="/follow${page && `/${page}`}?t=${token}" data-seen="${seen}">
<nav aria-label="Pages"><span class="name">spell</span>${page !== '' && html`<a href="${addressOf('', token)}">‹ All work</a>`}<span id="link" class="link">As of the last reload</span></nav>
<div id="shown">${body}</div>
<p id="news" class="unseen" role="status"></p>
<script nonce="${nonce}">${{ html: script }}</script>
</body>
</html>
`.html
  }`
