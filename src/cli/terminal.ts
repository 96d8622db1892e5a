import { Chalk } from 'chalk'
import wrapAnsi from 'wrap-ansi'

/** Wider lines are hard to read, in columns. */
const widest = 100

/**
 * Renders our Markdown for eyes: headings, bullets, bold, code, quotes and fenced blocks; lines wrapped at words.
 *
 * @param main the developer's part
 * @param aside what stands dimmed below it; may be empty
 * @param style whether escape codes may be used at all
 */
export function renderTerminal(main: string, aside: string, style: { color: boolean }): string {
  const chalk = new Chalk({ level: style.color ? 1 : 0 })
  const width = Math.min(process.stdout.columns || 80, widest)
  const wrap = (text: string, indent = '') =>
    wrapAnsi(text, width - indent.length, { trim: false }).replace(/\n/g, `\n${indent}`)
  const inline = (text: string) =>
    text
      .replace(/`([^`]+)`/g, (_, code: string) => chalk.cyan(code))
      .replace(/\*\*([^*]+)\*\*/g, (_, bold: string) => chalk.bold(bold))

  const render = (markdown: string) => {
    let fence = ''
    return markdown.split('\n').map((line) => {
      const mark = /^`{3,}/.exec(line)?.[0]
      if (fence ? line === fence : mark) {
        fence = fence ? '' : (mark ?? '')
        return undefined
      }
      if (fence) return `  ${chalk.dim(line)}`
      const heading = /^#{1,6} (.*)$/.exec(line)?.[1]
      if (heading) return chalk.bold.underline(heading)
      const [, mark2 = '', rest = line] = /^(> ?|- |\d+\. )?(.*)$/.exec(line) ?? []
      if (mark2.startsWith('>')) return chalk.dim('│ ') + wrap(inline(rest), chalk.dim('│ ')).trimEnd()
      if (mark2) return mark2.replace('-', '•') + wrap(inline(rest), ' '.repeat(mark2.length))
      return wrap(inline(rest))
    })
  }

  const lines = (markdown: string) =>
    render(markdown.trimEnd())
      .filter((line) => line !== undefined)
      .join('\n')
  const below = aside && `\n${chalk.dim('─'.repeat(width))}\n${chalk.dim(lines(aside))}\n`
  return `${lines(main)}\n${below}`
}
