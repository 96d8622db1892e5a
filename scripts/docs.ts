import { readFileSync, writeFileSync } from 'node:fs'
import { outputOf } from '../src/cast/answer/render'
import { rules } from '../src/check/finding'
import { renderOutput } from '../src/cli/terminal'
import { mermaidOf } from '../src/show/map/map'
import { mapOf } from '../src/show/map/workflow-map'
import { capital } from '../src/text/markdown-parts'
import type { Effect } from '../src/workflow/effect'
import { verbs } from '../src/workflow/legality'
import { placeOf } from '../src/workflow/texts'
import { engineer } from '../src/workflows/engineer'
import { spells } from '../src/workflows/engineer/spells'
import { rows } from '../src/workflows/engineer/table'
import { entryOf, standard, type WorkflowEntry, workflows } from '../src/workflows/registry'
import { agentRows, witnessRows, wordRows } from './agents-table'
import { figuresInShort } from './bench/summary'
import { table } from './bench/table'
import { commandReference } from './commands-page'
import { compileTexts } from './compile-texts'
import { floorsPicture } from './floors'
import { withParts } from './marked-parts'
import { provePicture } from './prove-picture'
import { reportPicture } from './report-picture'
import { howToRead, stepList } from './step-list'
import { playCasts } from './tour-played'
import { meaning, workflowTables } from './workflow-page'
import { workflowSchema } from './workflow-schema'

const texts = compileTexts('templates/engineer')
const { definition } = engineer
type Row = (typeof rows)[number]

/** The parts of the engineer page that are generated from its table. */
export function engineerTables(): string {
  const states = [...new Set(definition.states.map((state) => openIfBoth(state, definition.states)))]
  const steps = merged(rows.filter(({ kind }) => kind !== 'show')).map(({ row, from, to }) => ({
    id: row.id,
    from,
    on: capital(row.on),
    when: row.when,
    kind: row.kind,
    to: to === 'same' ? '' : [`\`${to}\``, ...(row.effects ?? []).map(describe)].join('; '),
    says: meaning(texts, row.id, inGeneral),
  }))
  return [
    `${howToRead} Lumos answers in every state and changes nothing. A review state ends in \`_G\` if the review began while planning, otherwise in \`_A\`; \`[G/A]\` stands for both.`,
    stepList(steps, states, (state) => placeOf(engineer, state.replace('[G/A]', 'G'), texts).title ?? ''),
    '## History entries that no row writes',
    'Each entry begins in the state that the one before led to. Besides the spells there are:',
    Object.entries(verbs)
      .map(([verb, { leads }]) => `- ${verb} leads ${leads}`)
      .join('\n'),
  ].join('\n\n')
}

/** Replaces placeholders whose values depend on the current work. */
const inGeneral = {
  folder: engineer.folder,
  lack: 'a ticked criterion with a command has not passed for the files that are here now',
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

/** A table of the spells, from the command line's own list. */
const spellTable = () =>
  table(
    ['Spell', 'Plain word', 'What it does'],
    Object.entries(spells).map(([name, { alias, summary }]) => [`\`${name}\``, `\`${alias}\``, summary]),
  )

/** A real answer as a terminal shows it, without color: a task is being drafted. */
async function answerText(): Promise<string> {
  const look = { color: false, columns: 80 }
  const text = await playCasts(texts, 3, async (answer) => renderOutput(outputOf(answer, 'developer'), look))
  return ['```text', '$ spell accio', '', text.trimEnd(), '```'].join('\n')
}

/** Every page with generated parts, and every picture, by path. */
export async function pages(): Promise<Record<string, string>> {
  const page = (path: string, parts: Readonly<Record<string, string>>) => ({
    [path]: withParts(readFileSync(path, 'utf8'), parts),
  })
  const others = workflows.filter(({ name }) => name !== standard)
  const workflowPage = async (entry: WorkflowEntry) => {
    const { name, load } = entry
    const tables = workflowTables((await load()).open('task'), compileTexts(`templates/${name}`))
    return { ...page(`docs/${name}.md`, { map: await mapIn(entry) }), ...page(`docs/reference/${name}.md`, { tables }) }
  }
  return {
    ...page('CONTRIBUTING.md', { floors: floorsPicture() }),
    ...page('docs/README.md', { workflows: workflowTable() }),
    ...page('docs/reference/commands.md', { commands: await commandReference() }),
    ...page('docs/performance.md', { figures: figuresInShort(readFileSync('.ci/figures.md', 'utf8')) }),
    ...page('docs/reference/rules.md', { rules: ruleTable() }),
    ...page('docs/reference/agents.md', {
      agents: table(['Agent', 'What is written', 'Described in'], await agentRows()),
      witnesses: table(['Agent', 'It shows spell', 'Its session in the shell', 'The guard'], await witnessRows()),
    }),
    ...page('docs/agents.md', { words: table(['Agent', 'A word alone is', 'Known gaps'], await wordRows()) }),
    ...page('docs/engineer.md', {
      spells: spellTable(),
      answer: await answerText(),
      map: await mapIn(entryOf(standard)),
    }),
    ...page('docs/reference/engineer.md', { tables: engineerTables() }),
    ...Object.assign({}, ...(await Promise.all(others.map(workflowPage)))),
    'docs/schemas/workflow.schema.json': workflowSchema(),
    'docs/pictures/prove.svg': provePicture(readFileSync('docs/proof.md', 'utf8')),
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
