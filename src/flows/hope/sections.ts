import { inline } from './documents'
import type { Session } from './session'

/** The parts of a Markdown document about a round. */

/** @returns what the round is about, in one line */
export const titleOf = ({ brief, text = '' }: Session): string =>
  inline(brief?.objective ?? text.trim().split('\n')[0] ?? '', 120)

/** @returns a text below a heading; empty without a text */
export const section = (heading: string, text: string | undefined): string => (text ? `## ${heading}\n\n${text}` : '')

export const bullets = (lines: readonly string[]): string => lines.map((line) => `- ${inline(line)}`).join('\n')

export const quoted = (text: string): string => text.trim().replace(/^/gm, '> ')

/** @returns a text as it stands, which could end no block around it */
export const fenced = (text: string): string => `~~~text\n${text.replaceAll('~~~', '```')}\n~~~`
