import { visible } from '../../../markdown/visible'
import { criterionLine, inline } from '../documents'
import { readyItems } from '../formulas'
import type { Session } from '../session'

/** The texts of the hooks, from `templates/hope-hooks/`, by name. */
export type HookTexts = Readonly<Record<string, string>>

/** The host truncates texts of more than 10,000 characters. */
const maxContextBytes = 9500
const maxLineLength = 300
const maxListItems = 20

/** @returns the text for a subagent, which has not seen the conversation */
export function forSubagent(session: Session, texts: HookTexts): string {
  const { brief, shape, items, main, wave, text: request = '' } = session
  const ready = main === 'loop.wave_execution' ? readyItems(items) : []
  const text = [
    texts.subagent,
    list('The objective', [brief?.objective ?? request].filter(Boolean)),
    list('Criteria', shape?.criteria?.map(criterionLine)),
    list('Must not', shape?.mustNot),
    list('Acceptance', brief?.acceptance),
    list('Stop and report when', brief?.stop),
    list(
      `Items of wave ${wave + 1}, of which one may be yours`,
      ready.map(({ id, text, run }) => `${id}: ${text}${run ? ` (run: ${run})` : ''}`),
    ),
    texts.evidence,
  ]
    .filter(Boolean)
    .join('\n\n')
  return text.length > maxContextBytes ? `${text.slice(0, maxContextBytes - 60)}…\n\nThe rest: spell hope status` : text
}

function list(heading: string, texts: readonly string[] = []): string {
  const more = texts.length - maxListItems
  const lines = texts.slice(0, maxListItems).map((text) => `- ${inline(visible(text), maxLineLength)}`)
  if (more > 0) lines.push(`- and ${more} more: spell hope status`)
  return lines.length > 0 ? [`${heading}:`, ...lines].join('\n') : ''
}
