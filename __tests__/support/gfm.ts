import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

export interface Node {
  readonly type: string
  readonly value?: string
  readonly url?: string
  readonly children?: readonly Node[]
}

/** A document as GitHub reads it. */
export const parseGfm = (markdown: string): Node =>
  fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })

export function* nodes(node: Node): Generator<Node> {
  yield node
  for (const child of node.children ?? []) yield* nodes(child)
}
