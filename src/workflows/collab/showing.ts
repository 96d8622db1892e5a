import { bullets, paragraphs } from '../../text/markdown/sections'
import { sectionsIn } from '../../workflow/artifacts/headings'
import { countsOf } from '../../workflow/criteria/counts'
import { designedOf } from './design'
import { type Documents, designFile } from './documents'
import { getState, isDecision } from './flow'
import { aboutItem, itemsLeft, leftLine } from './items'
import { retell } from './recorded'
import type { Item, Session } from './session'
import { progress, type Shown, standingIn, standingsIn, unprovenIn } from './tasks'
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
  return `${paragraphs(
    `# ${title ?? name}`,
    `Collab session “${name}”: ${(getState(state)?.display ?? 'Stopped').toLowerCase()}${total > 0 ? `, ${done} of ${total} tasks reported: ${countsOf(standingsIn(session, shown))}` : ''}.`,
    '## Items',
    ...(session.workItems.length === 0
      ? ['There are no items.']
      : session.workItems.flatMap((item) => itemIn(session, item, documents))),
    '## Waves',
    waves.length === 0 && 'There are no tasks yet.',
    ...waves.flatMap(({ tasks }, index) => [
      `### Wave ${index + 1}`,
      bullets(tasks.map((task) => `${marks[task.status]} ${taskLine(task)}`)),
    ]),
    bullets(warnings.map((text) => `⚠ ${text}`)),
    '## Decisions',
    decisionsIn(steps),
    '## Left',
    leftIn(session, shown),
  )}\n`
}

function leftIn(session: Session, shown: Shown): string {
  const unproven = unprovenIn(session, shown).filter(({ status }) => status === 'completed')
  const lines = [
    ...itemsLeft(session).map(leftLine),
    ...unproven.map((task) => `Task \`${task.id}\`, ${standingIn(shown, task)}: \`spell collab prove ${task.id}\``),
  ]
  if (lines.length === 0) return session.workItems.length === 0 ? 'Everything.' : 'Nothing.'
  return bullets(lines)
}

const itemIn = (session: Session, item: Item, documents: Documents): string[] => [
  `### Item ${item.number}: ${item.title}`,
  `${aboutItem(session, item)}.`,
  ...designedOf(item, documents).flatMap(({ heading, text }) => [`#### ${heading}`, text]),
]

const marks = { pending: '·', in_progress: '…', completed: '✓', failed: '✗' } as const

/** What was decided, and by whom: by a word of the developer that was seen, or by the agent. */
const decisionsIn = (steps: readonly ShownStep[]): string =>
  steps
    .filter(({ spell, about = {} }) => isDecision(spell, about))
    .map(({ time, spell, word, about = {} }) => `- ${time.slice(0, 10)} ${spell}: ${retell(about, word)}`)
    .join('\n') || 'Nothing was decided yet.'
