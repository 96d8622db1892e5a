import { always, type Definition, type To } from '../src/engine/definition'
import { startsOf } from '../src/engine/place'
import { fill } from '../src/text/markdown-parts'
import type { Texts } from '../src/workflow/texts'
import { howToRead, stepList } from './step-list'

/** The part of a workflow's page that is generated from its table. */
export function workflowTables(definition: Definition, texts: Texts): string {
  const { name, rows, states, routers = [], events } = definition
  const title = (state: string) =>
    texts.rows.get(
      rows.find((row) => row.on === 'status' && row.when === undefined && startsOf(definition, row).includes(state))
        ?.id ?? '',
    )?.title ?? ''
  const steps = rows
    .filter(({ kind }) => kind !== 'show')
    .map((row) => ({
      id: row.id,
      from: row.from === '*' ? [] : startsOf(definition, row),
      on: row.on === always ? 'at once' : events.includes(row.on) ? `\`${row.on}\`` : 'then',
      when: row.when,
      kind: row.kind,
      to: toInWords(row.to),
      says: meaning(texts, row.id),
    }))
  return [
    `${howToRead} \`spell verify ${name}\` proves that no state is a dead end.`,
    stepList(steps, [...states, ...routers], title),
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
  engagement: 'what was said',
  lackingIn: 'those that lack it',
  mode: 'so',
  paper: 'its document',
  problem: 'what is missing',
  files: 'the files of the step',
  reported: 'the reported skill',
  request: 'the request',
  reviews: 'the user has',
  skill: 'the current skill',
  hand: 'another item',
  display: 'Validating',
  status: 'in that status',
  task: 'NAME',
  sentBack: 'what was said then',
}

function meaning({ rows }: Texts, id: string): string {
  const { summary, because, refusal } = rows.get(id) ?? {}
  const said = summary ?? refusal?.problem ?? (because && `because ${because}`) ?? ''
  return fill(said, inGeneral)
}
