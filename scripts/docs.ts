import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fill } from '../src/answer/markdown'
import { diagram } from '../src/answer/state-diagram'
import { outputOf } from '../src/cli/answer-output'
import { renderOutput } from '../src/cli/terminal'
import { spells } from '../src/commands/spells/spells'
import { playTour } from '../src/commands/tour/tour'
import type { Kind } from '../src/engine/definition'
import { startsIn } from '../src/engine/place'
import { definition as collab } from '../src/workflows/collab'
import { definition as discovery } from '../src/workflows/discovery'
import { engineer } from '../src/workflows/engineer'
import { added, changed, retired } from '../src/workflows/engineer/settled'
import { phases, rows } from '../src/workflows/engineer/table'
import { definition as hope } from '../src/workflows/hope'
import { verbs } from '../src/workflows/legality'
import { workflows } from '../src/workflows/registry'
import type { Effect } from '../src/workflows/workflow'
import { compileTexts } from './compile-texts'
import { compileTour } from './compile-tour'
import { withParts } from './marked-parts'
import { workflowPage } from './workflow-page'

const texts = compileTexts('templates/engineer')
const { definition } = engineer
type Row = (typeof rows)[number]

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

/** The page about a workflow, made from its table, so that it cannot say anything else. */
export function engineerPage(): string {
  return `${[
    '<!-- Made by `npm run docs` from src/workflows/engineer/table.ts and templates/engineer/states/. Edit those, not this. -->',
    '# The engineer workflow',
    'Six spells drive it; of the rows of a state and a spell the first whose condition holds answers. Its state is in `.ai/task/state.json`, its files are under `.ai/task/`. `spell verify` proves that no state is a dead end. What counts as an acceptance criterion of the plan is described in [criteria.md](criteria.md).',
    '`→` goes on, `∅` finds nothing to do, `⛔` is refused, `?` asks first, `!` finds a file missing.',
    '## Diagram',
    diagram(engineer, texts),
    '## States',
    table(['State', 'Called', 'Can be cast'], definition.states.map(stateLine)),
    ...Object.entries(phases).flatMap(([phase, rows]) => [
      `## ${phase}`,
      table(['Row', 'State', 'Spell', 'Condition', '', 'Leads to', 'Files', 'What it does'], merged(rows).map(rowLine)),
    ]),
    '## Lines that no row writes',
    'Each line of the history begins where the line before led. A spell leads as a row above does; these lead further:',
    table(
      ['Line', 'Leads'],
      Object.entries(verbs).map(([verb, { leads }]) => [verb, leads]),
    ),
    '## Where it departs from its source',
    'The table was written from a document that contradicts itself in places and has holes. These rows were retired:',
    table(
      ['Row', 'Covered by', 'Reason'],
      Object.entries(retired).map(([id, { coveredBy, reason }]) => [id, coveredBy.join(', '), reason]),
    ),
    'These rows were added:',
    table(['Row', 'The hole that it fills'], Object.entries(added)),
    'These rows were changed:',
    table(['Row', 'How'], Object.entries(changed)),
  ].join('\n\n')}\n`
}

const workflowTable = (): string =>
  table(
    ['Take it when', 'Workflow', 'Begin with'],
    workflows.map(({ name, summary, choose, begin }) => [
      choose,
      `[${name}](docs/${name}.md) ${summary}`,
      `\`${begin}\``,
    ]),
  )

const table = (head: readonly string[], lines: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')

const lookRow = (state: string) => rows.find((row) => row.on === 'lumos' && startsIn(row, state))

function stateLine(state: string): string[] {
  const possible = definition.events.filter((spell) =>
    rows.some((row) => row.on === spell && startsIn(row, state) && !['block', 'no-op', 'show'].includes(row.kind)),
  )
  return [`\`${state}\``, texts.rows.get(lookRow(state)?.id ?? '')?.title ?? '', possible.map(capital).join(', ')]
}

/** The two halves of a row with `_G` and `_A` are one line, as in the table. */
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
    fill(text?.summary ?? (text?.because && `because ${text.because}`) ?? '', { folder: engineer.folder }).replace(
      /\|/g,
      '\\|',
    ),
  ]
}

const short = (path: string) => `\`${path.replace(/^\.ai\/task\//, '')}\``

function describe(effect: Effect): string {
  if (effect.do === 'create') return `create ${short(effect.file)}`
  if (effect.do === 'move') return `${effect.files.map(short).join(', ')} to ${short(effect.to)}`
  if (effect.do === 'show') return `tell the AI ${short(effect.file)}`
  if (effect.do === 'expect') return `warn if ${short(effect.file)} is untouched`
  if (effect.do === 'change') return effect.changes
  return 'tell the AI the new links'
}

const capital = (spell: string) => spell.charAt(0).toUpperCase() + spell.slice(1)

/** A table of the spells, from the same list that the command line uses. */
const spellTable = () =>
  table(
    ['Spell', 'Plain word', 'What it does'],
    Object.entries(spells).map(([name, { alias, summary }]) => [`\`${name}\``, `\`${alias}\``, summary]),
  )

/** A real answer as a terminal shows it, without color: a second task is being drafted. */
async function answerPicture(): Promise<string> {
  const steps = compileTour('templates/tour').slice(0, 5)
  const ctx = {
    root: '',
    now: new Date('2026-08-20T15:30:00Z'),
    env: {},
    texts,
    wait: 0,
    newWork: () => '00000000',
    head: () => undefined,
  }
  let picture = ''
  await playTour(engineer, steps, ctx, async (_, answer, look) => {
    picture = await renderOutput(outputOf(answer, 'developer', look), { color: false, columns: 80 })
    return true
  })
  return ['```text', '$ spell accio', '', picture.trimEnd(), '```'].join('\n')
}

/** Every page with generated parts, by its path. */
export async function pages(): Promise<Record<string, string>> {
  const parts = {
    answer: await answerPicture(),
    spells: spellTable(),
    diagram: diagram(engineer, texts),
    workflows: workflowTable(),
  }
  const readme = withParts(readFileSync('README.md', 'utf8'), parts)
  const aboutDiscovery =
    'A task is planned in five phases: discovery, clarification, contracts, implementation plan, validation. What each one brings is an artifact in JSON, which the AI reviews and then a human, before the next phase opens. Simple tasks skip contracts; an autonomous plan goes without the reviews of a human, but never without those of the AI. Each plan is in `.ai/discovery/<task>/`: its state, its history, its artifacts with their earlier versions, and an archive once it is verified.'
  const aboutCollab =
    'A session collects work items, designs them one at a time on a way that depends on their type, then carries all tasks out in batches that follow from what they build on, and ends. Each skill is reported when it is done, and the answer names the next one; between skills there is a pause in which the context of the agent can be cleared. Each session is in `.ai/collab/sessions/<name>/`: its state, its history, its documents and the diagram of its tasks. A skill is reported in its turn: one that comes later is refused with the one that is next. One that was done for the item at hand can be reported once more, and the session goes on from there, by way of `leave`. A session that ends with `spell collab cleanup archive` or `delete` leaves its state and history, with all items and tasks, in `.ai/collab/archive/<name>-<id>/`, where `spell check` finds them: commit them; `archive` copies the documents and diagrams to `docs/designs/<name>/`, `delete` does not. An item at hand that gets another type goes the way of that type at once, where the two ways differ; one that was designed already is designed again.'
  const aboutHope =
    'A session finds out what is wanted (intent), how to do it (shape), gets an outside view (consult), and only then carries it out in waves (loop), each reviewed and proven. Three regions run side by side: `soul` knows how the developer takes part and checks every turn, the main part goes through the stages, and `idle`, `consult.…` and `bond.…` are a conversation or a team beside it. So a state is three, with `+` between them; a row starts wherever one of them is the one that it names, and moves the region that its target belongs to. The command line does all arithmetic, caps every circle and says what comes next: what has gone back three times, for a low score or for a BLOCKER, is the developer’s to decide. There is one session a repository, in `.ai/hope/`: its state, its history, and a folder a round with every text that was handed in, `round-1/`, `round-2/`, …; [hope-artifacts.md](hope-artifacts.md) describes them. A BLOCKER of an outside view belongs to the session wherever that stands: it holds the way up before the work begins, is an item while it is carried out, and what settles it is in the line of that step.'
  return {
    'docs/collab.md': workflowPage(collab, compileTexts('templates/collab'), aboutCollab),
    'docs/engineer.md': engineerPage(),
    'docs/discovery.md': workflowPage(discovery, compileTexts('templates/discovery'), aboutDiscovery),
    'docs/hope.md': workflowPage(hope, compileTexts('templates/hope'), aboutHope),
    'README.md': readme,
  }
}

if (process.argv[1] === __filename) {
  mkdirSync('docs', { recursive: true })
  pages().then((made) => {
    for (const [path, text] of Object.entries(made)) writeFileSync(path, text)
  })
}
