import { html } from '../src/text/blocks/write-html'

/** In CSS pixels. */
const size = 14
const advance = 8.4
const leading = 19
const margin = 18

/** The classes that an escape code begins; what it ends has no class any more. */
const begins: Readonly<Record<string, string>> = {
  1: 'bold',
  2: 'dim',
  4: 'under',
  31: 'red',
  32: 'green',
  33: 'yellow',
  35: 'magenta',
}
const ends: Readonly<Record<string, readonly string[]>> = {
  0: Object.values(begins),
  22: ['bold', 'dim'],
  24: ['under'],
  39: ['red', 'green', 'yellow', 'magenta'],
}

/**
 * Draws what a command prints as a terminal does, in light and dark, without a font or a request.
 *
 * @param command the line that was typed
 * @param printed with the escape codes for colors
 * @param columns of the terminal
 * @throws Error for an escape code that is not among ours
 */
export function terminalSvg(command: string, printed: string, columns: number): string {
  const lines = [`\u001b[2m$\u001b[22m ${command}`, '', ...printed.trimEnd().split('\n')]
  const width = Math.ceil(columns * advance + 2 * margin)
  const height = lines.length * leading + 2 * margin
  const classes = new Set<string>()
  const rows = lines.map((line, row) => {
    let column = 0
    const runs = line.split('\u001b[').map((part, index) => {
      const [, code = '', text = ''] = index === 0 ? ['', '', part] : (/^(\d+)m(.*)$/.exec(part) ?? [])
      if (index > 0) turn(classes, code)
      const x = tenth(margin + column * advance)
      column += [...text].length
      if (text.trim() === '') return false
      const place = html`x="${x}" y="${margin + row * leading + size}" textLength="${tenth([...text].length * advance)}"`
      return html`<text${classes.size > 0 && html` class="${[...classes].join(' ')}"`} ${place}>${text}</text>`
    })
    return html`${runs}
`
  })
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">
<title>${command}</title>
<style>${{ html: style }}</style>
<rect class="paper" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>
${rows}</svg>
`.html
}

const tenth = (pixels: number): number => Math.round(10 * pixels) / 10

function turn(classes: Set<string>, code: string): void {
  const [begun, ended] = [begins[code], ends[code]]
  if (!begun && !ended) throw new Error(`The escape code “${code}” has no look`)
  if (begun) classes.add(begun)
  for (const name of ended ?? []) classes.delete(name)
}

const style = `
svg{--paper:#fdfdfb;--edge:#d0d2ce;--ink:#1f2328;--dim:#57606a;--red:#b3261e;--green:#116329;--yellow:#7a5700;--magenta:#8a2f8f}
@media (prefers-color-scheme:dark){svg{--paper:#14171a;--edge:#343a40;--ink:#e4e6e3;--dim:#a2a9b0;--red:#ff8a80;--green:#6fca7f;--yellow:#e0b64a;--magenta:#e08fe6}}
.paper{fill:var(--paper);stroke:var(--edge)}
text{font:${size}px ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;fill:var(--ink);white-space:pre}
.bold{font-weight:700}
.under{text-decoration:underline}
.dim{fill:var(--dim)}
.red{fill:var(--red)}
.green{fill:var(--green)}
.yellow{fill:var(--yellow)}
.magenta{fill:var(--magenta)}
`
