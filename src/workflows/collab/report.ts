import { capital } from '../../text/markdown/code'
import { sectionsIn } from '../../workflow/artifacts/headings'
import { countsOf, isMet, type Standing } from '../../workflow/criteria/counts'
import { atText } from '../../workflow/criteria/files-at'
import { isSeen } from '../../workflow/event-words'
import type {
  DecisionIn,
  MapPlan,
  ReportedTask,
  Reporting,
  ReportPart,
  ReportSource,
  TaskStatus,
} from '../../workflow/reporting'
import { criteriaIn } from './design'
import { type Documents, designFile, textsIn } from './documents'
import { boxes, flow, isClear, isDecision, isRouter } from './flow'
import { aboutItem, itemsLeft } from './items'
import { isOnlyWord, retell } from './recorded'
import { type TaskStatus as Reported, type Session, sessionIn } from './session'
import { standingsIn } from './tasks'
import { stageOf, wavesOf } from './waves'

function partOf({ context, files, shown }: ReportSource): ReportPart {
  const session = sessionIn(context)
  const documents = textsIn('documents', files)
  const provenOf = (id: string) => shown.find(({ criterion }) => criterion.text === id)?.criterion
  const now = Object.fromEntries(shown.map(({ criterion }) => [criterion.text, criterion.standing as Standing]))
  const { waves } = wavesOf(session, now)
  const standings = standingsIn(session, now)
  const isBuilt = session.waves !== undefined
  return {
    title: sectionsIn(documents[designFile] ?? '').within[0]?.title ?? '',
    // What a command shows of a task is told as its criterion.
    criteria: [],
    tasks: [
      ...itemTasks(session, documents),
      ...waves.flatMap(({ tasks }, index) =>
        tasks.map((task): ReportedTask => {
          const runs = provenOf(task.id)?.commands ?? []
          return {
            id: task.id,
            dependsOn: task.dependsOn,
            name: task.description ?? task.id,
            group: `Wave ${index + 1}`,
            status: task.status === 'completed' ? (ofStanding[task.standing] ?? 'done') : statuses[task.status],
            achieved: [
              !besideSign.includes(stageOf(task)) && capital(stageOf(task)),
              ...runs.map(
                ({ command, result, time, isFresh, ...at }) =>
                  `\`${command.replaceAll('`', '')}\`: ${result}${time ? `, ${time.slice(0, 10)}` : ''}${atText(at, isFresh)}`,
              ),
            ]
              .filter(Boolean)
              .join('; '),
          }
        }),
      ),
    ],
    counted: isBuilt ? 'tasks' : 'items',
    total: isBuilt ? standings.length : session.workItems.length,
    met: standings.filter(isMet).length,
    proven: standings.filter((standing) => standing === 'proven').length,
    counts: countsOf(standings),
    rest: isBuilt ? restOf(session) : [],
  }
}

const statuses: Readonly<Record<Reported, TaskStatus>> = {
  pending: 'open',
  in_progress: 'doing',
  completed: 'done',
  failed: 'failed',
}

/** What the sign of a task says already. */
const besideSign: readonly string[] = ['in progress', 'failed', 'stale']

/** What was reported, and does not hold now. */
const ofStanding: Partial<Record<Standing, TaskStatus>> = {
  stale: 'stale',
  failed: 'failed',
  waiting: 'stale',
  open: 'stale',
}

function itemTasks(session: Session, documents: Documents): ReportedTask[] {
  const left = itemsLeft(session)
  return session.workItems.map((item) => ({
    name: `${item.number}. ${item.title}`,
    group: 'Items',
    status: left.includes(item) ? 'open' : 'done',
    achieved: [
      capital(aboutItem(session, item)),
      ...criteriaIn(item, documents).map((text) => `success: ${text}`),
    ].join(', '),
  }))
}

function restOf(session: Session): string[] {
  const left = itemsLeft(session).length
  return left > 0 ? [`${left} ${left === 1 ? 'item' : 'items'} left`] : []
}

/** What the developer decided in a session, and what the agent did; what the developer said is as the agent reports it. */
const decisionIn: DecisionIn = ({ trigger, about = {}, word }) => {
  const { said } = about
  const verb = trigger.toLowerCase()
  if (!isDecision(verb, about)) return undefined
  const { said: _, ...others } = about
  // Beside a word that was seen only the word is the developer's for sure.
  const isQuoted = isSeen(word) && typeof said === 'string' && !isOnlyWord(about)
  const told = retell(isQuoted ? about : others, 'said').replaceAll('`', '')
  return {
    kind: 'decision',
    text: [capital(verb), told].filter(Boolean).join(': '),
    by: isSeen(word) ? 'developer' : 'agent',
    said: typeof said === 'string' && !isQuoted ? said : '',
  }
}

/** Where the next item is chosen, before the first and after each. */
const nextItem = 'clear-post-item'

/** The state whose box has a state of collab. */
const boxOf = (state: string): string => boxes[state] ?? state

/** Whether a step leads to where the flow leads, or to the pause before that. */
function isNext(from: string, to: string): boolean {
  const targets = (id: string): string[] =>
    (flow.find((state) => state.id === id)?.transitions ?? []).flatMap(({ to: next }) => {
      const state = flow.find((each) => each.id === next)
      return [next, ...(state && (isRouter(state) || (isClear(next) && boxOf(next) !== nextItem)) ? targets(next) : [])]
    })
  return targets(from).includes(to)
}

const map: MapPlan = {
  phases: ['Items', 'Design', 'Rough draft', 'Building', 'End'],
  phaseOf(box) {
    if (['collab-start', 'gather-goals', nextItem].includes(box)) return 0
    const phase = flow.find(({ id }) => id === box)?.phase?.split('/')[0]
    return box === 'stopped'
      ? 4
      : ['', 'brainstorming', 'rough-draft', 'implementation', 'complete'].indexOf(phase ?? '')
  },
  boxOf,
  isDrawn: ({ on, from, to }) => on === 'complete-skill' && isNext(from, to),
}

export const reporting: Reporting = { partOf, decisionIn, map }
