import type { CastContext } from '../../cast/cast'
import { documentOutput, type Output } from '../../cli/command'
import { commandsHere } from '../../cli/launcher'
import type { Option, OptionsOf } from '../../cli/options'
import { currentName } from '../../engine/place'
import { getOrInsert } from '../../engine/records'
import { exit, Failure } from '../../text/failure'
import { bullets, capital, code, inline, paragraphs } from '../../text/markdown-parts'
import type { Agreed, PlanOfLine, WordSource } from '../../work/history/history-line'
import { hasSeen, isWordSource, seenIn, wordCounts, wordText } from '../../work/history/word-counts'
import type { Work } from '../../work/work'
import type { Workflow } from '../../workflow/flow'
import { placeOf } from '../../workflow/texts'
import { stepsText } from '../report-words'
import { type HistoryEntry, readHistory } from './history'

export const historyOptions = [
  { key: 'limit', flag: '--limit', value: 'N', help: 'only the newest N' },
  { key: 'all', flag: '--all', help: 'say where your word for each step was seen' },
] as const satisfies readonly Option[]

/**
 * Shows the history of any workflow; `begin` is the command that starts the work.
 *
 * @param asked.limit the number of the newest entries
 * @param asked.all whether it is said where words were seen
 * @throws Failure (usage) if the limit is no number; if the history cannot be read
 */
export async function outputOfHistory(
  work: Work,
  ctx: CastContext,
  asked: OptionsOf<typeof historyOptions>,
  begin: string,
): Promise<Output> {
  const { flow: workflow } = work
  const limit = parseLimit(asked.limit)
  const { total, entries, warnings } = await readHistory(work, limit)
  const words = wordCounts(entries)
  const titles = new Map<string, string>()
  const title = (said: string) =>
    getOrInsert(titles, said, () => {
      const state = currentName(workflow.definition, said)
      return placeOf(workflow, state, ctx.texts).title ?? inline(state)
    })
  const fields = { workflow: workflow.definition.name, total, ...(words && { words }), entries }
  return {
    ...documentOutput('history', true, fields, '', warnings),
    // A getter, as it takes as long as the JSON document, which does not need it.
    get markdown() {
      if (total === 0) return commandsHere(`This piece of work has no step yet. Begin with ${code(begin)}.\n`)
      const summary = hasSeen(words) && `${stepsText(entries.length, words, 'your')}.`
      return `${paragraphs(list(entries, title, asked.all ? (word) => seenIn[word] : wordText, workflow.memory.retell), summary)}\n`
    },
  }
}

const list = (
  entries: readonly HistoryEntry[],
  title: (state: string) => string,
  textOf: (word: WordSource) => string,
  retell: NonNullable<Workflow['memory']>['retell'] = () => '',
) =>
  bullets(
    entries.map(
      ({ time, spell, from, to, word, agreed, plan, archive, edited = [], about = {}, note = about.note }) => {
        const when = time.replace('T', ' ').replace(/:\d\dZ$/, '')
        const way = from === to ? title(to) : `${title(from)} → ${title(to)}`
        const step = `${when}  **${spell === 'adopted' ? 'Repair' : capital(spell)}**  ${way}`
        const inBetween = edited.map(({ path }) => code(path)).join(', ')
        return [
          step,
          isWordSource(word) && textOf(word),
          agreed && agreedText(agreed, plan),
          inline(retell(about, word)),
          archive && `archived in ${code(archive)}`,
          inBetween && `edited while it was stopped half-way: ${inBetween}`,
          typeof note === 'string' && note && `“${inline(note)}”`,
        ]
          .filter(Boolean)
          .join('  ·  ')
      },
    ),
  )

/** `agreed: 3 criteria, 2 commands, 5 assumptions; 1 question left open`; an entry that was edited may have any values. */
function agreedText({ criteria, commands, assumptions, questions }: Agreed, plan: PlanOfLine | undefined): string {
  const counted = (count: unknown, one: string, many: string) =>
    Number.isSafeInteger(count) && Number(count) > 0 ? `${count} ${count === 1 ? one : many}` : ''
  const parts = [
    counted(criteria === undefined ? 0 : plan?.criteria, 'criterion', 'criteria'),
    counted(commands, 'command', 'commands'),
    counted(assumptions, 'assumption', 'assumptions'),
  ].filter(Boolean)
  const left = counted(questions, 'question left open', 'questions left open')
  return [parts.length > 0 && `agreed: ${parts.join(', ')}`, left].filter(Boolean).join('; ')
}

function parseLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  const message = `--limit must be a whole number from 1 on, not "${text}".`
  throw new Failure(exit.usage, 'usage', message, 'spell history --limit 10')
}
