import { basename } from 'node:path'
import { wordsHere } from '../../cast/answer/words-here'
import type { CommandContext } from '../../cli/command'
import { worktreesOf } from '../../git/worktrees'
import { html } from '../../text/blocks/html-text'
import { Failure } from '../../text/failure'
import { reportBody } from '../report-page'
import { reportNamed } from '../report-words'
import { boardPage } from './board-page'
import { addressOf } from './frame'
import type { LivePage } from './server'
import { reportNow, workNow } from './work-now'

/** @returns what reads a page as it is now, the board if no piece of work is named; what cannot be read is said on the page. */
export function pagesOf(root: string, cli: CommandContext, token: string): (page: string) => Promise<LivePage> {
  const [main] = worktreesOf(root)
  const name = basename(main?.top ?? root)
  return async (page) => {
    try {
      const words = await wordsHere(root, cli.env)
      if (page === '') return boardPage(name, await workNow(root, cli), (each) => addressOf(each, token), words)
      const read = await reportNow(root, cli, page)
      if (!read)
        return said(false, 'Not under way any more', 'It was archived or removed. All that is left is on the board.')
      const report = reportNamed(read, words)
      const { title, verdict } = report
      return {
        isThere: true,
        title: `${title} · ${verdict.isComplete ? 'complete' : 'not complete'}`,
        body: html`<p id="verdict" data-said="${verdict.text}" hidden></p>${reportBody(report)}`,
      }
    } catch (error) {
      const { message } = error as Error
      return said(true, 'This cannot be read', message, error instanceof Failure ? error.fix : 'spell doctor')
    }
  }
}

const said = (isThere: boolean, title: string, text: string, fix?: string): LivePage => ({
  isThere,
  title,
  body: html`<header><h1>${title}</h1></header>
<main><p id="verdict" data-said="${title}" dir="auto">${text}</p>${fix !== undefined && html`<p>Run: <code>${fix}</code></p>`}</main>`,
})
