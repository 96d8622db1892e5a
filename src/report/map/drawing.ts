import type { Sign } from '../../blocks/block'
import type { Paint } from '../../cli/command'
import { beside, entryOf, labelOf, type MapLayout, wrapped } from './layout'
import { boxMark, type MapMarks } from './marks'
import { namesOf } from './text'

/** In columns: the least of a frame at all; the least and the most of a phase beside another. */
const narrowest = 24
const least = 36
const most = 52
const gap = 3

const legend = '▶ now · › can be reached now · × entered or walked, how often'

interface Line {
  readonly text: string
  readonly kind: 'here' | 'plain' | 'soft' | Sign['tone']
}

/**
 * Draws a map for a terminal: a frame for each phase, as many side by side as fit, and in it each box with the ways out
 * of it. No line is wider than a terminal that has room for a frame.
 */
export function drawMap(map: MapLayout, marks: MapMarks | undefined, width: number, paint: Paint): string {
  const columns = Math.max(1, Math.min(map.phases.length, Math.floor((width + gap) / (least + gap))))
  const room = Math.max(narrowest, Math.min(most, Math.floor((width - gap * (columns - 1)) / columns)))
  const frames = map.phases.map((_, phase) => frameOf(map, marks, phase, room, paint))
  const rows = Array.from({ length: Math.ceil(frames.length / columns) }, (_, row) =>
    frames.slice(row * columns, (row + 1) * columns),
  )
  const drawing = rows
    .map((row) =>
      Array.from({ length: Math.max(...row.map(({ length }) => length)) }, (_, at) =>
        row
          .map((frame) => frame[at] ?? ' '.repeat(room))
          .join(' '.repeat(gap))
          .trimEnd(),
      ).join('\n'),
    )
    .join('\n')
  return marks ? [drawing, '', ...wrapped(legend, width).map((line) => paint.dim(line))].join('\n') : drawing
}

function frameOf(map: MapLayout, marks: MapMarks | undefined, phase: number, room: number, paint: Paint): string[] {
  const inner = room - 4
  const title = (map.phases[phase]?.title ?? '').slice(0, Math.max(1, room - 6))
  const lines = map.boxes.flatMap((box, index) => (box.phase === phase ? boxLines(map, marks, index, inner) : []))
  const { bold, dim, yellow, green, red } = paint
  const plain = (text: string) => text
  const looks = { here: bold, plain, soft: dim, good: green, warn: yellow, bad: red, calm: plain }
  return [
    `${dim('╭─ ')}${title}${dim(` ${'─'.repeat(room - 5 - title.length)}╮`)}`,
    ...lines.map(({ text, kind }) => `${dim('│ ')}${looks[kind](text.padEnd(inner))}${dim(' │')}`),
    dim(`╰${'─'.repeat(room - 2)}╯`),
  ]
}

function boxLines(map: MapLayout, marks: MapMarks | undefined, box: number, inner: number): Line[] {
  const { isHere, isNext, times, which: hereTitle } = boxMark(map, marks, box)
  const { title = '', anywhere, task } = map.boxes[box] ?? {}
  const sign = task ? `${task.sign.sign} ` : isHere ? '▶ ' : isNext ? '› ' : '  '
  const look = isHere ? 'here' : marks && !times && !isNext ? 'soft' : 'plain'
  const kind = task?.sign.tone ?? look
  const which = isHere ? hereTitle : task?.below.slice(0, -1).join(' ')
  const [first = '', ...rest] = wrapped(
    which ? `${title}: ${which}` : title,
    inner - 2 - (times ? times.length + 1 : 0),
  )
  // Of where the work is not the boxes are enough: all of it has to fit a screen.
  return [
    { text: `${sign}${first}`.padEnd(inner - times.length) + times, kind },
    ...rest.map((text): Line => ({ text: `  ${text}`, kind })),
    ...[entryOf(anywhere), ...(!marks || isHere ? waysOut(map, marks, box) : [])]
      .filter(Boolean)
      .flatMap((text): Line[] =>
        wrapped(text, inner - 6).map((part, at) => ({ text: `${at === 0 ? '    ' : '      '}${part}`, kind: 'soft' })),
      ),
  ]
}

/** The ways out of a box, one for each word. */
function waysOut(map: MapLayout, marks: MapMarks | undefined, box: number): string[] {
  const out = new Map<string, number[]>()
  map.edges.forEach(({ ways, by }, edge) => {
    const targets = ways.flatMap(([from, to]) => (from === box && to !== beside ? [to] : []))
    if (targets.length === 0) return
    // A count for several boxes is shown for none of them.
    const isOwn = ways.every(([from]) => from === box)
    const word = labelOf(by, map.usual, isOwn ? marks?.walked[edge] : 0)
    out.set(word, [...(out.get(word) ?? []), ...targets])
  })
  return [...out].map(([word, targets]) => `${word ? `${word} ` : ''}→ ${namesOf(map, targets, 'or')}`)
}
