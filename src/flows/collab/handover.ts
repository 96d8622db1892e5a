import { withoutComments } from '../../markdown/comments'
import { fencedLines } from '../../markdown/fenced-lines'
import type { Handover } from '../flow'
import { type Documents, designedOf, sectionsIn } from './document-sections'
import { designFile, documentsOf, graphFile } from './documents'
import { itemsLeft } from './items'
import type { Item, Session } from './session'
import { type WaveTask, wavesOf } from './waves'

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
  const { waves } = wavesOf(session, documents[graphFile])
  const open = waves
    .map(({ tasks }) => tasks.filter(({ status }) => status !== 'completed'))
    .filter((tasks) => tasks.length > 0)
  const source = `From the collab session “${name}” (\`${folder}/\`)`
  return {
    title,
    context: contextOf(title, source, items, documents),
    plan: planOf(title, source, items, open, documents),
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
  const criteria = items.flatMap((item) => criteriaOf(item, documents))
  // A task without a command is shown by the criteria of its item, as is one with a command of theirs.
  const shown = open.flat().flatMap(({ id, description, run }) => {
    const line = `  - run: \`${run}\``
    const isKnown = run === undefined || criteria.some((text) => text.split('\n').includes(line))
    return isKnown ? [] : [`- [ ] ${lineOf(description ?? id)} (\`${id}\`)\n${line}`]
  })
  return blocks(
    `# ${title}`,
    '## Goals',
    items.map((item) => `- ${headingOf(item)}`).join('\n'),
    '## Acceptance Criteria',
    [...criteria, ...shown].join('\n'),
    open.length > 0 && '## Order of Work',
    open.length > 0 && 'Each wave needs the one before it:',
    open.map((tasks, index) => `${index + 1}. ${tasks.map(taskInWords).join('; ')}`).join('\n'),
    '## References',
    `- ${source}`,
  )
}

const headingOf = ({ number, title, type }: Item) =>
  `Item ${number} (${type === 'unknown' ? 'no type' : type}): ${title}`

const taskInWords = ({ id, description, files = [] }: WaveTask) =>
  `\`${id}\`${description ? `: ${lineOf(description).replace(/\.$/, '')}` : ''}${files.length > 0 ? ` (${files.join(', ')})` : ''}`

/** The success criteria of an item as boxes, with the commands that stand below them; otherwise the item itself is one. */
function criteriaOf(item: Item, documents: Documents): string[] {
  const text = designedOf(item, documents).find(({ heading }) => heading === 'Success Criteria')?.text ?? ''
  const criteria: string[] = []
  let isNew = true
  for (const { text: line, block } of fencedLines(withoutComments(text))) {
    const [, indent = '', , said = ''] = /^(\s*)([-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/.exec(line) ?? []
    const isBullet = said !== '' && indent.length < 2
    if (block || line.trim() === '') isNew = true
    else if (said !== '' && !isBullet && criteria.length > 0) {
      if (/^(run|expect|within|by):/.test(said)) criteria.push(`${criteria.pop()}\n  - ${said.trim()}`)
    } else if (isBullet || isNew || criteria.length === 0) criteria.push(`- [ ] ${lineOf(said || line)}`)
    else criteria.push(`${criteria.pop()} ${lineOf(line)}`)
    if (line.trim() !== '' && !block) isNew = false
  }
  return criteria.length > 0 ? criteria : [`- [ ] ${lineOf(item.title)}`]
}

/** In one line, and no comment: the text of a criterion begins a paragraph. */
const lineOf = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('<!--', '').trim()

const blocks = (...parts: readonly (string | false)[]): string => `${parts.filter(Boolean).join('\n\n')}\n`
