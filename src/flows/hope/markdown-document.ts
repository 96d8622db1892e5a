import { isRecord } from '../../failure/json'

/** A submitted document: single values in its front matter, sentences and lists in its Markdown body. */
export interface MarkdownDocument {
  readonly front: Readonly<Record<string, unknown>>
  readonly body: string
  /** The whole document, unchanged. */
  readonly text: string
  /** What is wrong with the front matter; the body is then the whole text. */
  readonly problem?: string
}

/**
 * Splits off the front matter. gray-matter is loaded only if there is one. Does not throw.
 *
 * @param text as submitted; a byte order mark and an enclosing fence are ignored
 */
export async function readMarkdownDocument(text: string): Promise<MarkdownDocument> {
  const body = unfenced(text.replace(/^\uFEFF/, '').trim())
  if (!/^---(?!-)/.test(body)) return { front: {}, body, text }
  const { default: matter } = await import('gray-matter')
  try {
    const { data, content } = matter(body, { engines: { js: refuse, javascript: refuse, json: refuse } })
    const front: unknown = data
    if (isRecord(front)) return { front, body: content, text }
    return { front: {}, body, text, problem: 'the front matter: must be lines such as `key: value`' }
  } catch (error) {
    const { mark } = error as { mark?: { line?: number } }
    const place = mark?.line === undefined ? '' : ` in line ${mark.line + 1}`
    return { front: {}, body, text, problem: `the front matter: is not valid YAML${place}` }
  }
}

/** Agents often put a document into a fence. */
const unfenced = (text: string): string => /^```\w*\n([\s\S]*)\n```$/.exec(text)?.[1]?.trim() ?? text

/** gray-matter would run a `---js` block, and accepts JSON. */
const refuse = (): never => {
  throw new Error('a front matter is YAML')
}
