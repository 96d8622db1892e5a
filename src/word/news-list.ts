import { aboutCommand } from '../proof/consent/bound-command'
import { type ChangedCriterion, changedName } from '../proof/status/changed-criteria'
import { countOf } from '../text/markdown-parts'
import type { Standing } from '../workflow/criteria/counts'
import { inPlan, type PlannedCriterion, waysOf } from '../workflow/criteria/criterion'
import { consentKey, type PlannedCommand } from '../workflow/criteria/planned-command'
import type { PlanChanges } from './changes'
import { besides, itemText, listText, openText, remarksOn, standingMark } from './plan-list'
import type { KnownPoint, Proposal } from './proposal'

/** What is said to the developer of a criterion that was something else, by what that had been. */
const before = {
  'it had failed': 'it failed before',
  'it was stale': 'it passed on earlier files',
  'it was agreed to': 'you agreed to the old one',
} satisfies Record<ChangedCriterion['after'], string>

const differenceLine = ({ difference, after }: ChangedCriterion): string =>
  `${difference || 'changed'} (${before[after]})`
/** @returns what was changed, by its numbers: `criteria 4, 8 and what was taken out`; empty if nothing was */
export function changesNamed(changes: readonly Pick<ChangedCriterion, 'number'>[]): string {
  const numbers = [...new Set(changes.flatMap(({ number = [] }) => number))].toSorted((one, other) => one - other)
  const named = numbers.length > 0 && `${numbers.length === 1 ? 'criterion' : 'criteria'} ${numbers.join(', ')}`
  const gone = changes.some(({ number }) => number === undefined) && 'what was taken out'
  return [named, gone].filter(Boolean).join(' and ')
}

interface Listing {
  /** What agrees to it: `**Accio**`; empty if nothing does. */
  readonly word: string
  /** What is listed besides what is new: nothing, the other criteria, or what is assumed as well. */
  readonly listed: 'new' | 'plan' | 'whole'
  /** Whether a word can be seen here, since which it is new. */
  readonly isSeen: boolean
  /** Of its criteria, in a list of all of them. */
  readonly standings?: readonly Standing[] | undefined
}

/**
 * Lists a plan for the developer: each criterion once, below it what shows it and what of it was changed, then what is
 * assumed or open.
 *
 * @param news what no word has agreed to yet, which is marked
 */
export function newsList(
  { plan, open }: Pick<Proposal, 'plan' | 'open'>,
  news: PlanChanges,
  { word, listed: part, isSeen, standings = [] }: Listing,
): string {
  const criteria = plan?.criteria ?? []
  const isWhole = part !== 'new'
  const toldOnce = onceEach()
  const isAllNew = criteria.length > 0 && criteria.every(({ text }) => news.added.includes(text))
  const remarks = remarksOn(criteria)
  const listed = criteria.flatMap((criterion, index) => {
    const marks = [
      ...(isWhole ? standingMark(criterion.ticked, standings[index]) : []),
      ...marksOf(criterion, news, { isWhole, isAllNew }),
    ]
    const differences = news.changed.filter(({ number }) => number === index + 1).map(differenceLine)
    const isWaiting = news.commands.some((command) => command.criterion === criterion.text)
    const isTold = isWhole || isAllNew || isWaiting || marks.length > 0 || differences.length > 0
    const ways = waysOf(criterion, (command) => wayText(criterion, command, news, toldOnce))
    const all = [...marks, ...(remarks[index] ?? [])]
    return isTold ? [itemText(index + 1, criterion.text, all, [...differences, ...ways])] : []
  })
  const isNew = (point: KnownPoint) => news.open.some(({ key }) => key === point.key)
  const isCounted = (point: KnownPoint) => part === 'plan' && point.kind === 'assumed' && !isNew(point)
  const all = besides(isWhole ? open : news.open, criteria)
  const agreed = all.filter(isCounted).length
  const points = [
    ...all
      .filter((point) => !isCounted(point))
      .map((point) => `${openText(point)}${isWhole && !isAllNew && isNew(point) ? ' · new' : ''}`),
    ...(agreed > 0 ? [`${countOf(agreed, 'assumption')}, agreed`] : []),
  ]
  const lead = isAllNew
    ? 'The plan, all of it new:'
    : isWhole
      ? 'The plan:'
      : isSeen
        ? 'New since your last word:'
        : 'Not agreed to:'
  return listText(lead, listed, [...goneIn(news), ...points], allowedNext(news, word))
}

function marksOf(
  { text, ticked }: PlannedCriterion,
  { added, reworded, otherCommands, ticked: newlyTicked }: PlanChanges,
  { isWhole, isAllNew }: { readonly isWhole: boolean; readonly isAllNew: boolean },
): string[] {
  return [
    !isAllNew && added.includes(text) && 'new',
    reworded.includes(text) && 'reworded',
    otherCommands.includes(text) && 'shown in another way',
    !isWhole && ticked && newlyTicked.includes(text) && 'ticked, and no command shows it',
  ].filter((mark) => mark !== false)
}

/** @returns what says a weakness in full the first time, and then that it is the same */
function onceEach(): (clause: string) => string {
  const told = new Set<string>()
  return (clause) => {
    if (!clause.startsWith('weak: ')) return clause
    const isTold = told.has(clause)
    told.add(clause)
    return isTold ? 'weak, as above' : clause
  }
}

/** Of what may run from now on all is said, the first time. */
function wayText(
  { text }: PlannedCriterion,
  command: PlannedCommand,
  { commands }: PlanChanges,
  toldOnce: (clause: string) => string,
): string {
  const waiting = commands.find((each) => consentKey(each.command) === consentKey(command))
  const isFirst = waiting && (waiting.criterion === undefined || waiting.criterion === text)
  return isFirst ? aboutCommand(waiting).map(toldOnce).join('; ') : inPlan(command)
}

/** A history has no texts of what is gone, unless it was changed after it had failed, or was agreed to. */
function goneIn({ changed, dropped }: PlanChanges): string[] {
  const known = changed.filter(({ number }) => number === undefined)
  const more = dropped - known.length
  return [
    ...known.map((change) => `${changedName(change)}: ${differenceLine(change)}`),
    ...(more > 0 ? [more === 1 ? 'One criterion is gone' : `${more} criteria are gone`] : []),
  ]
}

function allowedNext({ commands, moreCommands }: PlanChanges, word: string): string {
  if (commands.length === 0 || word === '') return ''
  const what = commands.length === 1 ? 'this command' : `these ${commands.length} commands`
  const more = moreCommands > 0 ? ` ${moreCommands} more wait for \`spell allow\`.` : ''
  return `Your next ${word} lets ${what} run, unless git brought ${commands.length === 1 ? 'it' : 'them'}.${more}`
}
