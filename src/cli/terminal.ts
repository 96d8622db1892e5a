import { Chalk, type ChalkInstance } from 'chalk'
import { wrapAnsi } from 'fast-wrap-ansi'
import type { Outcome } from '../engine/definition'
import { exit } from '../text/failure'
import { visible } from '../text/markdown/visible'
import { namedIn, type Wording } from '../text/wording'
import type { Board, ForTerminal, Output } from './command'
import { renderBoard } from './terminal-board'
import { renderTable } from './terminal-table'

/** In columns; longer lines are hard to read. */
const maxColumns = 100

interface Style {
  /** Whether escape codes may be used at all. */
  readonly color: boolean
  /** Its width (default: that of stdout, or 80). */
  readonly columns?: number
  /** Its height, which what a look says is made to fit (default: that of stdout). */
  readonly rows?: number
  /** How spells are named (default: as the text does). */
  readonly words?: Wording
}

/** Renders the output of a command, marking what has happened. */
export function renderOutput(output: Output, style: Style): string {
  if (output.board) return boardWith(output.board, style)
  const { main, aside }: ForTerminal = output.terminal ?? { main: output.markdown, aside: '' }
  const { outcome } = output.document
  const shown = signed(main, output)
  return renderTerminal(outcome === undefined ? shown : withoutHeadings(shown), aside, style)
}

/** @returns an answer of which only what cannot be said now is named: it would read like what can */
export const withoutHeadings = (answer: string): string =>
  answer.replace(answerHeadings, (_, closed) => (closed ? 'Unavailable: ' : ''))

const answerHeadings =
  /^### (?:What Just Happened|Where We Are|Next Steps|Available .*|What Can .*|(Unavailable .*|What Cannot .*))\n+/gm

export function boardWith(board: Board, { columns = process.stdout.columns, ...style }: Style): string {
  const { words = (text) => text } = style
  const chalk = new Chalk({ level: style.color ? 1 : 0 })
  const below = board.below && `\n${renderTerminal(board.below, '', { ...style, ...(columns && { columns }) })}`
  const width = columns || 80
  const drawn = [
    renderBoard(namedIn(board, words), chalk, width),
    ...(board.waves ?? []).map((waves) => `${chalk.bold(waves.heading)}\n\n${renderBoard(waves, chalk, width)}`),
  ]
  return `${drawn.join('\n\n')}\n${below}`
}

const signs: Readonly<Record<string, string>> = {
  advanced: '✓',
  blocked: '✗',
  missing: '✗',
  confirm: '!',
} satisfies Partial<Record<Outcome, string>>

/** Findings are listed; an event is one line, below less important lines. */
function signed(main: string, { document, exitCode }: Output): string {
  const warned = document.warnings.reduce((text, warning) => text.replace(`\n- ${warning}`, `\n- ! ${warning}`), main)
  const sign = signs[String(document.outcome)]
  if (sign) return warned.replace(/^### What Just Happened\n\n/m, `$&${sign} `)
  if (exitCode === exit.found) return withFaults(warned, document.findings)
  return ['doctor', 'check'].includes(document.kind) && !warned.trimEnd().includes('\n') ? `✓ ${warned}` : warned
}

/** Marks the findings of a document, or all items without a sign; what was repaired, noted or is to do next is no fault. */
function withFaults(text: string, findings: unknown): string {
  if (!Array.isArray(findings)) return text.replace(/^- (?![✓✗] )/gm, '- ✗ ')
  const codes: readonly unknown[] = findings.map(({ code, rule = code }) => rule)
  let left = codes.length
  return text.replace(/^- (?=`([^`]+)`)/gm, (mark, name) => (codes.includes(name) && left-- > 0 ? `${mark}✗ ` : mark))
}

/**
 * Renders our Markdown for a terminal, with invisible characters replaced: headings, lists, bold, code, quotes, tables,
 * fenced blocks, wrapped at words. `aside` is dimmed above the developer's part.
 *
 * Color has a meaning, and never stands alone: green is done, yellow is to decide or stale, red is refused or failed,
 * magenta is to be typed or opened, dim can be skipped.
 */
export function renderTerminal(
  main: string,
  aside: string,
  { color, columns = process.stdout.columns, words = (text) => text }: Style,
): string {
  const chalk = new Chalk({ level: color ? 1 : 0 })
  const width = Math.min(columns || 80, maxColumns)
  // Dimmed as a whole: colors in it would stand out.
  const dimmed = aside && chalk.dim(render(words(aside), plain, width))
  const above = dimmed && `${dimmed}\n\n${chalk.dim('─'.repeat(width))}\n`
  return `${above}${render(words(main), chalk, width)}\n`
}

/**
 * Renders an error: `spell: …`, a list of details, and the command that fixes it, in one line to be pasted: a comment has a line
 * below, as zsh would take its words for arguments.
 */
export function renderFailure(words: string, { color, columns = process.stderr.columns }: Style): string {
  const chalk = new Chalk({ level: color ? 1 : 0 })
  const width = Math.min(columns || 80, maxColumns)
  const lines = visible(words).trimEnd().split('\n')
  const rendered = lines.map((line, index) => {
    const [, fix, comment] = /^ {2}fix: (.*?)(?: +# (.*))?$/.exec(line) ?? []
    if (fix !== undefined) return [`  fix: ${chalk.magenta(fix)}`, ...(comment ? [`       ${comment}`] : [])].join('\n')
    const said = index === 0 ? line.replace(/^spell:/, chalk.red('spell:')) : line
    return hanging(said, index === 0 ? '       ' : '    ', width)
  })
  return `${rendered.join('\n')}\n`
}

export const renderWarning = (warning: string, style: Style): string =>
  renderFailure(`spell: ${warning}`, { ...style, color: false }).replace(/^spell:/, (name) =>
    new Chalk({ level: style.color ? 1 : 0 }).yellow(name),
  )

function hanging(text: string, indent: string, width: number): string {
  return wrapAnsi(text, width - indent.length, { trim: false })
    .split('\n')
    .map((line, index) => (index === 0 ? line : `${indent}${line.trimStart()}`).trimEnd())
    .join('\n')
}

function render(markdown: string, chalk: ChalkInstance, width: number): string {
  const source = visible(markdown).trimEnd().split('\n')
  const lines: string[] = []
  for (let at = 0; at < source.length; at++) {
    const line = source[at] ?? ''
    const [, indent = '', fence, language] = /^( *)(`{3,})(.*)$/.exec(line) ?? []
    if (fence) {
      const end = source.indexOf(indent + fence, at + 1)
      const block = source.slice(at + 1, end === -1 ? undefined : end)
      lines.push(...block.map((each) => renderFenced(each, language === 'diff', chalk, width)))
      at += block.length + 1
    } else if (line.startsWith('|')) {
      const end = source.findIndex((each, index) => index > at && !each.startsWith('|'))
      const rows = source.slice(at, end === -1 ? undefined : end)
      lines.push(renderTable(rows, chalk, width, (cell) => signedCell(cell, chalk)))
      at += rows.length - 1
    } else if (/^#{1,6} /.test(line)) {
      lines.push(chalk.bold.underline(line.replace(/^#+ /, '')))
      // No blank line after a heading.
      if (source[at + 1] === '') at++
    } else {
      const isSkippable = line.startsWith('Unavailable: ')
      lines.push(isSkippable ? chalk.dim(renderLine(line, plain, width)) : renderLine(line, chalk, width))
    }
  }
  return lines.join('\n')
}

function renderFenced(line: string, isDiff: boolean, chalk: ChalkInstance, width: number): string {
  const indent = `  ${/^ */.exec(line)?.[0] ?? ''}`
  const color = isDiff && line.startsWith('+') ? chalk.green : isDiff && line.startsWith('-') ? chalk.red : chalk.dim
  return wrapAnsi(line.trimStart(), width - indent.length)
    .split('\n')
    .map((part) => `${indent}${color(part)}`.trimEnd())
    .join('\n')
}

function renderLine(line: string, chalk: ChalkInstance, width: number): string {
  const [, indent = '', mark = '', text = ''] =
    /^(\s*)((?:- )?(?:\[[ x]\] |[✓✗!○·…] )|> ?|- |\d+\. )?(.*)$/.exec(line) ?? []
  const quoted = mark.startsWith('>')
  const sign = /^- ./.test(mark) ? mark.slice(2) : mark.replace('-', '•')
  const first = quoted ? '│ ' : colored(sign, chalk)
  const others = quoted ? first : ' '.repeat(sign.length)
  const said = emphasize(text, quoted ? plain : chalk)
  return wrapAnsi(said, width - indent.length - (quoted ? 2 : sign.length))
    .split('\n')
    .map((part, index) => `${indent}${index === 0 ? first : others}${part}`.trimEnd())
    .map((each) => (quoted ? chalk.dim(each) : each))
    .join('\n')
}

const plain = new Chalk({ level: 0 })

function colored(sign: string, chalk: ChalkInstance): string {
  if (/^(✓|\[x\])/.test(sign)) return chalk.green(sign)
  if (sign.startsWith('✗')) return chalk.red(sign)
  return /^(!|\[ \])/.test(sign) ? chalk.yellow(sign) : sign
}

const signedCell = (cell: string, chalk: ChalkInstance): string =>
  emphasize(cell, chalk).replace(/^[✓✗!](?= )/, (sign) => colored(sign, chalk))

/** Shows code, what is bold, and what is escaped as a reader of Markdown shows it. */
function emphasize(text: string, chalk: ChalkInstance): string {
  return text.replace(
    /\\([!-/:-@[-`{-~])|<!-- -->|(`+)(.+?)\2(?!`)|\*\*(.+?)\*\*/g,
    (_, escaped = '', ticks = '', code = '', bold = '') => {
      if (bold) return chalk.bold(emphasize(bold, chalk))
      return ticks === '' ? escaped : chalk.magenta(ticks.length > 1 ? code.replace(/^ | $/g, '') : code)
    },
  )
}
