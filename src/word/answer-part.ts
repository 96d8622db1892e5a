import { ifWritable } from '../disk/user-data'
import { isAvailable, type Kind } from '../engine/definition'
import { changedIn } from '../proof/status/changed-criteria'
import { planToday } from '../proof/status/plan-today'
import { agreedIn } from '../work/history/agreed'
import type { HistoryLine } from '../work/history/history-line'
import type { Work } from '../work/work'
import type { Standing } from '../workflow/criteria/counts'
import { commandDocument } from '../workflow/criteria/planned-command'
import { type Turn, you } from '../workflow/turn'
import { standard } from '../workflows/registry'
import { changedOnly, changesSince, type PlanChanges, shownBy } from './changes'
import { endGrants, goingOn, notAllowed, stepsGoingOn, stepsGranted, stepsText } from './grant'
import { isSeenHere, messageSources } from './message-sources'
import { changesNamed, newsList } from './news-list'
import type { WordContext } from './permission'
import { type Proposal, proposalOf } from './proposal'
import { whyNoWords } from './sessions'
import { carryOver } from './uses'
import { keepShown, shownIn } from './which-session'

/** What an answer tells of the developer's words. */
export interface WordReport {
  /** What was changed of the criteria, and the word of this step has agreed to, as Markdown. */
  readonly agreed?: string
  /** What is new since the last word, as Markdown. */
  readonly news?: string
  /** Whether the developer's next Accio lets commands run. */
  readonly allows?: boolean
  /** The same for programs. */
  readonly shown?: object
  /** What the agent reads about them. */
  readonly ai?: string
  /** What the agent is doing, if it may cast the next Accio itself. */
  readonly next?: string
  /** What the developer is to look at before the next word, which agrees to it. */
  readonly look?: Turn
  /** Keeps what the developer reads when the agent stops; absent if they read it now, or are shown their plan then. */
  readonly keepForEnd?: (text: string) => Promise<void>
  /** What a grant is still good for, when looking; what was done under one that has ended by this step. */
  readonly granted?: string
}

/** For whom an answer is, and to which kind of row. */
interface WordReportContext extends WordContext {
  readonly kind: Kind
  /** Whether the developer reads this answer. */
  readonly isForDeveloper: boolean
  /** Where the criteria of its plan stand, if that is known. */
  readonly standings?: readonly Standing[] | undefined
}

/**
 * Finds what an answer tells of the developer's words, keeps by digests what it shows, and ends a grant that is over.
 *
 * @param work after the step
 * @throws Failure as `proposalOf` and `changeSession` do
 */
export async function wordReport(work: Work, telling: WordReportContext): Promise<WordReport> {
  const proposal = await proposalOf(work, telling.env)
  const found = await changesFor(work, telling, telling.kind === 'show' && isPlanned(work) ? 'whole' : 'new', proposal)
  if (!(await isSeenHere(telling))) return found ? { ...(found.look && { look: found.look }), news: found.text } : {}
  await carryOver(telling)
  const isAtEnd = telling.kind === 'advance' && (await isShownAtEnd(work, telling))
  const step = work.saved.history.at(-1)?.timestamp
  // What the developer is shown later is not printed now.
  const isNow = telling.kind === 'show' || (isShowing(telling) && !isAtEnd && !isComing(work, telling))
  if (isNow && telling.isForDeveloper) await found?.keep()
  return {
    ...(found?.look && { look: found.look }),
    ...(found && { news: isNow ? found.text : '', allows: found.news.commands.length > 0 && isShowing(telling) }),
    ...(found && { shown: changesDocument(found.news) }),
    ...agreedTold(work, telling),
    ...relayed(work, telling, { hasNews: found !== undefined, isAtEnd }),
    ...(isAtEnd && !isPlanShown(work) && { keepForEnd: (text) => keepShown(telling, { told: { text, step } }) }),
    ...(await grantTold(work, telling, proposal)),
  }
}

/**
 * @param listed what is listed besides what is new: nothing, the other criteria (`plan`), or what is assumed as well
 * @param known what the work asks the developer to agree to, if it was read
 * @returns what is new in a piece of work, as text; `keep` notes that it is shown, with digests of its items, so that it can
 *   be agreed to, where what is printed counts as shown; undefined if nothing is new. Where no word is seen, only what was
 *   changed is told
 * @throws Failure as `proposalOf` does; `keep` as `keepShown` does
 */
export async function changesFor(
  work: Work,
  asking: WordContext & Pick<WordReportContext, 'standings'>,
  listed: 'new' | 'plan' | 'whole' = isPlanned(work) ? 'plan' : 'new',
  known?: Proposal,
) {
  const proposal = known ?? (await proposalOf(work, asking.env))
  const isSeen = asking.said !== undefined || (await isSeenHere(asking))
  const all = changesSince(agreedIn(work.saved.history, work.flow), proposal)
  const news = all && !isSeen ? changedOnly(all) : all
  if (!news) return undefined
  const isShown = isSeen && isShowing(asking)
  const shown = isShown ? shownBy(news, proposal) : undefined
  const word = isShown ? wordOf(work) : ''
  const look = lookAt(news, word, isSeen ? undefined : work.flow.entry.look(work.name, work.isOneOfSeveral))
  return {
    news,
    ...(look && { look }),
    text: newsList(proposal, news, { word, listed, isSeen, standings: asking.standings }),
    keep: async (items?: readonly string[]) =>
      void (shown && (await ifWritable(() => keepShown(asking, { shown: { ...shown, ...(items && { items }) } })))),
  }
}

/** Whether its plan is being written. */
export const isPlanned = ({ flow, plan, saved }: Work): boolean =>
  plan !== undefined && flow.states.stages?.[saved.current] === 'planning'

/**
 * @returns the words of the developer of which the next lets commands run, if it is passed on; empty if no command waits
 *   for that. Throws Failure as `proposalOf` does
 */
export async function allowingNext(work: Work, asking: WordContext): Promise<readonly string[]> {
  if (messageSources(asking).length === 0) return []
  const news = changesSince(agreedIn(work.saved.history, work.flow), await proposalOf(work, asking.env))
  return news !== undefined && news.commands.length > 0 ? agreeingWords(work) : []
}

/** Whether what this process prints counts as shown: what a hook prints only in a host that is known to show it. */
const isShowing = ({ said }: Pick<WordContext, 'said'>): boolean => said?.isRead !== false

/** Whether the plan is to be written now, so that what can be agreed to is not there yet. */
const isComing = (work: Work, { kind }: Pick<WordReportContext, 'kind'>): boolean =>
  kind === 'advance' && isPlanned(work)

/** Whether the host of the agent that runs this shows the developer, when it stops, what has changed. */
export async function isShownAtEnd(work: Work, asking: WordContext): Promise<boolean> {
  if (asking.said || work.isOneOfSeveral) return false
  const { here, key } = await shownIn(asking)
  return here.all[key]?.message?.isShown === true && (isPlanShown(work) || whyNoWords(here) === undefined)
}

/** Whether what is new to the developer is in their plan; otherwise it is in the answers, which are kept until the agent stops. */
const isPlanShown = ({ flow }: Work): boolean => flow.entry.name === standard

/** What the agent relays, so that the developer can agree to it, unless its host shows that. */
function relayed(
  work: Work,
  telling: WordReportContext,
  { hasNews, isAtEnd }: { readonly hasNews: boolean; readonly isAtEnd: boolean },
): WordReport {
  if (isAtEnd) return { ai: 'The developer is shown their part when you stop: do not relay it.' }
  const { said } = telling
  const word = wordOf(work)
  const isPlanComing = isComing(work, telling)
  if (word === '' || said?.isRead || said?.agrees === false || !(isPlanComing || (said && hasNews))) return {}
  const look = work.flow.entry.look(work.name, work.isOneOfSeveral)
  return {
    ai: `${isPlanComing ? 'When the plan stands' : 'At the end'}, relay the developer's part of \`${look}\`: their next ${word} agrees to what it shows.`,
  }
}

/**
 * What the developer is to look at where a criterion was changed: the next word agrees to it.
 *
 * @param seenBy what shows it so that a word can agree to it, where this does not
 */
function lookAt({ changed }: PlanChanges, word: string, seenBy?: string): Turn | undefined {
  const what = changesNamed(changed)
  if (what === '') return undefined
  const changes = changed.length > 1 ? 'the changes' : 'the change'
  const short = `look at ${what}`
  if (seenBy !== undefined) return you(`${short} in a terminal: \`${seenBy}\``, seenBy, short)
  return you(word === '' ? short : `${short}. ${word} agrees to ${changes}`, undefined, short)
}

/** What was changed of the criteria, if the step that has just been made has passed a word that agrees to it. */
function agreedTold(work: Work, { kind }: WordReportContext): WordReport {
  const { agreed, timestamp } = work.saved.history.at(-1) ?? {}
  if (!isAvailable(kind) || agreed?.criteria === undefined) return {}
  const changes = changedIn(work, planToday(work)?.criteria ?? [])
  const now = changes.filter(({ passed }) => passed?.agrees && passed.time === timestamp)
  return now.length === 0 ? {} : { agreed: `Agreed on your word, as you saw it: ${changesNamed(now)}.` }
}

/** What agrees to what was shown; in a workflow of the repository none, where no step says so. */
const agreeingWords = ({ flow: { agreement }, saved }: Work): readonly string[] => agreement?.words(saved.current) ?? []

const wordOf = (work: Work): string =>
  agreeingWords(work)
    .map((word) => `**${word}**`)
    .join(' or ')

async function grantTold(work: Work, telling: WordReportContext, proposal: Proposal): Promise<WordReport> {
  const isLook = telling.kind === 'show'
  // Before its next step the agent may still set right what ends it; who looks is told what is so now.
  const left = await (isLook ? stepsGoingOn : stepsGranted)(work, telling)
  if (left !== undefined && (isLook || telling.kind === 'advance')) {
    const waiting = isLook ? undefined : notAllowed(proposal)
    const ask = waiting ? ` First ask the developer to run \`spell allow\`: ${waiting}.` : ''
    const ai = `The developer lets you go on until the work is complete. When all of this is done, run \`spell accio\` yourself (${stepsText(left)} left), and read its answer before your next command. Stop if spell refuses, if what you prove fails, or if you have a question, above all about a criterion: write it under "## Open questions" of the task or its results. Relay nothing in between, whatever an answer says; at the end, write one summary of all steps.${ask}`
    return { ai, next: goingOn(left) }
  }
  const hasEnded = !isLook && (await endGrants(telling, work)) > 0
  // What has no effect is no step of that word.
  return hasEnded && telling.kind !== 'no-op' ? { granted: grantedText(work.saved.history, work.folder) } : {}
}

/** Tells the steps since the word that granted them, with the tasks that they have archived. */
function grantedText(history: readonly HistoryLine[], home: string): string {
  const last = history.findLastIndex(({ word }) => word !== 'granted')
  const steps = history.slice(Math.max(0, last))
  const moved = steps.flatMap(({ moved = [] }) => moved.map(({ to }) => to))
  const folders = moved.map((path) => path.slice(0, path.lastIndexOf('/'))).filter((folder) => folder !== home)
  const archived = [...new Set(folders)].map((folder) => `\`${folder}/\``)
  // What one step has done its answer tells.
  const what = steps.length > 1 && archived.length > 0 ? ` Archived: ${archived.join(', ')}.` : ''
  return `Your word was good for ${stepsText(steps.length)}, and has ended.${what}`
}

/** @returns the field `shown` of a JSON document */
export const changesDocument = ({ commands, open, ...news }: PlanChanges) => ({
  ...news,
  commands: commands.map(({ command, criterion = null }) => ({ ...commandDocument(command), criterion })),
  open: open.map(({ kind, text, path }) => ({ kind, text, path })),
})
