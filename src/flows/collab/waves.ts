import type { Standing } from '../../proof/criteria/counts'
import { allTasks, openBatch, type Shown, sharedFiles, standingIn, toBatches, uncovered } from './batches'
import { itemFile } from './documents'
import { taskOfItem } from './order'
import type { Batch, Item, Session, Task } from './session'
import type { GraphTask } from './task-graph'

/** A task of a wave with what the graph says of it. */
export type WaveTask = Task &
  Partial<Pick<GraphTask, 'description' | 'files' | 'tests'>> & { readonly standing: Standing }
export interface Wave extends Omit<Batch, 'tasks'> {
  readonly tasks: readonly WaveTask[]
}

/** The order of the work: the batches, or what they will be, and what is to be looked at before they are built. */
export interface Waves {
  readonly waves: readonly Wave[]
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
}

/** @param graph the text of the graph document; undefined if there is none */
export function wavesOf(session: Session, graph: string | undefined, shown: Shown = {}): Waves {
  const { tasks, problems } = allTasks(session.workItems, graph)
  const batches = session.batches ?? (problems.length > 0 ? [] : toBatches(tasks))
  const known = new Map(tasks.map((task) => [task.id, task]))
  const waves = batches.map((batch) => ({
    ...batch,
    tasks: batch.tasks.map((task): WaveTask => {
      const { description = titleOf(session, task.id), files = [], tests = [], item } = known.get(task.id) ?? {}
      return {
        ...task,
        ...(task.item === undefined && item !== undefined && { item }),
        ...(description && { description }),
        ...(files.length > 0 && { files }),
        ...(tests.length > 0 && { tests }),
        standing: standingIn(shown, task),
      }
    }),
  }))
  const lone = uncovered(session.workItems, tasks).map(
    ({ number, title }) => `No task is a part of item ${number}, “${title}” (\`item: ${number}\`).`,
  )
  return { waves, problems, warnings: [...lone, ...sharedFiles(tasks, batches)] }
}

const titleOf = ({ workItems }: Session, id: string): string | undefined =>
  workItems.find((item) => taskOfItem(item) === id)?.title

const statusInWords = { pending: '', in_progress: 'in progress', completed: '', failed: 'failed' } as const

/** @returns how far a task is, and where it stands; empty for one that is not begun */
export const stageOf = ({ status, standing }: WaveTask): string =>
  [...new Set([statusInWords[status], standing === 'open' ? '' : standing])].filter(Boolean).join(', ')

/** @returns a task in one line: what it is, which files it names, and how far it is */
export const taskLine = (task: WaveTask): string => {
  const { id, item, description, files = [], tests = [], run } = task
  return [
    `\`${id}\`${item === undefined || id === `item-${item}` ? '' : ` (item ${item})`}${description ? `: ${description.replace(/\.$/, '')}` : ''}`,
    stageOf(task),
    files.length > 0 && `files: ${inCode(files)}`,
    tests.length > 0 && `tests: ${inCode(tests)}`,
    run && `shown by \`${run}\``,
  ]
    .filter(Boolean)
    .join('; ')
}

const inCode = (paths: readonly string[]) => paths.map((path) => `\`${path.replaceAll('`', '')}\``).join(', ')

export const waveList = ({ waves, problems }: Waves): string =>
  problems.length > 0
    ? `The task graph has problems, so there is no order yet:\n\n${problems.map((problem) => `- ${problem}`).join('\n')}`
    : [
        'They are built in this order:',
        ...waves.map(
          ({ tasks }, index) => `Wave ${index + 1}:\n${tasks.map((task) => `- ${taskLine(task)}`).join('\n')}`,
        ),
      ].join('\n\n')

/** @returns the names of the documents of a task's item, which say how it is to be done */
export function documentsOfTask({ item: number, id }: WaveTask, items: readonly Item[]): readonly string[] {
  const item = items.find((known) => known.number === (number ?? Number(/^item-(\d+)$/.exec(id)?.[1])))
  if (!item) return []
  if (item.type === 'bugfix') return [itemFile('root-cause', item.number)]
  if (item.type === 'task') return [itemFile('plan', item.number)]
  return (['interface', 'pseudocode', 'skeleton'] as const).map((document) => itemFile(document, item.number))
}

export function itemsAtHand(session: Session): readonly Item[] {
  const tasks = openBatch(session)?.tasks ?? []
  return session.workItems.filter(({ number }) =>
    tasks.some(({ item, id }) => item === number || id === `item-${number}`),
  )
}
