import { readFileSync, writeFileSync } from 'node:fs'
import type { Answer } from '../src/answer/answer'
import { fill } from '../src/answer/markdown'
import { type CastContext, cast } from '../src/cast/cast'
import { outputOf } from '../src/cli/answer-output'
import { renderOutput } from '../src/cli/terminal'
import type { Kind } from '../src/engine/definition'
import { startsIn } from '../src/engine/place'
import { engineer } from '../src/flows/engineer'
import { spells } from '../src/flows/engineer/spells'
import { phases, rows } from '../src/flows/engineer/table'
import type { Effect } from '../src/flows/flow'
import { verbs } from '../src/flows/legality'
import { entryOf, standard, type WorkflowEntry, workflows } from '../src/flows/registry'
import { mermaidOf } from '../src/report/map/mermaid'
import { mapOf } from '../src/report/map/workflow-map'
import { rules } from '../src/rules/finding'
import { workIn } from '../src/work/work'
import { agentRows, witnessRows, wordRows } from './agents-table'
import { figuresInShort } from './bench/summary'
import { commandReference } from './commands-page'
import { compileTexts } from './compile-texts'
import { withParts } from './marked-parts'
import { reportPicture } from './report-picture'
import { taskWaves } from './task-waves'
import { terminalSvg } from './terminal-svg'
import { playCasts, wellUnderWay } from './tour-played'
import { workflowTables } from './workflow-page'
import { workflowSchema } from './workflow-schema'

const texts = compileTexts('templates/engineer')
const { definition } = engineer
type Row = (typeof rows)[number]

/** The phases that have steps: what Lumos shows is on the page about the states. */
const stepping = Object.fromEntries(
  Object.entries(phases).filter(([, rows]) => rows.some(({ kind }) => kind !== 'show')),
)

const symbols: Readonly<Record<Kind, string>> = {
  advance: '→',
  stay: '→',
  'no-op': '∅',
  block: '⛔',
  invalid: '⛔',
  confirm: '?',
  missing: '!',
  show: '·',
}

/** The parts of the engineer page that are generated from its table. */
export function engineerTables(): string {
  return [
    'For a state and a spell, the first row whose condition holds applies. `→` goes on, `∅` finds nothing to do, `⛔` is refused, `?` asks first, `!` finds a file missing. Lumos answers in every state and changes nothing. A review state ends in `_G` if the review began while planning, otherwise in `_A`.',
    '## States',
    table(['State', 'Title', 'Can be cast'], definition.states.map(stateLine)),
    ...Object.entries(stepping).flatMap(([phase, rows]) => [
      `## ${phase}`,
      table(['Row', 'State', 'Spell', 'Condition', '', 'Leads to', 'Files', 'What it does'], merged(rows).map(rowLine)),
    ]),
    '## History entries that no row writes',
    'Each entry begins in the state that the one before led to. Besides the spells there are:',
    table(
      ['Entry', 'Leads'],
      Object.entries(verbs).map(([verb, { leads }]) => [verb, leads]),
    ),
  ].join('\n\n')
}

/** Replaces placeholders of Lumos's texts that depend on the current work. */
const inGeneral = {
  folder: engineer.folder,
  afterPlan: fill(texts.phrases['read-plan'] ?? '', { folder: engineer.folder }),
  afterDraft: fill(texts.phrases['read-task'] ?? '', { folder: engineer.folder }),
  afterComplete: texts.phrases['commit-it'],
  ticked: texts.phrases.ticked,
  lack: 'a ticked criterion with a command is not proven for the files that are here now',
}

/** The expectations of each state: the texts that `spell lumos` prints there. */
function stateTable(): string {
  const lines = definition.states.map((state) => {
    const { title = '', writes = [], next = '' } = texts.rows.get(lookRow(state)?.id ?? '') ?? {}
    const said = [writes.map((file) => fill(file, inGeneral)).join('<br>') || 'nothing', fill(next, inGeneral)]
    return [title, ...said, castable(state).join(', ')].join(' | ')
  })
  return table(
    ['State', 'The agent may write', 'You', 'Can be said'],
    [...new Set(lines)].map((line) => line.split(' | ')),
  )
}

const ruleTable = (): string =>
  table(
    ['Rule', 'What it checks'],
    Object.entries(rules).map(([rule, proves]) => [`\`${rule}\``, proves]),
  )

const workflowTable = (): string =>
  table(
    ['Take it when', 'Workflow', 'Begin with'],
    workflows.map(({ name, summary, choose, begin }) => [choose, `[${name}](${name}.md) ${summary}`, `\`${begin}\``]),
  )

const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')

const lookRow = (state: string) => rows.find((row) => row.on === 'lumos' && startsIn(row, state))

const castable = (state: string): string[] =>
  definition.events
    .filter((spell) =>
      rows.some((row) => row.on === spell && startsIn(row, state) && !['block', 'no-op', 'show'].includes(row.kind)),
    )
    .map(capital)

const stateLine = (state: string): string[] => [
  `\`${state}\``,
  texts.rows.get(lookRow(state)?.id ?? '')?.title ?? '',
  castable(state).join(', '),
]

/** Rows that differ only in `_G` and `_A` become one line, as in the table. */
function merged(rows: readonly Row[]): { row: Row; from: string[]; to: string }[] {
  const lines = new Map<string, { row: Row; from: string[]; to: string }>()
  for (const row of rows) {
    const from = typeof row.from === 'string' ? [row.from] : [...row.from]
    const known = lines.get(row.id)
    if (known) known.from.push(...from)
    lines.set(row.id, { row, from: known?.from ?? from, to: known && known.to !== row.to ? open(row.to) : row.to })
  }
  return [...lines.values()].map((line) => ({
    ...line,
    from: [...new Set(line.from.map((state) => openIfBoth(state, line.from)))],
  }))
}

const open = (state: string) => state.replace(/_[GA]$/, '_[G/A]')
const other = (state: string) => (state.endsWith('_G') ? state.replace(/G$/, 'A') : state.replace(/A$/, 'G'))
const openIfBoth = (state: string, all: readonly string[]) =>
  /_[GA]$/.test(state) && all.includes(other(state)) ? open(state) : state

function rowLine({ row, from, to }: { row: Row; from: string[]; to: string }): string[] {
  const text = texts.rows.get(row.id)
  return [
    row.id,
    from.map((state) => `\`${state}\``).join(', '),
    capital(row.on),
    row.when ?? '',
    symbols[row.kind],
    to === 'same' ? '' : `\`${to}\``,
    (row.effects ?? []).map(describe).join('; '),
    fill(text?.summary ?? (text?.because && `because ${text.because}`) ?? '', inGeneral).replace(/\|/g, '\\|'),
  ]
}

const short = (path: string) => `\`${path.replace(/^\.ai\/task\//, '')}\``

function describe(effect: Effect): string {
  if (effect.do === 'create') return `create ${short(effect.file)}`
  if (effect.do === 'move') return `${effect.files.map(short).join(', ')} to ${short(effect.to)}`
  if (effect.do === 'show') return `show the agent ${short(effect.file)}`
  if (effect.do === 'expect') return `warn if ${short(effect.file)} is untouched`
  if (effect.do === 'change') return effect.changes
  if (effect.do === 'name commands') return 'tell the agent the commands of the repository'
  return 'show the agent the new links'
}

const capital = (spell: string) => spell.charAt(0).toUpperCase() + spell.slice(1)

/** A table of the spells, from the command line's own list. */
const spellTable = () =>
  table(
    ['Spell', 'Plain word', 'What it does'],
    Object.entries(spells).map(([name, { alias, summary }]) => [`\`${name}\``, `\`${alias}\``, summary]),
  )

const columns = 80

/** A real answer as a terminal shows it, without color: a task is being drafted. */
async function answerText(): Promise<string> {
  const text = await playCasts(texts, 3, async (answer) => {
    return renderOutput(outputOf(answer, 'developer'), { color: false, columns })
  })
  return ['```text', '$ spell accio', '', text.trimEnd(), '```'].join('\n')
}

/** What Lumos prints in a terminal while the task is carried out. */
async function lookPicture(): Promise<string> {
  const look = await playCasts(texts, 4, async (_, here) => lookAt(await wellUnderWay(here)))
  const printed = await renderOutput(outputOf(look, 'developer'), { color: true, columns })
  return terminalSvg('spell lumos --for developer', printed, columns)
}

const lookAt = (here: CastContext): Promise<Answer> => cast(workIn(here.root, engineer), engineer.look, here)

/** Every page with generated parts, and every picture, by path. */
export async function pages(): Promise<Record<string, string>> {
  const page = (path: string, parts: Readonly<Record<string, string>>) => ({
    [path]: withParts(readFileSync(path, 'utf8'), parts),
  })
  const others = workflows.filter(({ name }) => name !== standard)
  const workflowPage = async (entry: WorkflowEntry) => {
    const { name, load } = entry
    const parts = { map: await mapIn(entry), ...(name === 'collab' && { waves: taskWaves() }) }
    const tables = workflowTables((await load()).open('task').definition, compileTexts(`templates/${name}`))
    return { ...page(`docs/${name}.md`, parts), ...page(`docs/reference/${name}.md`, { tables }) }
  }
  return {
    ...page('README.md', { spells: spellTable() }),
    ...page('docs/README.md', { workflows: workflowTable() }),
    ...page('docs/reference/commands.md', { commands: await commandReference() }),
    ...page('docs/performance.md', { figures: figuresInShort(readFileSync('docs/reference/performance.md', 'utf8')) }),
    ...page('docs/reference/rules.md', { rules: ruleTable() }),
    ...page('docs/reference/agents.md', {
      agents: table(['Agent', 'What is written', 'Described in'], await agentRows()),
      witnesses: table(['Agent', 'It shows spell', 'Its session in the shell', 'The guard'], await witnessRows()),
    }),
    ...page('docs/agents.md', { words: table(['Agent', 'A word alone is', 'Known gaps'], await wordRows()) }),
    ...page('docs/engineer.md', {
      answer: await answerText(),
      states: stateTable(),
      map: await mapIn(entryOf(standard)),
    }),
    ...page('docs/reference/engineer.md', { tables: engineerTables() }),
    ...Object.assign({}, ...(await Promise.all(others.map(workflowPage)))),
    'docs/schemas/workflow.schema.json': workflowSchema(),
    'docs/pictures/lumos.svg': await lookPicture(),
    'docs/pictures/report.svg': await reportPicture(texts),
  }
}

const mapIn = async ({ name, load, report }: WorkflowEntry): Promise<string> =>
  mermaidOf(mapOf((await load()).open(name), (await report()).map, compileTexts(`templates/${name}`)))

if (process.argv[1] === __filename) {
  pages().then((made) => {
    for (const [path, text] of Object.entries(made)) writeFileSync(path, text)
  })
}
