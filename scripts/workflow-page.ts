import { fill } from '../src/answer/markdown'
import { always, type Definition, type From, type Kind, type To } from '../src/engine/definition'
import { startsOf } from '../src/engine/place'
import type { Texts } from '../src/flows/texts'

const symbols: Readonly<Record<Kind, string>> = {
  advance: '→',
  stay: '→',
  'no-op': '∅',
  block: '⛔',
  invalid: '✗',
  confirm: '?',
  missing: '!',
  show: '·',
}

/** The part of a workflow's page that is generated from its table. */
export function workflowTables(definition: Definition, texts: Texts): string {
  const { name, rows, states, routers = [], events } = definition
  const title = (state: string) =>
    texts.rows.get(
      rows.find((row) => row.on === 'status' && row.when === undefined && startsOf(definition, row).includes(state))
        ?.id ?? '',
    )?.title ?? ''
  const shown = rows.filter(({ kind }) => kind !== 'show')
  return [
    `For a state and a command, the first row whose condition holds applies. \`spell verify ${name}\` proves that no state is a dead end. \`→\` goes on, \`∅\` finds nothing to do, \`⛔\` is refused (exit code 3), \`✗\` is refused because of what was given (exit code 2).`,
    '## States',
    table(
      ['State', 'Title'],
      states.map((state) => [`\`${state}\``, title(state)]),
    ),
    ...(routers.length > 0
      ? [`Decided at once, and never stored: ${routers.map((router) => `\`${router}\``).join(', ')}.`]
      : []),
    '## Rows',
    table(
      ['Row', 'State', 'Command', 'Condition', '', 'Leads to', 'Does', 'What it means'],
      shown.map(({ id, from, on, when, kind, to, updates = [], effects = [], raises = [] }) => [
        id,
        fromInWords(from),
        on === always ? 'at once' : events.includes(on) ? `\`${on}\`` : 'then',
        when ?? '',
        symbols[kind],
        toInWords(to),
        [
          ...updates,
          ...effects.flatMap((effect) => changesOf(effect)),
          ...raises.map((event) => `raises ${event}`),
        ].join('; '),
        meaning(texts, id),
      ]),
    ),
    '## Rules',
    'These hold for every step:',
    definition.laws.map((law) => `- ${law.name}`).join('\n'),
  ].join('\n\n')
}

const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')

const inCode = (states: readonly string[]) => states.map((state) => `\`${state}\``).join(', ')

function fromInWords(from: From<string>): string {
  if (from === '*') return 'any'
  if (typeof from === 'string') return inCode([from])
  return 'except' in from ? `any but ${inCode(from.except)}` : inCode(from)
}

const toInWords = (to: To<string>): string =>
  to === 'same' ? '' : typeof to === 'string' ? inCode([to]) : `the one that is asked for: ${inCode(to.among)}`

const changesOf = (effect: unknown): string[] => {
  const { changes } = effect as { changes?: string }
  return changes === undefined ? [] : [`files: ${changes}`]
}

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
  const { summary, because, problem } = rows.get(id) ?? {}
  const said = summary ?? problem ?? (because && `because ${because}`) ?? ''
  return fill(said, inGeneral).replace(/\|/g, '\\|')
}
