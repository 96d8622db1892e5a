import { words as forms, taken } from '../../../templates/collab/workflow.yaml'
import type { Answer } from '../../cast/answer/answer'
import { castContextOf } from '../../cast/cast-context'
import { type ChosenWork, chosenWork } from '../../cast/chosen-work'
import { agrees } from '../../cli/ask'
import { type Command, type CommandContext, documentOutput, type Output } from '../../cli/command'
import { type HistoryEntry, readHistory } from '../../show/history/history'
import { exit, Failure } from '../../text/failure'
import { noCell, table } from '../../text/markdown/table'
import { visible } from '../../text/markdown/visible'
import { inline } from '../../text/markdown-parts'
import { namesIn } from '../../work/in-use'
import { countStandings } from '../../workflow/criteria/counts'
import { slug } from '../../workflow/slug'
import { wordsOf } from '../../workflow/words'
import { nameOf } from '../../workflows/collab/documents'
import { type Condition, getWorkflowStates } from '../../workflows/collab/flow'
import { itemsLeft } from '../../workflows/collab/items'
import type { CollabPayload } from '../../workflows/collab/payload'
import { sessionIn } from '../../workflows/collab/session'
import { documentOf } from '../../workflows/collab/showing'
import { standingsIn } from '../../workflows/collab/tasks'
import { diagramOf } from '../../workflows/collab/waves'
import { entryOf } from '../../workflows/registry'
import { begin, standingsNow } from '../instances'
import { words as inOneLine, type WordArguments } from '../read-word'
import type { Parts } from '../word-commands'
import { type Choice, cleanUp } from './cleanup'
import { castOnSession, completeSkill, documentsIn, type Reported, refuseUnstarted, writeDiagram } from './session'

/** Prints the whole session as one document. */
async function show(piece: ChosenWork): Promise<Output> {
  const { work, ctx } = piece
  refuseUnstarted(work)
  const { current, context } = work.saved
  const name = nameOf(work.flow)
  const session = sessionIn(context)
  const { shown = {} } = await standingsNow(piece)
  const { entries, warnings } = await readHistory(work)
  const documents = documentsIn(ctx.root, name)
  const markdown = visible(documentOf({ name, state: current, session, documents, shown, steps: inEffect(entries) }))
  const left = itemsLeft(session).map(({ number }) => number)
  const counts = countStandings(standingsIn(session, shown))
  const fields = { workflow: 'collab', session: name, state: current, markdown, left, counts }
  return documentOutput('session', true, fields, markdown, warnings)
}

/** Without the steps that were taken back. */
function inEffect(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const undone = new Set(entries.flatMap(({ undoes }) => undoes ?? []))
  return entries.filter(({ digest, undoes }) => undoes === undefined && !undone.has(digest ?? ''))
}

/** Prints the waves as a Mermaid diagram. */
async function diagram({ work }: ChosenWork): Promise<Output> {
  refuseUnstarted(work)
  const diagram = diagramOf(sessionIn(work.saved.context).waves ?? [])
  return documentOutput('diagram', true, { workflow: 'collab', diagram }, `\`\`\`mermaid\n${diagram}\`\`\`\n`)
}

const states: Command = {
  name: 'states',
  summary: 'Print all states with their skills and where they lead',
  options: [],
  examples: [['spell collab states', 'List all states']],
  async run() {
    const states = getWorkflowStates()
    const lines = states.map(({ id, skill, display, transitions }, index) => [
      String(index + 1),
      id,
      skill ?? noCell,
      display,
      transitions.map(({ to, condition }) => conditionText(to, condition)).join('; ') || noCell,
    ])
    const markdown = `${table(['#', 'State', 'Skill', 'Called', 'Leads to'], lines)}\n`
    return documentOutput('states', true, { workflow: 'collab', states }, markdown)
  },
}

function conditionText(to: string, condition: Condition | undefined): string {
  if (!condition || condition.type === 'always') return to
  if (condition.type === 'item_type') return `${to} (${condition.value})`
  return `${to} (${condition.type.replaceAll('_', ' ')})`
}

const entry = entryOf('collab')

export const parts: Parts = {
  entry,
  words: wordsOf({ words: forms, taken }),
  naming: { key: 'session', flag: '--session', value: 'NAME', help: 'which session', fallback: 'the one in use' },
  meant: (cli: CommandContext<{ readonly session?: string }>) =>
    chosenWork(cli, { workflow: 'collab', asked: cli.options.session }),
  begin: start,
  say,
  after: writeDiagram,
  prints: { show, diagram },
  refuseUnbegun: refuseUnstarted,
  code: { states },
}

async function say(piece: ChosenWork, verb: string, given: WordArguments, cli: CommandContext): Promise<Answer> {
  if (verb === 'cleanup') return tidy(piece, given, cli)
  if (verb === 'complete-skill') {
    const note = inOneLine(given.note as string | undefined, 'spell collab complete-skill NAME --note "…"')
    return completeSkill(piece, { ...given, note } as Reported)
  }
  const answer = await castOnSession(piece, { verb, ...given } as CollabPayload)
  return answer.row === 'task' ? writeDiagram(piece, answer) : answer
}

function tidy(
  piece: ChosenWork,
  { choice, said }: WordArguments,
  cli: CommandContext<{ readonly yes?: true }>,
): Promise<Answer> {
  const agree = () => agrees(cli, 'Take the session out of the repository without a copy?', needsYes)
  return cleanUp(piece, choice as Choice, agree, said as string | undefined)
}

const needsYes = (): Failure => {
  const message =
    'The documents of the session would be gone from the repository: `--yes` is for a developer who said “delete”.'
  return new Failure(exit.usage, 'needs-yes', message, 'spell collab cleanup archive')
}

/** Begins a session: of the given name, or of the date with the next number that is free. */
async function start({ name: asked, ...given }: WordArguments & { readonly name?: string }, cli: CommandContext) {
  const ctx = castContextOf(cli, 'collab')
  const taken = namesIn(ctx.root, entry)
  const day = ctx.now.toISOString().slice(0, 10)
  for (let count = 1; ; count++) {
    const name = asked === undefined ? `${day}-${count}` : slug(asked)
    if (name === '') {
      const message = `A session needs a name with letters or digits, not "${inline(asked ?? '')}".`
      throw new Failure(exit.usage, 'usage', message, 'spell collab start orders')
    }
    if (asked === undefined && taken.includes(name)) continue
    const answer = await begin(entry, name, ctx, { verb: 'start', ...given })
    // Another process has started one of this name meanwhile.
    if (asked === undefined && !answer.ok) continue
    const renamed = asked !== undefined && asked !== name
    const warnings = renamed ? [`The name is not plain (letters, digits, hyphens); it became "${name}".`] : []
    return { ...answer, warnings: [...warnings, ...answer.warnings] }
  }
}
