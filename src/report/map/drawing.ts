import type { Paint } from '../../cli/command'
import type { MapMarks, WorkflowMap } from './workflow-map'

/** In columns: the least of a frame at all; the least and the most of a phase beside another. */
const narrowest = 24
const least = 36
const most = 52
const gap = 3

const legend = '▶ now · › can be reached now · × entered, how often'

interface Line {
  readonly text: string
  readonly kind: 'here' | 'plain' | 'soft'
}

/**
 * Draws a map for a terminal: a frame for each phase, as many side by side as fit, and in it each box with the ways out
 * of it. No line is wider than a terminal that has room for a frame.
 */
export function drawMap(map: WorkflowMap, marks: MapMarks | undefined, width: number, paint: Paint): string {
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

function frameOf(map: WorkflowMap, marks: MapMarks | undefined, phase: number, room: number, paint: Paint): string[] {
  const inner = room - 4
  const title = (map.phases[phase] ?? '').slice(0, Math.max(1, room - 6))
  const lines = map.boxes.flatMap((box, index) => (box.phase === phase ? boxLines(map, marks, index, inner) : []))
  const { bold, dim } = paint
  const looks = { here: bold, plain: (text: string) => text, soft: dim }
  return [
    `${dim('╭─ ')}${title}${dim(` ${'─'.repeat(room - 5 - title.length)}╮`)}`,
    ...lines.map(({ text, kind }) => `${dim('│ ')}${looks[kind](text.padEnd(inner))}${dim(' │')}`),
    dim(`╰${'─'.repeat(room - 2)}╯`),
  ]
}

function boxLines(map: WorkflowMap, marks: MapMarks | undefined, box: number, inner: number): Line[] {
  const { title = '', states = [], anywhere } = map.boxes[box] ?? {}
  const isHere = marks?.here.includes(box) ?? false
  const isNext = marks?.next.includes(box) ?? false
  const visits = marks?.visits[box] ?? 0
  const times = visits > 0 ? timesOf(visits) : ''
  const kind = isHere ? 'here' : marks && !times && !isNext ? 'soft' : 'plain'
  // Of a box for several states it says in which of them the work is.
  const which = isHere && states.length > 1 && marks?.hereTitle !== title ? marks?.hereTitle : undefined
  const [first = '', ...rest] = wrapped(
    which ? `${title}: ${which}` : title,
    inner - 2 - (times ? times.length + 1 : 0),
  )
  const below = [...(anywhere ? [`from anywhere: ${anywhere}`] : []), ...(!marks || isHere ? waysOut(map, box) : [])]
  // Of where the work is not the boxes are enough: all of it has to fit a screen.
  return [
    { text: `${isHere ? '▶ ' : isNext ? '› ' : '  '}${first}`.padEnd(inner - times.length) + times, kind },
    ...rest.map((text): Line => ({ text: `  ${text}`, kind })),
    ...below.flatMap((text) =>
      wrapped(text, inner - 6).map(
        (part, at): Line => ({ text: `${at === 0 ? '    ' : '      '}${part}`, kind: 'soft' }),
      ),
    ),
  ]
}

/** The ways out of a box, one for each word. */
const waysOut = (map: WorkflowMap, box: number): string[] =>
  map.ways.filter(({ from }) => from.includes(box)).map(({ by, to }) => `${by} → ${namesOf(map, to)}`)

/** The names of boxes that a word may lead to; `all of Review` for those of a whole phase. */
function namesOf({ phases, boxes }: WorkflowMap, ends: readonly number[]): string {
  const names = new Set<string>()
  for (const end of ends) {
    const { phase = 0, title = '' } = boxes[end] ?? {}
    const own = boxes.flatMap((box, index) => (box.phase === phase ? [index] : []))
    names.add(own.length > 1 && own.every((box) => ends.includes(box)) ? `all of ${phases[phase]}` : title)
  }
  return [...names].join(', ').replace(/, ([^,]+)$/, ' or $1')
}

/** @returns `×12`, in at most five characters: `×1.2k` */
function timesOf(count: number): string {
  if (count < 1000) return `×${count}`
  const [unit, sign] = count < 999_500 ? [1000, 'k'] : [1_000_000, 'M']
  const value = count / unit
  return `×${value < 9.95 ? value.toFixed(1) : Math.min(999, Math.round(value))}${sign}`
}

/** @returns words in lines; a word that is too long is cut */
function wrapped(text: string, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`
    else for (let at = 0; at < Math.max(1, word.length); at += room) lines.push(word.slice(at, at + room))
  }
  return lines
}
