import type { HostText } from '../install/agents/agent'

/** Not all hosts wrap what they show, and a frame takes up to six of the 80 columns. */
const columns = 74

/** All headings leave but one: without it a spell that cannot be cast reads like one that can. */
const heading = /^#+ (Unavailable .*)?.*\n+/gm

/** @returns a text of ours for what a host shows, without headings: as Markdown, and as lines that read well unrendered, without blank ones */
export async function hostText(text: string): Promise<HostText> {
  const { renderTerminal } = await import('./terminal')
  const markdown = text.replace(heading, (_, title) => (title ? `${title}:\n\n` : '')).trim()
  const lines = renderTerminal(markdown, '', { color: false, columns })
  return { markdown, plain: lines.replace(/\n{2,}/g, '\n').trim() }
}
