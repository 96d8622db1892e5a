/**
 * Finds keys that an object has twice: `JSON.parse` takes the last one, and whoever reads the file without a parser the first.
 *
 * @param text valid JSON, an object
 * @param ours the keys of the object itself that are ours; in those of others nothing is looked for
 * @returns the first that stands there more than once, however deep; undefined if there is none
 */
export function keyTwice(text: string, ours: readonly string[]): string | undefined {
  // The keys that each open object has had so far; none of a list.
  const open: Set<string>[] = []
  let own = ''
  for (const [, token = '', isKey] of text.matchAll(/("(?:[^"\\]|\\.)*"|[{}[\]])(\s*:)?/g)) {
    if (isKey) {
      const key = JSON.parse(token)
      const known = open.at(-1)
      if (open.length === 1) own = key
      if (known?.has(key) && ours.includes(own)) return key
      known?.add(key)
    } else if ('{['.includes(token)) open.push(new Set())
    else if ('}]'.includes(token)) open.pop()
  }
  return undefined
}
