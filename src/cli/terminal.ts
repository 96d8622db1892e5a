import { Chalk, type ChalkInstance } from 'chalk'
import wrapAnsi from 'wrap-ansi'
import { visible } from '../markdown/visible'

/** Wider lines are hard to read, in columns. */
const maxColumns = 100

/**
 * Renders our Markdown for eyes, with a sign for what eyes cannot see: headings, lists, bold, code, quotes and fenced blocks, wrapped at words.
 *
 * @param main the developer's part
 * @param aside what stands dimmed above it; may be empty
 * @param style whether escape codes may be used at all
 */
export function renderTerminal(main: string, aside: string, style: { color: boolean }): string {
  const chalk = new Chalk({ level: style.color ? 1 : 0 })
  const width = Math.min(process.stdout.columns || 80, maxColumns)
  const above = aside && `${chalk.dim(render(aside, chalk, width))}\n${chalk.dim('─'.repeat(width))}\n\n`
  return `${above}${render(main, chalk, width)}\n`
}

function render(markdown: string, chalk: ChalkInstance, width: number): string {
  let fence = ''
  const lines: string[] = []
  for (const line of visible(markdown).trimEnd().split('\n')) {
    const mark = /^`{3,}/.exec(line)?.[0] ?? ''
    if (fence ? line === fence : mark) fence = fence ? '' : mark
    else lines.push(fence ? `  ${chalk.dim(line)}` : renderLine(line, chalk, width))
  }
  return lines.join('\n')
}

function renderLine(line: string, chalk: ChalkInstance, width: number): string {
  const heading = /^#{1,6} (.*)$/.exec(line)?.[1]
  if (heading) return chalk.bold.underline(heading)
  const [, indent = '', mark = '', text = ''] = /^(\s*)(> ?|- |\d+\. )?(.*)$/.exec(line) ?? []
  const quoted = mark.startsWith('>')
  const first = quoted ? `${chalk.dim('│')} ` : mark.replace('-', '•')
  const others = quoted ? first : ' '.repeat(mark.length)
  const wrapped = wrapAnsi(emphasize(text, chalk), width - indent.length - mark.length)
  return wrapped
    .split('\n')
    .map((part, index) => `${indent}${index === 0 ? first : others}${part}`.trimEnd())
    .join('\n')
}

const emphasize = (text: string, chalk: ChalkInstance): string =>
  text
    .replace(/`([^`]+)`/g, (_, code: string) => chalk.cyan(code))
    .replace(/\*\*([^*]+)\*\*/g, (_, bold: string) => chalk.bold(bold))
