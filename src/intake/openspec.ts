import { shown } from '../review/quote'
import { firstOf } from '../text/markdown-parts'
import type { Imported } from './imported'
import { taskListIn, titleIn, titlesIn } from './task-list'

/** The texts of a folder by their path in it. */
export type Files = Readonly<Record<string, string>>

/** A task without a box: `- 1.4 …`. */
const bareTask = /^ {0,3}[-*] \d+\.\d+ /

/** A change of OpenSpec: its tasks are the criteria; without tasks, the requirements of its specs are. */
export function fromOpenSpec(change: string, files: Files): Imported {
  const { 'proposal.md': proposal = '', 'design.md': design = '', 'tasks.md': tasks = '' } = files
  const specs = Object.keys(files).filter((path) => /^specs\/.+\.md$/.test(path))
  const { criteria, rest, notes, lost } = taskListIn(tasks, 'tasks.md', { bare: bareTask })
  const { title, lost: untitled } = titleIn(proposal, 'proposal.md')
  const required = specs.flatMap((path) =>
    titlesIn(files[path] ?? '').map(({ text }) => text.match(/^Requirement:(.*)/)?.[1] ?? ''),
  )
  const known = ['proposal.md', 'design.md', 'tasks.md', ...specs]
  return {
    title: title.replace(/^(?:Change|Proposal): */i, '') || change,
    notes,
    texts: [
      { heading: 'proposal.md', text: proposal },
      { heading: 'design.md', text: design },
      ...specs.map((path) => ({ heading: shown(path), text: files[path] ?? '' })),
      { heading: 'tasks.md', text: rest },
    ],
    criteria: criteria.length > 0 ? criteria : required.map((text) => ({ text, done: false })),
    lost: [...untitled, ...lost, ...othersIn(files, known)],
  }
}

/** What no part of the plan is made of. */
export function othersIn(files: Files, known: readonly string[]): readonly string[] {
  const others = Object.keys(files).flatMap((path) => (known.includes(path) ? [] : [shown(path)]))
  return others.length > 0 ? [`the files ${firstOf(others, 20)}`] : []
}
