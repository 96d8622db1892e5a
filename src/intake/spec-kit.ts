import type { Imported } from './imported'
import { type Files, othersIn } from './openspec'
import { taskListIn, titleIn } from './task-list'

const read = ['spec.md', 'plan.md', 'research.md', 'data-model.md', 'tasks.md']

/** A task without a box: `- [P] T001 …`. */
const bareTask = /^ {0,3}[-*] (?:\[[^\]]{1,8}\] )*T\d{3,}\b/

/** What begins with the number of a success criterion, with the lines that go on with it: `- **SC-001 (title)**: …`. */
const outcome = /^(?:[-*+]|\d+[.)]|#{2,6}) +(\**)(SC-\d+\w*)(.*(?:\n {2,}(?![-*+] )\S.*)*)$/gm

/** A feature of Spec Kit: the success criteria of its specification and its tasks are the criteria. */
export function fromSpecKit(feature: string, files: Files): Imported {
  const { 'spec.md': spec = '', 'tasks.md': tasks = '' } = files
  const { criteria, rest, notes, lost } = taskListIn(tasks, 'tasks.md', { bare: bareTask })
  const { title, lost: untitled } = titleIn(spec, 'spec.md')
  const outcomes = [...spec.replace(/\r\n?/g, '\n').matchAll(outcome)].map(([, bold, id = '', text = '']) => ({
    id,
    text: `${id}${bold ? text.replace(bold, '') : text}`,
  }))
  const known = new Set(outcomes.map(({ id }) => id))
  const unread = [...new Set(spec.match(/\bSC-\d+\w*/g) ?? [])].filter((id) => !known.has(id))
  const scenarios = spec.match(/^\s*(?:[-*+]|\d+[.)]) +\**Given\b/gim)?.length ?? 0
  const unclear = spec.match(/\[NEEDS CLARIFICATION/g)?.length ?? 0
  return {
    title: title.replace(/^Feature Spec(?:ification)?: */i, '') || feature,
    notes: [
      ...(unclear > 0 ? [`spec.md has NEEDS CLARIFICATION in ${unclear} ${unclear === 1 ? 'place' : 'places'}.`] : []),
      ...notes,
    ],
    texts: read.map((path) => ({ heading: path, text: path === 'tasks.md' ? rest : (files[path] ?? '') })),
    criteria: [...outcomes.map(({ text }) => ({ text, done: false })), ...criteria],
    lost: [
      ...untitled,
      ...(unread.length > 0 ? [`what spec.md says of ${unread.join(', ')}, which begins no item`] : []),
      ...(scenarios > 0 ? [`the acceptance scenarios of spec.md (${scenarios}), which are only quoted`] : []),
      ...lost,
      ...othersIn(files, read),
    ],
  }
}
