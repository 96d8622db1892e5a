/** A line of a Markdown document, and whether it is in a fenced block; `language` is the block's info string. */
interface FencedLine {
  readonly text: string
  readonly number: number
  /** Absent outside fenced blocks; includes the opening and closing lines. */
  readonly block?: { readonly language: string; readonly first: number }
  readonly isEdge: boolean
}

/** @returns the lines of a document, each with its fenced block */
export function fencedLines(text: string): FencedLine[] {
  let open: { readonly marks: string; readonly language: string; readonly first: number } | undefined
  return text.split(/\r\n?|\n/).map((line, index) => {
    const number = index + 1
    const [, marks = '', info = ''] = /^ {0,3}(`{3,}|~{3,})\s*(.*)$/.exec(line) ?? []
    if (open) {
      const block = open
      const ends = marks !== '' && info.trim() === '' && marks.startsWith(open.marks)
      if (ends) open = undefined
      return { text: line, number, block, isEdge: ends }
    }
    // A line of backticks with more backticks after it is a code span.
    if (marks === '' || (marks.startsWith('`') && info.includes('`'))) return { text: line, number, isEdge: false }
    open = { marks, language: info.trim().split(/\s/)[0]?.toLowerCase() ?? '', first: number }
    return { text: line, number, block: open, isEdge: true }
  })
}
