import { ifWritable } from '../disk/kept-outside'
import type { Kind } from '../engine/definition'
import { describeCommand } from '../proof/consent/describe-command'
import { changedName } from '../proof/standing/changed-criteria'
import { beginningOf, bullets, inline, paragraphs } from '../text/markdown-parts'
import { agreedIn } from '../work/history/agreed'
import type { HistoryLine } from '../work/history/history-line'
import type { Work } from '../work/work'
import { commandDocument } from '../workflow/criteria/planned-command'
import { type News, newsOf, proposalOf, shownBy } from './changes'
import { endGrants, goingOn, stepsGranted, stepsText } from './grant'
import type { Asking } from './permission'
import { carryOver } from './uses'
import { keepShown } from './which-session'
import type { WordTold } from './word-told'

/** What an answer says before the news, for whom, and to which kind of row. */
interface Telling extends Asking {
  readonly kind: Kind
  readonly above: string
  /** Whether the developer reads this answer. */
  readonly isForDeveloper: boolean
}

/**
 * Finds what an answer tells of the developer's words, keeps by digests what it shows, and ends a grant that is over.
 *
 * @param work after the step
 * @throws Failure as `proposalOf` and `changeSession` do
 */
export async function wordTold(work: Work, telling: Telling): Promise<WordTold> {
  await carryOver(telling)
  const found = await newsFor(work, telling)
  if (telling.isForDeveloper) await found?.keep()
  return {
    ...(found?.look && { look: found.look }),
    ...(found && { news: found.text, allows: found.news.commands.length > 0, shown: newsDocument(found.news) }),
    ...relayed(work, telling),
    ...(await grantTold(work, telling)),
  }
}

/**
 * @param above what the developer reads before it
 * @returns what is new in a piece of work, as text; `keep` notes that it is shown, so that it can be agreed to; undefined if
 *   nothing is new
 * @throws Failure as `proposalOf` does; `keep` as `keepShown` does
 */
export async function newsFor(work: Work, asking: Asking & Pick<Telling, 'above'>) {
  const proposal = await proposalOf(work, asking.env)
  const news = newsOf(agreedIn(work.saved.history, work.flow), proposal)
  if (!news) return undefined
  const shown = shownBy(news, proposal)
  const look = lookAt(news, wordOf(work))
  return {
    news,
    ...(look && { look }),
    text: newsText(news, { planFile: work.flow.plan?.file ?? '', word: wordOf(work), above: asking.above }),
    keep: async () => void (shown && (await ifWritable(() => keepShown(asking, { shown })))),
  }
}

/** @returns whether the developer's next Accio lets commands run, if it is passed on. Throws Failure as `proposalOf` does */
export async function allowsNext(work: Work, { env }: Pick<Asking, 'env'>): Promise<boolean> {
  const news = newsOf(agreedIn(work.saved.history, work.flow), await proposalOf(work, env))
  return news !== undefined && news.commands.length > 0
}

/** While a plan is written, what the developer agrees to is not there yet; a host that shows texts shows it when the agent stops. */
function relayed(work: Work, { kind, said }: Telling): WordTold {
  const { flow, plan, saved } = work
  const word = wordOf(work)
  if (
    said ||
    word === '' ||
    plan === undefined ||
    kind !== 'advance' ||
    flow.states.stages?.[saved.current] !== 'planning'
  )
    return {}
  const look = flow.entry.look(work.name, work.isOneOfSeveral)
  return {
    ai: `When the plan stands, relay the developer's part of \`${look}\`: their next ${word} agrees to what it shows.`,
  }
}

/** What the developer is to look at where a criterion was changed: the next word agrees to it. */
function lookAt({ changed }: News, word: string): string | undefined {
  const numbers = [...new Set(changed.flatMap(({ number = [] }) => number))]
  const named = numbers.length > 0 && `${numbers.length === 1 ? 'criterion' : 'criteria'} ${numbers.join(', ')}`
  const gone = changed.some(({ number }) => number === undefined) && 'what was taken out'
  const what = [named, gone].filter(Boolean).join(' and ')
  return what === '' || word === '' ? undefined : `look at ${what} (${word} agrees to it)`
}

/** What agrees to what was shown; in a workflow of the repository none, where no step says so. */
const wordOf = ({ flow: { agreement }, saved }: Work): string =>
  (agreement?.words(saved.current) ?? []).map((word) => `**${word}**`).join(' or ')

async function grantTold(work: Work, telling: Telling): Promise<WordTold> {
  const left = await stepsGranted(work, telling)
  const isLook = telling.kind === 'show'
  if (left !== undefined && (isLook || telling.kind === 'advance')) {
    const ai = `The developer lets you go on until the work is complete. When all of this is done, run \`spell accio\` yourself (${stepsText(left)} left), and read its answer before your next command. Stop if spell refuses, if what has passed fails, or if you have a question, above all about a criterion: write it under "## Open questions" of the task or its results. Relay nothing in between, whatever an answer says; at the end, write one summary of all steps.`
    return { ai, next: goingOn(left) }
  }
  const hasEnded = !isLook && (await endGrants(telling, work)) > 0
  return hasEnded ? { granted: grantedText(work.saved.history, work.folder) } : {}
}

/** Tells the steps since the word that granted them, with the tasks that they have archived. */
function grantedText(history: readonly HistoryLine[], home: string): string {
  const last = history.findLastIndex(({ word }) => word !== 'granted')
  const steps = history.slice(Math.max(0, last))
  const moved = steps.flatMap(({ moved = [] }) => moved.map(({ to }) => to))
  const folders = moved.map((path) => path.slice(0, path.lastIndexOf('/'))).filter((folder) => folder !== home)
  const archived = [...new Set(folders)].map((folder) => `\`${folder}/\``)
  const what = archived.length > 0 ? ` Archived: ${archived.join(', ')}.` : ''
  return `Your word was good for ${stepsText(steps.length)}, and has ended.${what}`
}

/** The most criteria of a kind, and the most assumptions and open questions, that are listed. */
const mostCriteria = 10
const mostOpen = 3
const longest = 200

const quoted = (text: string): string => `“${beginningOf(inline(text), longest)}”`

interface Wording {
  /** Where the rest of the criteria is. */
  readonly planFile: string
  /** What lets commands run: `**Accio**`. */
  readonly word: string
  /** What the answer says before it: nothing is quoted twice. */
  readonly above: string
}

/** Writes what is new since the developer's last word, as a block of their part of an answer. */
export function newsText(news: News, { planFile, word, above }: Wording): string {
  const { added, reworded, dropped, otherCommands, changed, commands, ticked, open } = news
  const isAbove = (text: string) => above.includes(text)
  const named = new Set([...added, ...reworded, ...otherCommands])
  const differenceIn = (text: string) =>
    changed
      .filter((each) => each.text === text && each.number !== undefined)
      .map(({ difference, after }) => `: ${difference || 'changed'} (${after})`)
      .at(-1) ?? ''
  const listed = (lead: string, texts: readonly string[]) => {
    // Of what was changed the difference is news, wherever its text stands.
    const isKnown = (text: string) => isAbove(text) && differenceIn(text) === ''
    const [old, fresh] = [texts.filter(isKnown), texts.filter((text) => !isKnown(text))]
    return [
      ...(old.length > 0 ? [`${lead}: ${old.length} of those above`] : []),
      ...fresh.slice(0, mostCriteria).map((text) => `${lead}: ${quoted(text)}${differenceIn(text)}`),
      ...(fresh.length > mostCriteria ? [`and ${fresh.length - mostCriteria} more in \`${planFile}\``] : []),
    ]
  }
  // Where some are listed, the rest is counted.
  const unlisted = open.some(({ text }) => isAbove(text)) ? [] : open
  const left = unlisted.slice(mostOpen).map(({ path }) => path)
  const items = [
    ...listed('New criterion', added),
    ...listed('Reworded criterion', reworded),
    ...listed('Proven differently', otherCommands),
    ...changed
      .filter(({ number, text }) => number === undefined || !named.has(text))
      .map((each) => `${changedName(each)}: ${each.difference} (${each.after})`),
    ...(dropped > changed.filter(({ number }) => number === undefined).length
      ? [dropped === 1 ? 'One criterion is gone' : `${dropped} criteria are gone`]
      : []),
    ...listed('Ticked, and no command shows it', ticked),
    ...unlisted
      .slice(0, mostOpen)
      .map(({ kind, text }) => `${kind === 'assumed' ? 'Assumed' : 'Open'}: ${quoted(text)}`),
    ...[...new Set(left)].map((path) => `and ${left.filter((each) => each === path).length} more in \`${path}\``),
  ]
  return paragraphs(
    items.length > 0 && `New since your last word:\n\n${bullets(items)}`,
    commands.length > 0 && runsNext(news, word),
  )
}

function runsNext({ commands, moreCommands }: News, word: string): string {
  const what = commands.length === 1 ? 'This command' : `These ${commands.length} commands`
  const more = moreCommands > 0 ? ` ${moreCommands} more wait for \`spell allow\`.` : ''
  return paragraphs(
    `${what} may run from your next ${word} on. One that git brought here, as with a pull, needs \`spell allow\` first.${more}`,
    commands.map((each, index) => describeCommand(index + 1, each)).join('\n'),
  )
}

/** @returns the field `shown` of a JSON document */
export const newsDocument = ({ commands, open, ...news }: News) => ({
  ...news,
  commands: commands.map(({ command, criterion = null }) => ({ ...commandDocument(command), criterion })),
  open: open.map(({ kind, text, path }) => ({ kind, text, path })),
})
