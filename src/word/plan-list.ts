import { aboutCommand } from '../proof/consent/describe-command'
import { type ChangedCriterion, changedName } from '../proof/status/changed-criteria'
import { beginningOf, bullets, inline, paragraphs } from '../text/markdown-parts'
import type { Work } from '../work/work'
import { isMet, remarks, type Standing } from '../workflow/criteria/counts'
import type { PlannedCriterion } from '../workflow/criteria/criterion'
import { commandText, consentKey } from '../workflow/criteria/planned-command'
import type { PlanChanges } from './changes'
import type { Asking } from './permission'
import { type Proposal, proposalOf } from './proposal'

/** What is said of a criterion that was something else, by what that had been. */
const before = {
  'it had failed': 'it failed before',
  'it was stale': 'it passed before files changed',
  'it was agreed to': 'you agreed to the first',
} satisfies Record<ChangedCriterion['after'], string>

const longest = 200
const shortened = (text: string): string => beginningOf(inline(text), longest)

/** @returns the plan of a piece of work as a look lists it, where nothing of it is to be agreed to. Throws Failure as `proposalOf` does */
export const planOf = async (
  work: Work,
  { env, standings }: Pick<Asking, 'env'> & { readonly standings?: readonly Standing[] | undefined },
): Promise<string> => planList(await proposalOf(work, env), undefined, { word: '', isWhole: true, standings })

/**
 * Lists a plan for the developer: each criterion once, below it what shows it and what of it was changed, then what is
 * assumed or open.
 *
 * @param news what no word has agreed to yet, which is marked
 * @param word what agrees to it: `**Accio**`; empty if nothing does
 * @param isWhole whether what is known is listed, too
 * @param standings of its criteria, in a list of all of them
 */
export function planList(
  { plan, open }: Proposal,
  news: PlanChanges | undefined,
  {
    word,
    isWhole,
    standings = [],
  }: { readonly word: string; readonly isWhole: boolean; readonly standings?: readonly Standing[] | undefined },
): string {
  const criteria = plan?.criteria ?? []
  const isAllNew = criteria.length > 0 && criteria.every(({ text }) => news?.added.includes(text))
  const listed = criteria.flatMap((criterion, index) => {
    const marks = [
      ...(isWhole ? standingMark(criterion.ticked, standings[index]) : []),
      ...(news ? marksOf(criterion, news, { isWhole, isAllNew }) : []),
    ]
    const differences = (news?.changed ?? []).filter(({ number }) => number === index + 1)
    const isWaiting = news?.commands.some((command) => command.criterion === criterion.text)
    const isTold = isWhole || isAllNew || isWaiting || marks.length > 0 || differences.length > 0
    return isTold ? [itemOf(criterion, index + 1, marks, differences, news)] : []
  })
  const openNow = isWhole ? open : (news?.open ?? [])
  const others = [
    ...(news ? goneIn(news) : []),
    ...openNow
      .filter(({ text }) => !criteria.some((criterion) => criterion.text === text))
      .map(({ kind, text, key }) => {
        const isNew = isWhole && !isAllNew && news?.open.some((each) => each.key === key)
        return `${kind === 'assumed' ? 'Assumed' : 'Open'}: ${shortened(text)}${isNew ? ' · new' : ''}`
      }),
  ]
  if (listed.length + others.length === 0) return ''
  const lead = isAllNew ? 'The plan, all of it new:' : isWhole ? 'The plan:' : 'New since your last word:'
  return paragraphs(lead, listed.join('\n'), bullets(others), news && allowedNext(news, word))
}

function standingMark(isTicked: boolean, standing: Standing = 'claimed'): string[] {
  if (standing === 'failed') return ['failed']
  return isTicked ? [remarks[standing] ?? (isMet(standing) ? 'done' : 'ticked')] : []
}

function marksOf(
  { text, ticked }: PlannedCriterion,
  news: PlanChanges,
  { isWhole, isAllNew }: { readonly isWhole: boolean; readonly isAllNew: boolean },
): string[] {
  const { added, reworded, otherCommands } = news
  return [
    !isAllNew && added.includes(text) && 'new',
    reworded.includes(text) && 'reworded',
    otherCommands.includes(text) && 'shown in another way',
    !isWhole && ticked && news.ticked.includes(text) && 'ticked, and no command shows it',
  ].filter((mark) => mark !== false)
}

function itemOf(
  { text, commands, byDeveloper }: PlannedCriterion,
  number: number,
  marks: readonly string[],
  differences: readonly ChangedCriterion[],
  news: PlanChanges | undefined,
): string {
  const lines = [
    ...differences.map(({ difference, after }) => `${difference || 'changed'} (${before[after]})`),
    ...commands.map((command) => {
      // Of what may run from now on all is said, the first time.
      const waiting = news?.commands.find((each) => consentKey(each.command) === consentKey(command))
      const about = waiting && (waiting.criterion === undefined || waiting.criterion === text)
      return about ? aboutCommand(waiting).join('; ') : commandText(command)
    }),
    ...(byDeveloper ? ['you confirm it'] : []),
  ]
  return [[`${number}. ${shortened(text)}`, ...marks].join(' · '), ...lines.map((line) => `   - ${line}`)].join('\n')
}

/** A history has no texts of what is gone, unless it was changed after it had failed, or was agreed to. */
function goneIn({ changed, dropped }: PlanChanges): string[] {
  const known = changed.filter(({ number }) => number === undefined)
  const more = dropped - known.length
  return [
    ...known.map((each) => `${changedName(each)}: ${each.difference} (${before[each.after]})`),
    ...(more > 0 ? [more === 1 ? 'One criterion is gone' : `${more} criteria are gone`] : []),
  ]
}

function allowedNext({ commands, moreCommands }: PlanChanges, word: string): string {
  if (commands.length === 0 || word === '') return ''
  const what = commands.length === 1 ? 'this command' : `these ${commands.length} commands`
  const more = moreCommands > 0 ? ` ${moreCommands} more wait for \`spell allow\`.` : ''
  return `Your next ${word} lets ${what} run, unless git brought ${commands.length === 1 ? 'it' : 'them'}.${more}`
}
