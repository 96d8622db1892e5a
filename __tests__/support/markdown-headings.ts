import { fromMarkdown } from 'mdast-util-from-markdown'

/** The headings that a Markdown reader sees, down to a depth, each with its `#`s; what stands in a fence is none. */
export function headings(markdown: string, depth = 2): string[] {
  return fromMarkdown(markdown).children.flatMap((node) => {
    if (node.type !== 'heading' || node.depth > depth) return []
    const text = node.children.map((child) => ('value' in child ? child.value : '')).join('')
    return [`${'#'.repeat(node.depth)} ${text}`]
  })
}
