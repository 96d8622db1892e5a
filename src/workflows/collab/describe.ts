import { bullets } from '../../text/markdown/sections'
import { countStandings } from '../../workflow/criteria/counts'
import { type AnswerExtras, type Phrases, type Say, saying } from '../../workflow/texts'
import { agent } from '../../workflow/turn'
import { criteriaIn, decisionsOf } from './design'
import { designOf, documentsOf, folderOf } from './documents'
import { getSkillForState, getState, isClear, skillNamed, stopped } from './flow'
import { aboutItem, currentItem, hasTaken, itemNumbered, itemsLeft, leftLine } from './items'
import { type CollabPayload, goalsIn } from './payload'
import { type CollabStep, workedOn } from './recorded'
import { toReload } from './reload'
import { fileOf, lackOf } from './required-documents'
import { type Item, type Session, sessionIn, type Task } from './session'
import {
  countsIn,
  idsIn,
  openIndex,
  openWave,
  progress,
  type Shown,
  standingIn,
  standingsIn,
  unprovenIn,
} from './tasks'
import { asWritten, problemsOf, warningsOf } from './warnings'
import { currentTasks, inCode, reportedAs, statusWords, taskLine, type Waves, waveIn, waveList, wavesOf } from './waves'

/** What a session adds to an answer: fields for programs, values for the texts, and files to read. */
export function tell(name: string, taken: CollabStep, phrases: Phrases): AnswerExtras {
  const { state, from, context, payload: brought, rows } = taken
  const session = sessionIn(context)
  const was = sessionIn(taken.before)
  const skill = getSkillForState(state)
  const display = getState(state)?.display ?? 'Stopped'
  const { phase = 'brainstorming', workItems, note = '' } = session
  const untyped = goalsIn(session, brought).filter(({ type }) => type === 'unknown')
  const item = currentItem(session)
  const wave = openWave(session)
  const { done, total } = progress(session)
  const { shown = {} } = brought
  const standings = standingsIn(session, shown)
  const lacking = unprovenIn(session, shown)
  const unproven = lacking.map(({ id }) => id).join(' ')
  const open = wave?.tasks.filter(({ status }) => status !== 'completed') ?? []
  const asked = brought.verb === 'task' ? idsIn(session, brought.id) : []
  const problems = problemsOf(taken)
  const lack = brought.verb === 'complete-skill' ? lackOf(was, brought, from) : undefined
  const text = (path: string) => (typeof taken.probe[path] === 'string' ? taken.probe[path] : undefined)
  const order = hasOrder(state, rows) ? wavesOf(asWritten(taken, session), shown) : undefined
  const reload = brought.verb === 'resume' ? toReload(name, state, session, text(designOf(name))) : undefined
  const notes = note && (reload || isClear(state)) ? [{ heading: 'Note of the Agent', text: note }] : []
  const isOver = state === 'done' || state === stopped
  const openIds = open.map(({ id }) => `\`${id}\``).join(', ')
  const left = itemsLeft(session)
  const isAll = brought.verb === 'task' && brought.status === 'completed' && open.length === 0
  const ended = brought.verb === 'cleanup' ? brought : undefined
  const piece = ended?.record?.split('/').at(-1)
  const say = saying(phrases, { ...ended, session: name, folder: folderOf(name), piece, unproven, open: openIds })
  const isSmall = small.includes(rows[0] ?? '')
  return {
    values: {
      session: name,
      documents: documentsOf(name),
      skill: skill ?? 'none',
      reported: (brought.verb === 'complete-skill' && skillNamed(brought.name)) || 'that skill',
      expected: getSkillForState(from) ?? 'none',
      number: String(item?.number ?? 'N'),
      ended: String(workedOn(brought, was)?.number ?? item?.number ?? 'N'),
      heading: item?.title ?? 'no item',
      type: item?.type ?? 'no type',
      items: listOf(session.workItems.map(itemLineIn(session)), 'There are no items yet.'),
      agreed: agreedIn(session, brought),
      untyped: bullets(untyped.map(itemLineIn(session))),
      list: workItems.map(({ number, title, type }) => `${number} ${title} (${type})`).join('; '),
      count: String(workItems.length),
      place: item ? `${workItems.indexOf(item) + 1} of ${workItems.length}` : '',
      changed: changedLine(taken, session),
      about: item ? `item ${item.number}, “${item.title}”` : wave ? waveIn(session) : 'the session as a whole',
      hand: item ? `item ${item.number}, “${item.title}” (${item.type})` : 'no item',
      wave: waveIn(session),
      files: filesAtHand(name, state, session, open),
      tasks: order ? currentTasks(session, order) : '',
      counts: countsIn(session, shown),
      stale: say('stale', standings.includes('stale')),
      lackingIn: lacking.map((task) => `\`${task.id}\` (${standingIn(shown, task)})`).join(', '),
      waves: order ? waveList(order) : '',
      missing: say('missing', !session.waves),
      open: open
        .map(({ id, status }) => `\`${id}\`${status === 'pending' ? '' : ` (${statusWords[status]})`}`)
        .join(', '),
      openIds: open.map(({ id }) => id).join(','),
      prove: say('prove', unproven !== ''),
      done: String(done),
      total: String(total),
      left: listOf(left.map(leftLine), 'Nothing.'),
      handOn: say('handOn', left.length > 0),
      named: lacking.flatMap(({ id }) => (asked.includes(id) ? id : [])).join(' '),
      elsewhere: asked.filter((id) => !wave?.tasks.some((task) => task.id === id)).join('`, `'),
      task: brought.verb === 'task' ? brought.id.split(',').join('`, `') : 'that task',
      status: brought.verb === 'task' ? statusWords[brought.status] : 'that',
      reportedAs: brought.verb === 'task' ? reportedAs(session, brought, shown) : '',
      absent: brought.absent?.map((path) => `\`${path}\``).join(', ') ?? '',
      onTask: brought.verb === 'task' ? say(`task.${isAll ? 'all' : brought.status}`) : '',
      kept: ended ? keptOf(session, ended, say) : '',
      branch: say('branch', !/\b(?:merge|pull|push|pr|keep)/i.test(brought.said ?? '')),
      problems: listOf(problems, 'none'),
      problem: `${problems[0]}${problems.length > 1 ? `, and ${problems.length - 1} more` : ''}`,
      ...(lack && { paper: `\`${documentsOf(name)}/${lack.file}\``, lack: lack.fault }),
    },
    warnings: [...warningsOf(taken, session, say), ...(state === 'ready-to-implement' ? (order?.warnings ?? []) : [])],
    ...(rows.some((row) => row.startsWith('S.')) && { overview: overviewOf(state, session, order, shown) }),
    quotes: [...notes, ...(reload?.quotes ?? [])],
    shown: reload?.files ?? [],
    ...(lack && { turn: agent('writing what is missing') }),
    ...(brought.verb === 'resume' && isClear(state) && { turn: agent('going on') }),
    leftOut: { developer: ['complete-skill', 'task', 'items'], agent: ['items'] },
    brevity: isSmall
      ? 'small'
      : ['start', 'status', 'next', 'resume'].includes(brought.verb ?? 'status')
        ? undefined
        : hasTaken(session, state) || (state === 'execute-batch' && openIndex(session) > 0)
          ? 'again'
          : 'familiar',
    isGone: brought.verb === 'cleanup' && brought.record !== undefined && isOver,
    fields: {
      kind: 'collab',
      session: name,
      next_skill: skill,
      action: isClear(state) || rows.includes('cleared') ? 'clear' : 'none',
      ...paramsOf(state, session),
      state,
      phase,
      display,
      completed: isOver,
      progress: { done, total },
      counts: countStandings(standings),
      items: workItems,
      waves: order?.waves ?? [],
      note,
      problems,
    },
  }
}

/** The rows that answer in a few lines. */
const small = ['add', 'classify', 'remove', 'items', 'task', 'task.same']

/** Whether an answer says in which order the tasks are done. */
const hasOrder = (state: string, rows: readonly string[]): boolean =>
  (['ready-to-implement', 'execute-batch'].includes(state) && !small.includes(rows[0] ?? '')) ||
  rows.includes('T26.none')

/** What may be written in a state: the document that it asks for, or the files of the open tasks. */
function filesAtHand(name: string, state: string, session: Session, open: readonly Task[]): string {
  const named = open.flatMap(({ files = [], tests = [] }) => [...files, ...tests])
  const document = fileOf(state, currentItem(session)?.number)
  if (state === 'execute-batch') return inCode([...new Set(named)]) || 'none: no open task names a file'
  return document ? `\`${documentsOf(name)}/${document}\`` : 'none'
}

/** What became of an item, and what the agent does about it: the type is asked for only if it is unknown. */
function changedLine({ payload: brought, before }: CollabStep, session: Session): string {
  const number = 'number' in brought ? brought.number : session.lastNumber
  const item = itemNumbered(session, number)
  const lineOf = itemLineIn(session)
  if (!item) return lineOf(itemNumbered(sessionIn(before), number) ?? noItem)
  const ask = item.type === 'unknown' && `. Type? \`spell collab classify ${item.number} code\`, \`task\` or \`bugfix\``
  return `${lineOf(item)}${ask ? `${ask}.` : ''}`
}
const noItem: Item = { number: 0, title: '', type: 'unknown', status: 'pending' }

/** For a look: the tasks of the wave, or the items, unless the state's text lists them. */
function overviewOf(state: string, session: Session, order: Waves | undefined, shown: Shown): string {
  const tasks = (order ?? wavesOf(session, shown)).waves[openIndex(session)]?.tasks
  if (tasks && withWave.includes(state)) return bullets(tasks.map(taskLine))
  return listing.includes(state) ? '' : bullets(session.workItems.map(itemLineIn(session)))
}

/** The states whose texts list the items, or the order of their tasks. */
const listing = ['gather-goals', 'ready-to-implement', 'stopped']
const withWave = ['clear-pre-execute', 'execute-batch', 'clear-post-batch']

function paramsOf(state: string, session: Session): { params?: Record<string, number> } {
  const params = {
    ...(session.currentItem !== undefined && { item_number: session.currentItem }),
    ...(withWave.includes(state) && { batch_index: openIndex(session) }),
  }
  return Object.keys(params).length > 0 ? { params } : {}
}

type Cleanup = Extract<CollabPayload, { readonly verb: 'cleanup' }>

/** Where a session that is over has gone. */
function keptOf({ waves = [] }: Session, { choice, archive, record, aside }: Cleanup, say: Say): string {
  const hasCommands = waves.some(({ tasks }) => tasks.some(({ run }) => run))
  return [
    say('kept.keep', choice === 'keep'),
    say('kept.archive', archive !== undefined),
    say('kept.prove', archive !== undefined && record !== undefined && hasCommands),
    say('kept.record', record !== undefined),
    say('kept.delete', choice === 'delete'),
    say('kept.aside', aside !== undefined),
  ]
    .filter(Boolean)
    .join(' ')
}

const itemLineIn =
  (session: Session) =>
  (item: Item): string =>
    `item ${item.number}, ${aboutItem(session, item)}: ${item.title}`

/** The items with what was agreed on each: its success criteria, and the decisions. */
function agreedIn(session: Session, { documents = {} }: CollabStep['payload']): string {
  const linesOf = (item: Item) => [
    ...criteriaIn(item, documents).map((text) => `Success: ${text}`),
    ...decisionsOf(item, documents),
  ]
  const itemLine = itemLineIn(session)
  const lines = session.workItems.map((item) => [itemLine(item), ...linesOf(item)].join('\n  - '))
  return listOf(lines, 'There are no items yet.')
}

const listOf = (lines: readonly string[], none: string): string => (lines.length === 0 ? none : bullets(lines))
