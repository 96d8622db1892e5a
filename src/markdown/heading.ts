/** @returns the text of the first heading of a Markdown text, empty if it has none */
export const headingIn = (markdown: string): string => /^ {0,3}#{1,6}[ \t]+(.+)$/m.exec(markdown)?.[1]?.trim() ?? ''
