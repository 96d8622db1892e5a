import { fromMarkdown } from 'mdast-util-from-markdown'

/** The headings of a document down to a depth, each with its `#`s, without those in fences. */
export function headings(markdown: string, depth = 2): string[] {
  return fromMarkdown(markdown).children.flatMap((node) => {
    if (node.type !== 'heading' || node.depth > depth) return []
    const text = node.children.map((child) => ('value' in child ? child.value : '')).join('')
    return [`${'#'.repeat(node.depth)} ${text}`]
  })
}

/** The text under a heading of a part of an answer; empty without it. */
export const section = (developer: string, heading: string): string =>
  developer
    .split(/^### /m)
    .find((part) => part.startsWith(`${heading}\n`))
    ?.slice(heading.length)
    .trim() ?? ''
