import { paragraphs } from '../../../markdown/sections'
import { visible } from '../../../markdown/visible'
import { briefText, inline, shapeText, taskLine } from '../documents'
import { readyItems } from '../formulas'
import type { Session } from '../session'

/** The texts of the hooks, from `templates/hope-hooks/`, by name. */
export type HookTexts = Readonly<Record<string, string>>

/** The host truncates texts of more than 10,000 characters. */
const maxContextLength = 9500

/** @returns the text for a subagent, which has not seen the conversation */
export function forSubagent(session: Session, texts: HookTexts): string {
  const { items, main, wave, text = '' } = session
  const ready = main === 'loop.wave_execution' ? readyItems(items).map(taskLine) : []
  const all = paragraphs(
    ready.length > 0 && `Items of wave ${wave + 1}, of which one may be yours:\n${ready.join('\n')}`,
    shapeText(session),
    briefText(session) || `OBJECTIVE: ${inline(text)}`,
  )
  const about = visible(all)
  const room = maxContextLength - paragraphs(texts.subagent, texts.evidence).length - 60
  const cut = about.length > room ? `${about.slice(0, room)}…\n\nThe rest: spell hope status` : about
  return paragraphs(texts.subagent, cut, texts.evidence)
}
