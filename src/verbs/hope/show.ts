import { bullets, paragraphs } from '../../answer/markdown'
import { documentOutput } from '../../cli/answer-output'
import type { Output } from '../../cli/command'
import { titleOf } from '../../cli/title'
import type { WorkMeant } from '../../cli/work-meant'
import { exit, Failure } from '../../failure/failure'
import { roundText } from '../../flows/hope/round-text'
import { sessionIn } from '../../flows/hope/session'
import { readHistory } from '../../report/history/history'
import { hasSeen, wordCounts } from '../../work/history/word-counts'
import type { Work } from '../../work/work'
import { standingsNow } from '../instances'

/** Prints the round as one document. Throws Failure (notPossible) `no-session`. */
export async function show(piece: WorkMeant): Promise<Output> {
  const { saved } = piece.work
  const session = sessionIn(saved.context, saved.current)
  if (session.text === undefined)
    throw new Failure(exit.notPossible, 'no-session', 'No session has started here.', 'spell hope start "…"')
  const text = paragraphs(roundText({ ...session, ...(await standingsNow(piece)) }), await decidedByAgent(piece.work))
  return documentOutput('round', true, { workflow: 'hope', part: 'round', markdown: text }, `${text}\n`)
}

/** What was decided in this round by the agent, where words of the developer are seen; empty without anything. */
async function decidedByAgent(work: Work): Promise<string> {
  const { entries } = await readHistory(work)
  const steps = entries.slice(entries.findLastIndex(({ spell }) => spell === 'start') + 1)
  const unseen = hasSeen(wordCounts(entries)) ? steps.filter(({ word }) => word === 'unseen') : []
  const lines = unseen.map(({ spell, about = {}, from }) =>
    [spell, about.word ?? about.level, `(${titleOf(work.flow, from)})`].filter(Boolean).join(' '),
  )
  return lines.length > 0
    ? `## By the Agent\n\nWithout a word of the developer that spell has seen:\n\n${bullets(lines)}`
    : ''
}
