import type { HostText } from '../agents/agent'

/** Of columns: what a host shows is not wrapped by all of them. */
const columns = 80

/** @returns a text of ours for what a host shows: as Markdown, and as lines that read well unrendered, without headings and blank lines */
export async function hostText(markdown: string): Promise<HostText> {
  const { renderTerminal } = await import('./terminal')
  const lines = renderTerminal(markdown.replace(/^#+ .*\n+/gm, ''), '', { color: false, columns })
  return { markdown, plain: lines.replace(/\n{2,}/g, '\n').trim() }
}
