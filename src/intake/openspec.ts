import { firstOf } from '../answer/markdown'
import { foreignTitleOf } from '../markdown/title'
import { type Imported, shown } from './imported'
import { headingsWith, taskListIn } from './task-list'

/** The texts of a folder by their path in it. */
export type Files = Readonly<Record<string, string>>

/** A change of OpenSpec: its tasks are the criteria; without tasks, the requirements of its specs are. */
export function fromOpenSpec(change: string, files: Files): Imported {
  const { 'proposal.md': proposal = '', 'design.md': design = '', 'tasks.md': tasks = '' } = files
  const specs = Object.keys(files).filter((path) => /^specs\/.+\.md$/.test(path))
  const { criteria, rest, notes, lost } = taskListIn(tasks, 'tasks.md')
  const required = specs.flatMap((path) => headingsWith(files[path] ?? '', 'Requirement:'))
  const known = ['proposal.md', 'design.md', 'tasks.md', ...specs]
  return {
    title: foreignTitleOf(proposal).replace(/^(?:Change|Proposal): */i, '') || change,
    facts: [],
    notes,
    texts: [
      { heading: 'proposal.md', text: proposal },
      { heading: 'design.md', text: design },
      ...specs.map((path) => ({ heading: shown(path), text: files[path] ?? '' })),
      { heading: 'tasks.md', text: rest },
    ],
    criteria: criteria.length > 0 ? criteria : required.map((text) => ({ text, done: false })),
    lost: [...lost, ...othersIn(files, known)],
  }
}

/** What no part of the plan is made of. */
export function othersIn(files: Files, known: readonly string[]): readonly string[] {
  const others = Object.keys(files).filter((path) => !known.includes(path))
  return others.length > 0
    ? [
        `the files ${firstOf(
          others.map((path) => shown(path)),
          mostNamed,
        )}`,
      ]
    : []
}

/** Other files of a folder. */
const mostNamed = 20
