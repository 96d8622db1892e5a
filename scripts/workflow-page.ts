import { always, type To } from '../src/engine/definition'
import { startsIn } from '../src/engine/place'
import { fill } from '../src/text/markdown-parts'
import type { Workflow } from '../src/workflow/flow'
import { placeOf, type Texts } from '../src/workflow/texts'
import { howToRead, stepList } from './step-list'

/** The part of a workflow's page that is generated from its table. */
export function workflowTables(flow: Workflow, texts: Texts): string {
  const { definition } = flow
  const { name, rows, states, routers = [], events } = definition
  const steps = rows
    .filter(({ kind }) => kind !== 'show')
    .map((row) => ({
      id: row.id,
      from: row.from === '*' ? [] : [...states, ...routers].filter((state) => startsIn(row, state)),
      on: row.on === always ? 'at once' : events.includes(row.on) ? `\`${row.on}\`` : 'then',
      when: row.when,
      kind: row.kind,
      to: toInWords(row.to),
      says: meaning(texts, row.id, inGeneral),
    }))
  return [
    `${howToRead} \`spell verify ${name}\` proves that no state is a dead end.`,
    stepList(steps, [...states, ...routers], (state) => placeOf(flow, state, texts).title ?? ''),
    '## Rules',
    'These hold for every step:',
    definition.laws.map((law) => `- ${law.name}`).join('\n'),
  ].join('\n\n')
}

const toInWords = (to: To<string>): string =>
  to === 'same' ? '' : typeof to === 'string' ? `\`${to}\`` : to.among.map((state) => `\`${state}\``).join(', ')

/** Replaces placeholders whose values depend on the current work. */
const inGeneral: Readonly<Record<string, string>> = {
  answers: 'the words that it takes',
  wave: 'the current wave',
  named: 'ID',
  absent: 'FILE',
  elsewhere: 'ID',
  open: 'ID',
  lack: 'lacks what the skill was to write',
  lackingIn: 'those that lack it',
  mode: 'so',
  paper: 'its document',
  problem: 'what is missing',
  reported: 'the reported skill',
  request: 'the request',
  reviews: 'the user has',
  skill: 'the current skill',
  hand: 'another item',
  status: 'in that status',
  task: 'NAME',
  sentBack: 'what was said then',
}

/** @returns what a row does, or why it does nothing, with these values for placeholders */
export function meaning({ rows }: Texts, id: string, values: Readonly<Record<string, string>>): string {
  const { summary, because, refusal } = rows.get(id) ?? {}
  return fill(summary ?? refusal?.problem ?? because ?? '', values)
}
