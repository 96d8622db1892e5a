import type { Standing } from '../../proof/criteria/counts'
import type { Item, Session, Task, Wave } from './session'
import { openWave, type Shown, sharedInWaves, standingIn, toWaves } from './tasks'

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
    `\`${id}\`${item === undefined || id === `item-${item}` ? '' : ` (item ${item})`}${description ? `: ${description.replace(/\.$/, '')}` : ''}`,
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

export function itemsAtHand(session: Session): readonly Item[] {
  const tasks = openWave(session)?.tasks ?? []
  return session.workItems.filter(({ number }) =>
    tasks.some(({ item, id }) => item === number || id === `item-${number}`),
  )
}
