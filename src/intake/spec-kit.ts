import { headingIn } from '../markdown/heading'
import type { Imported } from './imported'
import { type Files, othersIn } from './openspec'
import { taskListIn } from './task-list'

const known = ['spec.md', 'plan.md', 'research.md', 'data-model.md', 'tasks.md']

/** A task without a box: `- [P] T001 …`. */
const bareTask = /^ {0,3}[-*] ((?:\[[^\]]{1,8}\] )*T\d{3,}\b.*)$/

/** `- **SC-001**: …`, with the lines that go on with it. */
const outcome = /^[-*] +\**(SC-\d+)\**: *\**(.+(?:\n {2,}(?![-*+] )\S.*)*)$/gm

/** A feature of Spec Kit: the success criteria of its specification and its tasks are the criteria. */
export function fromSpecKit(feature: string, files: Files): Imported {
  const { 'spec.md': spec = '', 'tasks.md': tasks = '' } = files
  const { criteria, rest, lost } = taskListIn(tasks, 'tasks.md', bareTask)
  const outcomes = [...spec.matchAll(outcome)].map(([, id, text]) => ({ text: `${id}: ${text}`, done: false }))
  const unclear = spec.match(/\[NEEDS CLARIFICATION/g)?.length ?? 0
  return {
    title: headingIn(spec).replace(/^Feature Spec(?:ification)?: */i, '') || feature,
    facts: [],
    notes: unclear > 0 ? [`spec.md has NEEDS CLARIFICATION in ${unclear} ${unclear === 1 ? 'place' : 'places'}.`] : [],
    texts: known.map((path) => ({ heading: path, text: path === 'tasks.md' ? rest : (files[path] ?? '') })),
    criteria: [...outcomes, ...criteria],
    lost: [...lost, ...othersIn(files, known)],
  }
}
