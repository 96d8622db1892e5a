/**
 * Finds a duplicate key, at any depth, in a JSON object: `JSON.parse` takes the last one, while a reader without a
 * parser, such as the hook, takes the first.
 *
 * @param ours the top-level keys to examine; other values are skipped
 */
export function keyTwice(text: string, ours: readonly string[]): string | undefined {
  // The keys of each open object so far; nothing for a list.
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
