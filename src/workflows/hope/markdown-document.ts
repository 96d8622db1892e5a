import { isRecord } from '../../failure/json'

/** What is handed in: single values in its front matter, sentences and lists in the Markdown below. */
export interface MarkdownDocument {
  readonly front: Readonly<Record<string, unknown>>
  readonly body: string
  /** All of it, as it was handed in. */
  readonly text: string
  /** What is wrong with the front matter; the body is the whole text then. */
  readonly problem?: string
}

/**
 * Takes the front matter off a text. gray-matter is loaded only for a text that has one. Throws nothing.
 *
 * @param text as it was handed in; a byte order mark and a fence around all of it are left out
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

/** An agent likes to put a document into a fence. */
const unfenced = (text: string): string => /^```\w*\n([\s\S]*)\n```$/.exec(text)?.[1]?.trim() ?? text

/** gray-matter would run a `---js` block, and takes JSON. */
const refuse = (): never => {
  throw new Error('a front matter is YAML')
}
