/** Ticks or opens the box in a line, as `taskItems` counts it, and changes nothing else. Throws Error without one. */
export function withBox(markdown: string, line: number, ticked: boolean): string {
  const start = startOf(markdown, line)
  const [box] = /\[[ xX]\]/.exec(markdown.slice(start)) ?? []
  const at = box ? markdown.indexOf(box, start) : -1
  if (at < 0 || /[\r\n]/.test(markdown.slice(start, at))) throw new Error(`line ${line} has no box`)
  return `${markdown.slice(0, at + 1)}${ticked ? 'x' : ' '}${markdown.slice(at + 2)}`
}

function startOf(markdown: string, line: number): number {
  let number = 1
  if (number === line) return 0
  for (const { index, 0: end } of markdown.matchAll(/\r\n?|\n/g)) {
    number++
    if (number === line) return index + end.length
  }
  throw new Error(`there is no line ${line}`)
}
