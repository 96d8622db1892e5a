/** What the results of a review say of a thread, and whether it stands where something was changed. */
export interface ThreadAnswer {
  readonly text: string
  readonly isChange: boolean
}

/** A heading below which nothing was changed. */
const unchanged = /left open|without a change/i

/**
 * @param ids those of all threads
 * @returns the section of the results that names a thread, or the paragraphs and items that do; empty without any
 */
export function answerIn(results: string, id: string, ids: readonly string[]): ThreadAnswer {
  const isIn = (text: string, wanted: string) =>
    text.split(/[^\w=-]+/).some((word) => word === wanted || word === `discussion_${wanted}`)
  const isOfOther = (text: string) => !isIn(text, id) && ids.some((other) => isIn(text, other))
  const sections = sectionsOf(results)
  const own = sections.find(({ title }) => isIn(title, id))
  const parts = (own ? [own] : sections).flatMap((section) =>
    partsOf(section.body)
      .filter((part) => (own ? !isOfOther(part) : isIn(part, id)))
      .map((part) => ({ part, isChange: section.isChange })),
  )
  const text = parts.map(({ part }) => part.replace(/^(?:[-*+]|\d{1,9}[.)])\s+/, '')).join('\n')
  return { text, isChange: parts[0]?.isChange ?? false }
}

function sectionsOf(results: string): { title: string; body: string; isChange: boolean }[] {
  const above: string[] = []
  return results
    .replace(/\r\n?/g, '\n')
    .split(/\n(?=#{1,6} )/)
    .map((section) => {
      const [, marks = '', title = ''] = /^(#{1,6}) (.*)/.exec(section) ?? []
      above.length = Math.min(above.length, Math.max(marks.length - 1, 0))
      if (marks) above[marks.length - 1] = title
      const body = marks ? section.slice(section.split('\n', 1)[0]?.length) : section
      return { title, body, isChange: !unchanged.test(above.join('\n')) }
    })
}

const partsOf = (text: string): string[] =>
  text
    .split(/\n\s*\n|\n(?=\s{0,3}(?:[-*+]|\d{1,9}[.)])\s)/)
    .map((part) => part.trim())
    .filter(Boolean)
