/**
 * Finds keys that an object has twice: `JSON.parse` takes the last one, and whoever reads the file without a parser the first.
 *
 * @param text valid JSON, an object
 * @param document what that was parsed to
 * @param isOurs whether a key of the object itself is one of ours; in those of others nothing is looked for
 * @returns the first that stands there more than once, however deep, as a path: `context.title`; undefined if there is none
 */
export function keyTwice(
  text: string,
  document: Readonly<Record<string, unknown>>,
  isOurs: (key: string) => boolean,
): string | undefined {
  return isPlain(text, document) ? undefined : findTwice(text, isOurs)
}

/** Whether a text is what a spell writes of a document: it has no key twice then, and nothing has to be searched. */
function isPlain(text: string, document: Readonly<Record<string, unknown>>): boolean {
  const members = Object.entries(document).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`)
  return text.replace(/\n */g, '') === `{${members.join(',')}}`
}

interface Open {
  /** Undefined of a list. */
  readonly keys: Set<string> | undefined
  readonly path: string
  /** The key whose value comes next. */
  key: string
}

function findTwice(text: string, isOurs: (key: string) => boolean): string | undefined {
  const open: Open[] = []
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    const inner = open.at(-1)
    if (name !== undefined && inner?.keys) {
      inner.key = JSON.parse(name)
      const isAgain = inner.keys.has(inner.key)
      inner.keys.add(inner.key)
      if (isAgain && isOurs(open[0]?.key ?? '')) return `${inner.path}${inner.key}`
    } else if (token === '{' || token === '[') {
      const path = inner ? `${inner.path}${inner.keys ? `${inner.key}.` : ''}` : ''
      open.push({ keys: token === '{' ? new Set() : undefined, path, key: '' })
    } else if (token === '}' || token === ']') open.pop()
  }
  return undefined
}
