import { bullets } from '../../text/markdown/sections'
import type { Standing } from '../../workflow/criteria/counts'
import { wordOf } from '../../workflow/criteria/reported'
import { patternOfItem } from './documents'
import { isTaskOf, taskOfItem } from './items'
import type { CollabPayload } from './payload'
import type { Item, Session, Task, TaskStatus, Wave } from './session'
import { idsIn, openIndex, openWave, reportedIn, type Shown, sharedInWaves, standingIn, toWaves } from './tasks'

/** A task of a wave, and where it stands. */
export interface WaveTask extends Task {
  readonly standing: Standing
}
export interface ShownWave extends Omit<Wave, 'tasks'> {
  readonly tasks: readonly WaveTask[]
}

/** The order of the work: what the developer is shown, or the waves once they are built. */
export interface Waves {
  readonly waves: readonly ShownWave[]
  readonly warnings: readonly string[]
}

export function wavesOf(session: Session, shown: Shown = {}): Waves {
  const built = session.tasks ? toWaves(session.tasks, session.waves) : (session.waves ?? [])
  const waves = built.map((wave) => ({
    ...wave,
    tasks: wave.tasks.map((task): WaveTask => ({ ...task, standing: standingIn(shown, task) })),
  }))
  return { waves, warnings: sharedInWaves(built) }
}

const statusInWords = { pending: '', in_progress: 'in progress', completed: '', failed: 'failed' } as const

/** @returns how far a task is, and where it stands; empty for one that is not begun */
export const stageOf = ({ status, standing }: WaveTask): string =>
  [...new Set([statusInWords[status], standing === 'open' ? '' : standing])].filter(Boolean).join(', ')

/** @returns a task in one line: what it is, which files it names, and how far it is */
export const taskLine = (task: WaveTask): string => {
  const { id, item, description, files = [], tests = [], run, red } = task
  return [
    `\`${id}\`${item === undefined || id === taskOfItem({ number: item }) ? '' : ` (item ${item})`}${description ? `: ${description.replace(/\.$/, '')}` : ''}`,
    stageOf(task),
    files.length > 0 && `files: ${inCode(files)}`,
    tests.length > 0 && `tests: ${inCode(tests)}`,
    run && `shown by \`${run}\`${red ? ', which has to fail first' : ''}`,
  ]
    .filter(Boolean)
    .join('; ')
}

export const inCode = (paths: readonly string[]): string =>
  paths.map((path) => `\`${path.replaceAll('`', '')}\``).join(', ')

export const waveList = ({ waves }: Waves): string =>
  waves.length === 0
    ? 'There is no order yet: the documents have to say the tasks.'
    : [
        'They are built in this order:',
        ...waves.map(
          ({ tasks }, index) => `Wave ${index + 1}:\n${tasks.map((task) => `- ${taskLine(task)}`).join('\n')}`,
        ),
      ].join('\n\n')

/** The tasks of the wave at hand, each with the documents that say how it is done. */
export function currentTasks(session: Session, { waves }: Waves): string {
  const lines = (waves[openIndex(session)]?.tasks ?? []).map(
    (task) => `${taskLine(task)}${task.item === undefined ? '' : `; read \`${patternOfItem(task.item)}\``}`,
  )
  return lines.length === 0 ? 'There are no open tasks.' : bullets(lines)
}

/** The current wave, in words. */
export const waveIn = (session: Session): string =>
  openWave(session) ? `wave ${openIndex(session) + 1} of ${session.waves?.length}` : 'no wave'

export function currentItems(session: Session): readonly Item[] {
  const tasks = openWave(session)?.tasks ?? []
  return session.workItems.filter((item) => tasks.some((task) => isTaskOf(task, item)))
}

const colors: Readonly<Record<TaskStatus, readonly [fill: string, stroke: string]>> = {
  pending: ['#e0e0e0', '#9e9e9e'],
  in_progress: ['#fff9c4', '#f9a825'],
  completed: ['#c8e6c9', '#2e7d32'],
  failed: ['#ffcdd2', '#c62828'],
}

export function diagramOf(waves: readonly Wave[]): string {
  const tasks = waves.flatMap((wave) => wave.tasks)
  if (tasks.length === 0) return 'graph TD\n  none["No tasks yet"]\n'
  const nodes = nodeIds(tasks.map(({ id }) => id))
  const node = (id: string) => nodes.get(id) ?? id
  return `${[
    'graph TD',
    ...waves.flatMap((wave, index) => [
      `  subgraph wave_${index + 1}["Wave ${index + 1}"]`,
      ...wave.tasks.map(({ id }) => `    ${node(id)}["${label(id)}"]`),
      '  end',
    ]),
    ...tasks.flatMap(({ id, dependsOn }) => dependsOn.map((other) => `  ${node(other)} --> ${node(id)}`)),
    ...tasks.map(({ id, status }) => `  style ${node(id)} fill:${colors[status][0]},stroke:${colors[status][1]}`),
  ].join('\n')}\n`
}

/** Ids that Mermaid accepts: with a prefix none is a word of its language, and each is unique. */
const nodeIds = (ids: readonly string[]): ReadonlyMap<string, string> =>
  new Map(ids.map((id, index) => [id, `t${index + 1}_${id.replace(/[^A-Za-z0-9_]/g, '_')}`]))

/** Mermaid's escapes for characters in a quoted label. */
const label = (text: string): string => text.replace(/[#"<>&]/g, (character) => `#${character.charCodeAt(0)};`)

export const statusWords = {
  pending: 'not begun',
  in_progress: 'in progress',
  completed: 'reported',
  failed: 'failed',
} as const

/** Where the tasks that were reported stand: of what has no command the answer says so. */
export function reportedAs(
  session: Session,
  { id, status }: Extract<CollabPayload, { verb: 'task' }>,
  shown: Shown,
): string {
  if (status !== 'completed') return `\`${id.split(',').join('`, `')}\`: ${statusWords[status]}.`
  const asked = idsIn(session, id)
  const tasks = (session.waves ?? []).flatMap((wave) => wave.tasks.filter((task) => asked.includes(task.id)))
  return tasks
    .map((task) => `\`${task.id}\`: ${wordOf(reportedIn(shown, task))}${task.run ? '' : ' (no command)'}.`)
    .join(' ')
}
