import { idsIn, progress } from './batches'
import { type Documents, designedOf, sectionsIn } from './document-sections'
import { designFile, graphFile } from './documents'
import { itemsLeft } from './items'
import { getState, isDecided, isOfDeveloper } from './lookups'
import type { Item, Session } from './session'
import { taskLine, type WaveTask, wavesOf } from './waves'

interface ShownStep {
  readonly time: string
  readonly spell: string
  readonly about?: Readonly<Record<string, unknown>>
}

interface ToShow {
  readonly name: string
  readonly state: string
  readonly session: Session
  readonly documents: Documents
  /** What the proofs show for the files that are here now, by the ids of tasks with a command. */
  readonly shown: Readonly<Record<string, 'passed' | 'failed'>>
  readonly steps: readonly ShownStep[]
}

/** @returns the whole session as one Markdown document, for a pull request */
export function documentOf({ name, state, session, documents, shown, steps }: ToShow): string {
  const title = sectionsIn(documents[designFile] ?? '').within[0]?.title
  const { done, total } = progress(session)
  const { waves, problems, warnings } = wavesOf(session, documents[graphFile])
  const left = itemsLeft(session)
  const provenOnce = steps.flatMap(({ about = {} }) =>
    about.status === 'completed' && typeof about.proofs === 'string' ? idsIn(session, `${about.task}`) : [],
  )
  return `${[
    `# ${title ?? name}`,
    `Collab session “${name}”: ${(getState(state)?.display ?? 'Stopped').toLowerCase()}${total > 0 ? `, ${done} of ${total} tasks done` : ''}.`,
    '## Items',
    ...(session.workItems.length === 0
      ? ['There are no items.']
      : session.workItems.flatMap((item) => itemIn(item, documents))),
    '## Waves',
    waves.length === 0 ? 'There are no tasks yet.' : '',
    ...waves.flatMap(({ tasks }, index) => [
      `### Wave ${index + 1}`,
      tasks.map((task) => `- ${taskIn(task, shown, provenOnce)}`).join('\n'),
    ]),
    [...problems, ...warnings].map((text) => `- ⚠ ${text}`).join('\n'),
    '## Decisions',
    ...decisionsIn(steps),
    '## Left',
    left.length === 0
      ? session.workItems.length === 0
        ? 'Everything.'
        : 'Nothing.'
      : left
          .map(
            ({ number, title: what, status }) =>
              `- Item ${number}, ${status === 'pending' ? 'to be designed' : 'to be built'}: ${what}`,
          )
          .join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

const itemIn = (item: Item, documents: Documents): string[] => [
  `### Item ${item.number}: ${item.title}`,
  `${item.type === 'unknown' ? 'No type yet' : item.type}, ${item.status === 'pending' ? 'to be designed' : 'designed'}${item.after ? `, after ${item.after.map((number) => `item ${number}`).join(', ')}` : ''}.`,
  ...designedOf(item, documents).flatMap(({ heading, text }) => [`#### ${heading}`, text]),
]

const marks = { pending: '·', in_progress: '…', completed: '✓', failed: '✗' } as const

/** A task with its status and what shows it: a proof, or the word of the agent. */
function taskIn(task: WaveTask, shown: ToShow['shown'], provenOnce: readonly string[]): string {
  const proof = shown[task.id]
  const by =
    task.run === undefined
      ? task.status === 'completed' && 'said by the agent'
      : proof === 'failed'
        ? 'its command fails'
        : proof === 'passed'
          ? 'proven for what lies here'
          : `${provenOnce.includes(task.id) ? 'proven when it was reported, ' : ''}not proven for what lies here`
  return [`${marks[task.status]} ${taskLine(task)}`, by].filter(Boolean).join('; ')
}

/** What the developer decided, in their words; and what only the agent reported as decided. */
function decisionsIn(steps: readonly ShownStep[]): string[] {
  const lines = steps.flatMap(({ time, spell, about = {} }) => {
    const { skill, said, item, choice, number, type, title, added } = about
    const of = item === undefined ? '' : `, item ${item}`
    const what =
      typeof skill === 'string'
        ? `${skill}${of}`
        : [spell, choice ?? (number !== undefined && `item ${number}`), type, title].filter(Boolean).join(' ')
    const isDecision = typeof said === 'string' || isDecided(skill)
    if (!isDecision && (added !== undefined || !isOfDeveloper(spell))) return []
    return [
      {
        line: `- ${time.slice(0, 10)} ${what}${typeof said === 'string' ? `: “${said}”` : ''}`,
        isSaid: typeof said === 'string',
      },
    ]
  })
  const [own, reported] = [lines.filter(({ isSaid }) => isSaid), lines.filter(({ isSaid }) => !isSaid)]
  const list = (some: typeof lines) => some.map(({ line }) => line).join('\n')
  return [
    own.length > 0
      ? `By the developer, in their words:\n\n${list(own)}`
      : 'The words of the developer were kept of no step.',
    reported.length > 0 ? `Reported by the agent, without the developer’s words:\n\n${list(reported)}` : '',
  ]
}
