const begin = /^<{7} .*$/m
const rest = /^={7}$[\s\S]*^>{7} /m

/** @returns the line, from 1, in which git begins to show two sides of a text, outside fenced blocks; undefined without one */
export function markerIn(text: string): number | undefined {
  const found = text.includes('<<<<<<< ') ? begin.exec(text) : null
  if (!found || !rest.test(text.slice(found.index).replaceAll('\r', ''))) return undefined
  const above = text.slice(0, found.index).split('\n')
  // An open fence: the document shows what markers look like.
  const isShown = above.filter((line) => /^ {0,3}(```|~~~)/.test(line)).length % 2 === 1
  return isShown ? undefined : above.length
}

export const conflictIn = (path: string): string => `git has left conflict markers in ${path}.`
