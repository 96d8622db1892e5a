import { bullets, paragraphs } from '../../text/markdown/sections'
import { sectionsIn } from '../../workflow/artifacts/headings'
import { lineOf } from '../../workflow/artifacts/markdown'
import type { Handover } from '../../workflow/flow'
import { designedOf, keyOf, pointsOf } from './design'
import { type Documents, designFile, documentsOf, patternOfItem } from './documents'
import { itemsLeft } from './items'
import type { Item, Session } from './session'
import { allTasks } from './tasks'
import { taskLine, type WaveTask, wavesOf } from './waves'

/**
 * What is left of a session as context and plan; without items that are left the plan has no criteria.
 *
 * @param documents the texts of its documents by their names, such as `plan-item-2.md`; any may be missing
 */
export function handover({
  name,
  session,
  documents,
  folder = documentsOf(name),
}: {
  readonly name: string
  readonly session: Session
  readonly documents: Documents
  readonly folder?: string
}): Handover {
  const title = sectionsIn(documents[designFile] ?? '').within[0]?.title || name
  const items = itemsLeft(session)
  const tasks = session.tasks ?? (session.waves ? undefined : allTasks(session.workItems, documents).tasks)
  const { waves } = wavesOf({ ...session, ...(tasks && { tasks }) })
  const open = waves
    .map(({ tasks }) => tasks.filter(({ status }) => status !== 'completed'))
    .filter((tasks) => tasks.length > 0)
  const source = `From the collab session “${name}” (\`${folder}/\`)`
  const [first] = open.flat()
  return {
    title,
    context: contextOf(title, source, items, documents),
    plan: planOf(title, source, items, open, documents),
    ...(first && { task: taskText(first, folder) }),
  }
}

const contextOf = (title: string, source: string, items: readonly Item[], documents: Documents): string =>
  blocks(
    `# ${title}`,
    `${source}: what is left of it, with what was agreed on there.`,
    ...items.flatMap((item) => [
      `## ${headingOf(item)}`,
      item.status === 'pending' && 'Not designed to its end.',
      ...designedOf(item, documents)
        .filter(({ heading }) => heading !== 'Success Criteria')
        .flatMap(({ heading, text }) => [`### ${heading}`, text]),
    ]),
  )

function planOf(
  title: string,
  source: string,
  items: readonly Item[],
  open: readonly (readonly WaveTask[])[],
  documents: Documents,
): string {
  const criteria = new Map<string, string>()
  for (const item of items) {
    const commands = [...new Set(open.flat().flatMap((task) => (task.item === item.number ? commandOf(task) : [])))]
    for (const criterion of criteriaOf(item, documents)) {
      const [said = '', ...own] = criterion.split('\n')
      const [text = said, ...known] = criteria.get(keyOf(said))?.split('\n') ?? []
      const below = new Set([...known, ...own, ...(own.some(isCommand) ? [] : commands)])
      // All commands of a criterion would have to be seen failing.
      if ([...below].filter(isCommand).length > 1) below.delete(redFirst)
      criteria.set(keyOf(said), [text, ...below].join('\n'))
    }
  }
  return blocks(
    `# ${title}`,
    '## Goals',
    bullets(items.map(headingOf)),
    '## Acceptance Criteria',
    [...criteria.values()].join('\n'),
    open.length > 0 && '## Order of Work',
    open.length > 0 && 'Each wave needs the one before it:',
    open
      .map(
        (tasks, index) =>
          `${index + 1}. ${tasks.map(({ id, description }) => `\`${id}\`${description ? `: ${lineOf(description)}` : ''}`).join('; ')}`,
      )
      .join('\n'),
    '## References',
    `- ${source}`,
  )
}

const redFirst = '  - red: first'
const isCommand = (line: string): boolean => /^\s*- (?:run|shell):/.test(line)

/** The commands of its tasks show an item, and so each of its criteria that has none. */
const commandOf = ({ run, red }: WaveTask): string[] =>
  run === undefined ? [] : [`  - run: \`${run}\``, ...(red ? [redFirst] : [])]

const headingOf = ({ number, title, type }: Item) =>
  `Item ${number} (${type === 'unknown' ? 'no type' : type}): ${title}`

/** What there is to know of a task. */
const taskText = (task: WaveTask, folder: string): string =>
  blocks(
    `# ${lineOf(task.description ?? task.id)}`,
    `${taskLine(task)}.`,
    task.item !== undefined && `Its design is in \`${folder}/${patternOfItem(task.item)}\`.`,
  )

/** The success criteria of an item as boxes, with the commands that stand below them; otherwise the item itself is one. */
function criteriaOf(item: Item, documents: Documents): string[] {
  const criteria = pointsOf(item, documents, 'Success Criteria')
  return (criteria.length > 0 ? criteria : [lineOf(item.title)]).map((point) => `- [ ] ${point}`)
}

const blocks = (...parts: readonly (string | false | undefined)[]): string => `${paragraphs(...parts)}\n`
