import { countsOf } from '../../proof/criteria/counts'
import { progress, type Shown, standingIn, standingsIn, unprovenIn } from './batches'
import { designedOf, sectionsIn } from './document-sections'
import { type Documents, designFile } from './documents'
import { itemsLeft } from './items'
import { getState, isDecided, isOfDeveloper } from './lookups'
import { isSeen } from './recorded'
import type { Item, Session } from './session'
import { taskLine, wavesOf } from './waves'

interface ShownStep {
  readonly time: string
  readonly spell: string
  readonly word?: unknown
  readonly about?: Readonly<Record<string, unknown>>
}

interface ToShow {
  readonly name: string
  readonly state: string
  readonly session: Session
  readonly documents: Documents
  readonly shown: Shown
  readonly steps: readonly ShownStep[]
}

/** @returns the whole session as one Markdown document, for a pull request */
export function documentOf({ name, state, session, documents, shown, steps }: ToShow): string {
  const title = sectionsIn(documents[designFile] ?? '').within[0]?.title
  const { done, total } = progress(session)
  const { waves, warnings } = wavesOf(session, shown)
  return `${[
    `# ${title ?? name}`,
    `Collab session “${name}”: ${(getState(state)?.display ?? 'Stopped').toLowerCase()}${total > 0 ? `, ${done} of ${total} tasks reported: ${countsOf(standingsIn(session, shown))}` : ''}.`,
    '## Items',
    ...(session.workItems.length === 0
      ? ['There are no items.']
      : session.workItems.flatMap((item) => itemIn(item, documents))),
    '## Waves',
    waves.length === 0 ? 'There are no tasks yet.' : '',
    ...waves.flatMap(({ tasks }, index) => [
      `### Wave ${index + 1}`,
      tasks.map((task) => `- ${marks[task.status]} ${taskLine(task)}`).join('\n'),
    ]),
    warnings.map((text) => `- ⚠ ${text}`).join('\n'),
    '## Decisions',
    ...decisionsIn(steps),
    '## Left',
    leftIn(session, shown),
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}

function leftIn(session: Session, shown: Shown): string {
  const lines = [
    ...itemsLeft(session).map(
      ({ number, title, status }) =>
        `- Item ${number}, ${status === 'pending' ? 'to be designed' : 'to be built'}: ${title}`,
    ),
    ...unprovenIn(session, shown)
      .filter(({ status }) => status === 'completed')
      .map((task) => `- Task \`${task.id}\`, ${standingIn(shown, task)}: \`spell collab prove ${task.id}\``),
  ]
  return lines.join('\n') || (session.workItems.length === 0 ? 'Everything.' : 'Nothing.')
}

const itemIn = (item: Item, documents: Documents): string[] => [
  `### Item ${item.number}: ${item.title}`,
  `${item.type === 'unknown' ? 'No type yet' : item.type}, ${item.status === 'pending' ? 'to be designed' : 'designed'}${item.after ? `, after ${item.after.map((number) => `item ${number}`).join(', ')}` : ''}.`,
  ...designedOf(item, documents).flatMap(({ heading, text }) => [`#### ${heading}`, text]),
]

const marks = { pending: '·', in_progress: '…', completed: '✓', failed: '✗' } as const

/** What was decided by a word of the developer that was seen, and by the agent, with what it says that they said. */
function decisionsIn(steps: readonly ShownStep[]): string[] {
  const lines = steps.flatMap(({ time, spell, word, about = {} }) => {
    const { skill, said, item, choice, number, type, title, added } = about
    const of = item === undefined ? '' : `, item ${item}`
    const what =
      typeof skill === 'string'
        ? `${skill}${of}`
        : [spell, choice ?? (number !== undefined && `item ${number}`), type, title].filter(Boolean).join(' ')
    const isDecision = typeof said === 'string' || isDecided(about)
    if (!isDecision && (added !== undefined || !isOfDeveloper(spell))) return []
    return [
      {
        line: `- ${time.slice(0, 10)} ${what}${typeof said === 'string' ? `: “${said}”` : ''}`,
        isSaid: isSeen(word),
      },
    ]
  })
  const [own, reported] = [lines.filter(({ isSaid }) => isSaid), lines.filter(({ isSaid }) => !isSaid)]
  const list = (some: typeof lines) => some.map(({ line }) => line).join('\n')
  return [
    own.length > 0 ? `By the developer:\n\n${list(own)}` : 'No word of the developer was seen.',
    reported.length > 0 ? `By the agent, with the developer’s words as it reports them:\n\n${list(reported)}` : '',
  ]
}
