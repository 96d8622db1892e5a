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
    if (open) {
      const block = open
      const isEdge = closesFence(line, open)
      if (isEdge) open = undefined
      return { text: line, number, block, isEdge }
    }
    const fence = fenceIn(line)
    if (!fence) return { text: line, number, isEdge: false }
    open = { marks: fence.marks, language: fence.info.split(/\s/)[0]?.toLowerCase() ?? '', first: number }
    return { text: line, number, block: open, isEdge: true }
  })
}

/** @returns which fenced block of a document nothing closes, as a clause; none if each is closed */
export function unclosedIn(text: string): string[] {
  const { block, isEdge, number } = fencedLines(text).at(-1) ?? {}
  const isOpen = block !== undefined && !(isEdge && number !== block.first)
  return isOpen ? [`line ${block.first}: nothing closes the code block that begins here`] : []
}

interface Fence {
  readonly marks: string
  readonly info: string
}

/** @returns the fence that a line is; undefined for any other: backticks with more of them behind are a code span */
export function fenceIn(line: string): Fence | undefined {
  const [, marks, info = ''] = /^ {0,3}(`{3,}(?!.*`)|~{3,})(.*)$/.exec(line) ?? []
  return marks === undefined ? undefined : { marks, info: info.trim() }
}

/** Whether a line closes what a fence has opened. */
export function closesFence(line: string, { marks }: Pick<Fence, 'marks'>): boolean {
  const fence = fenceIn(line)
  return fence?.info === '' && fence.marks.startsWith(marks)
}
