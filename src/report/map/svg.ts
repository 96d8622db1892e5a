import { type Html, html } from '../../blocks/html-text'
import {
  entryOf,
  exitHeight,
  labelOf,
  type MapBox,
  type MapEdge,
  type MapExit,
  type MapLayout,
  smallWidth,
  timesOf,
  linesOf as titleLines,
} from './layout'
import { boxMark, type MapMarks } from './marks'
import { mapText } from './text'

/** What every map in a file begins with, by which the file is known to be one. */
export const mapMark = '<!-- spell map -->\n'

/** On a page that is too narrow it becomes as small as that, and is moved about then: smaller it could not be read. */
const leastShare = 0.85

/**
 * Draws a map, of a workflow alone or with the marks of a piece of work: one picture without a script or a request, for a file
 * or inside a page, in light and dark, with a title, and with its text as description.
 */
export const mapSvg = (name: string, map: MapLayout, marks?: MapMarks): string =>
  drawn(`Map of the workflow ${name}${marks ? `, now: ${marks.hereTitle}` : ''}`, map, marks)

/** Draws the task graph of a piece of work in the same way. */
export const graphSvg = (map: MapLayout): string => drawn('Task graph', map)

function drawn(title: string, map: MapLayout, marks?: MapMarks): string {
  const { width, height, phases, boxes, edges, usual } = map
  const isGraph = boxes.some(({ task }) => task)
  const foot = (marks ? 28 : 0) + (usual ? 22 : 0)
  return html`<svg class="map" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height + foot}" width="${width}" height="${height + foot}" style="max-width:100%;min-width:${Math.round(width * leastShare)}px;height:auto" role="img">
<title>${title}</title>
<desc>${mapText(map, marks)}</desc>
<style>${{ html: style }}</style>
<rect class="paper" width="${width}" height="${height + foot}"/>
${phases.map(
  ({
    frame: [x, y, wide, high],
  }) => html`<rect class="phase" x="${x}" y="${y}" width="${wide}" height="${high}" rx="10"/>
`,
)}${isGraph ? linesOf(edges, '') : edges.map((edge, index) => edge.line.length > 0 && linesOf([edge], toneOf(marks, index)))}${boxes.map((box, index) => boxOf(map, box, marks, index))}${phases.map(
  ({ title, head, exits }) => html`<text class="head" x="${head[0]}" y="${head[1] + 12}">${title}</text>
${exits.map((exit) => exitOf(exit, marks))}`,
)}${edges.map((edge, index) => labelled(edge, usual, marks, index))}${marks && legend(height + 14)}${usual !== '' && html`<g class="legend"><text x="12" y="${height + foot - 10}">Lines without a word: ${usual}</text></g>`}</svg>
`.html
}

/** The look of a line: where two hold, what can be said now counts. */
const toneOf = (marks: MapMarks | undefined, edge: number): string =>
  [marks?.walked[edge] && 'walked', marks?.next[edge] && 'next', marks && 'marked'].filter(Boolean).join(' ')

/** Lines of one look, in one path: where they are over each other they are no thicker. */
function linesOf(edges: readonly MapEdge[], tone: string): Html {
  const paths = edges.map(pathsOf)
  return html`<g class="edge ${tone}"${edges.length > 1 && { html: ' transform="translate(.5 .5)"' }}><path class="line" d="${paths.map(([line]) => line).join('')}"/><path class="tip" d="${paths.map(([, tip]) => tip).join('')}"/></g>
`
}

/** The corners of a line, and those of its arrow, if it leads to a box. */
function pathsOf({ line, ways }: MapEdge): readonly [line: string, tip: string] {
  if (ways.length === 0) return [rounded(line), '']
  const [fromX = 0, fromY = 0, x = 0, y = 0] = line.slice(-4)
  const [across, down] = [Math.sign(x - fromX), Math.sign(y - fromY)]
  const [backX, backY] = [x - 8 * across, y - 8 * down]
  const [sideX, sideY] = [4 * down, 4 * across]
  return [
    rounded([...line.slice(0, -2), x - 6 * across, y - 6 * down]),
    `M${x} ${y}L${backX + sideX} ${backY + sideY}L${backX - sideX} ${backY - sideY}Z`,
  ]
}

/** A line through points, with its corners rounded. */
function rounded(line: readonly number[]): string {
  const points = Array.from({ length: line.length / 2 }, (_, at) => [line[2 * at] ?? 0, line[2 * at + 1] ?? 0] as const)
  return points
    .map(([x, y], at) => {
      const [before, after] = [points[at - 1], points[at + 1]]
      if (!before) return `M${x} ${y}`
      if (!after) return `L${x} ${y}`
      const towards = ([otherX, otherY]: readonly [number, number]) => {
        const length = Math.abs(otherX - x) + Math.abs(otherY - y)
        const part = Math.min(6, length / 2) / (length || 1)
        return `${Math.round(10 * (x + (otherX - x) * part)) / 10} ${Math.round(10 * (y + (otherY - y) * part)) / 10}`
      }
      return `L${towards(before)}Q${x} ${y} ${towards(after)}`
    })
    .join('')
}

function boxOf(
  map: MapLayout,
  { title, anywhere, task, frame: [x, y, width, height] }: MapBox,
  marks: MapMarks | undefined,
  index: number,
): Html {
  const { isHere, isNext, times, which: state } = boxMark(map, marks, index)
  const tone = [isHere && 'here', times && 'walked', isNext && 'next', marks && 'marked', task?.sign.tone]
  const which = state || 'now'
  const note = isHere ? fitted([which, times].filter(Boolean).join(' · '), which, width) : times || entryOf(anywhere)
  const { lines, below } = task ?? { lines: titleLines(title), below: note ? [note] : [] }
  const middle = x + width / 2
  const top = y + height / 2 - ((lines.length - 1) * 17 + below.length * 15) / 2 + 4.5
  const under = top + 17 * (lines.length - 1)
  return html`<g class="box ${tone.filter(Boolean).join(' ')}"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>${lines.map(
    (line, at) => html`<text x="${middle}" y="${top + 17 * at}">${line}</text>`,
  )}${below.map((line, at) => html`<text class="small" x="${middle}" y="${under + 15 * (at + 1)}">${line}</text>`)}</g>
`
}

/** The long text, or the short one, or as much of that as a box has room for. */
function fitted(long: string, short: string, width: number): string {
  const most = Math.floor((width - 8) / smallWidth)
  if (long.length <= most) return long
  return short.length <= most ? short : `${short.slice(0, most - 1)}…`
}

function labelled(
  { by, line, label: [x, y] }: MapEdge,
  usual: string,
  marks: MapMarks | undefined,
  index: number,
): Html | false {
  const text = labelOf(by, usual, marks?.walked[index])
  return (
    line.length > 0 &&
    text !== '' &&
    html`<text class="label ${toneOf(marks, index)}" x="${x}" y="${y + 4}">${text}</text>
`
  )
}

function exitOf({ edges, lines, at: [x, y] }: MapExit, marks: MapMarks | undefined): Html {
  const walked = edges.reduce((sum, edge) => sum + (marks?.walked[edge] ?? 0), 0)
  const tone = new Set(edges.flatMap((edge) => toneOf(marks, edge).split(' ')))
  return html`<text class="${['label exit', ...tone].join(' ')}">${lines.map((line, at) => html`<tspan x="${x + (at > 0 ? 8 : 0)}" y="${y + exitHeight * at}">${line}${at === lines.length - 1 && walked > 0 && ` ${timesOf(walked)}`}</tspan>`)}</text>
`
}

function legend(y: number): Html {
  let x = 12
  const item = (sign: Html, text: string): Html => {
    const at = x
    x += 46 + text.length * smallWidth
    return html`<g transform="translate(${Math.round(at)} ${y})">${sign}<text x="28" y="4">${text}</text></g>`
  }
  const line = (tone: string) => html`<g class="edge marked ${tone}"><path class="line" d="M0 0h22"/></g>`
  return html`<g class="legend">${[
    item(html`<g class="box here"><rect y="-7" width="22" height="13" rx="3"/></g>`, 'Now'),
    item(line('walked'), 'Walked, how often'),
    item(line('next'), 'Can be said now'),
  ]}</g>
`
}

/** The colors of a map: `line` is for what is neither walked nor possible, and for the frames of phases. */
export const mapColors = {
  light: {
    paper: '#fdfdfb',
    ink: '#1f2328',
    soft: '#57606a',
    line: '#8b9197',
    wash: '#f1f0eb',
    next: '#0b5cad',
    'next-wash': '#e8f1fb',
    good: '#17663a',
    'good-wash': '#e6f3ea',
    warn: '#7d4e00',
    'warn-wash': '#fbf0d9',
    bad: '#a3202c',
    'bad-wash': '#fbe9ea',
  },
  dark: {
    paper: '#14171a',
    ink: '#e4e6e3',
    soft: '#a2a9b0',
    line: '#6f767d',
    wash: '#22272c',
    next: '#7db8f5',
    'next-wash': '#16263a',
    good: '#7fd19b',
    'good-wash': '#16281d',
    warn: '#e6b860',
    'warn-wash': '#2b2312',
    bad: '#f29aa1',
    'bad-wash': '#301a1d',
  },
}

const named = (colors: Readonly<Record<string, string>>): string =>
  Object.entries(colors)
    .map(([name, color]) => `--map-${name}:${color}`)
    .join(';')

const style = `
.map{${named(mapColors.light)};font:13px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans",sans-serif}
@media screen and (prefers-color-scheme:dark){.map{${named(mapColors.dark)}}}
.map text{fill:var(--map-ink)}
.map .paper{fill:var(--map-paper)}
.map .phase{fill:none;stroke:var(--map-line)}
.map .head{font-weight:600;fill:var(--map-soft);paint-order:stroke;stroke:var(--map-paper);stroke-width:5px}
.map .box rect{fill:var(--map-wash);stroke:var(--map-soft)}
.map .box text{text-anchor:middle;font-weight:500}
.map .box .small{font-size:11px;font-weight:400;fill:var(--map-soft)}
.map .box.marked:not(.walked,.next) rect{fill:var(--map-paper);stroke:var(--map-line)}
.map .box.marked:not(.walked,.next) text{fill:var(--map-soft);font-weight:400}
.map .box.next rect{stroke:var(--map-next);stroke-width:1.5;stroke-dasharray:5 3;fill:var(--map-next-wash)}
.map .box.here rect{fill:var(--map-ink);stroke:var(--map-ink);stroke-dasharray:none}
.map .box.here text,.map .box.here .small{fill:var(--map-paper);font-weight:600}
${['good', 'warn', 'bad'].map((tone) => `.map .box.${tone} rect{fill:var(--map-${tone}-wash);stroke:var(--map-${tone})}.map .box.${tone} .small:last-child{fill:var(--map-${tone});font-weight:600}`).join('\n')}
.map .line{fill:none;stroke:var(--map-soft)}
.map .tip{fill:var(--map-soft)}
.map .edge.marked .line{stroke:var(--map-line)}
.map .edge.marked .tip{fill:var(--map-line)}
.map .edge.walked .line{stroke:var(--map-ink);stroke-width:2}
.map .edge.walked .tip{fill:var(--map-ink)}
.map .edge.next .line{stroke:var(--map-next);stroke-width:2;stroke-dasharray:5 3}
.map .edge.next .tip{fill:var(--map-next)}
.map .label{font-size:11px;text-anchor:middle;paint-order:stroke;stroke:var(--map-paper);stroke-width:5px;stroke-linejoin:round}
.map .exit{text-anchor:start}
.map .label.marked{fill:var(--map-soft)}
.map .label.walked{fill:var(--map-ink);font-weight:600}
.map .label.next{fill:var(--map-next);font-weight:600}
.map .legend text{font-size:11px;fill:var(--map-soft)}
`
