/**
 * Finds keys that an object has twice: `JSON.parse` takes the last one, and whoever reads the file without a parser the first.
 *
 * @param text valid JSON, an object
 * @param keys those that matter, the first one above all: only if that may stand there twice all of the text is read
 * @returns those that stand there more than once, on the level of the object itself
 */
export function keysTwice(text: string, keys: readonly [string, ...string[]]): string[] {
  const first = `"${keys[0]}"`
  // Spelled with an escape it would not be seen; what a spell writes has none in its keys.
  if (text.indexOf(first) === text.lastIndexOf(first) && !text.includes('\\u')) return []
  const found = topLevelKeys(text)
  return keys.filter((key) => found.indexOf(key) !== found.lastIndexOf(key))
}

function topLevelKeys(text: string): string[] {
  const keys: string[] = []
  let depth = 0
  for (const [token, name] of text.matchAll(/("(?:[^"\\]|\\.)*")(?=\s*:)|"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (name !== undefined && depth === 1) keys.push(JSON.parse(name))
    if (token === '{' || token === '[') depth += 1
    if (token === '}' || token === ']') depth -= 1
  }
  return keys
}
