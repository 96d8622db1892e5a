import type { ChangedCriterion } from '../proof/status/changed-criteria'
import type { Sign } from '../text/blocks/block'
import { capital, countOf } from '../text/markdown-parts'
import { namedIn, type Wording } from '../text/wording'
import { hasSeen, type WordCounts, wordsTaken, wordsText } from '../work/history/word-counts'
import type { CriterionStanding, DecisionKind, ReportedTask, TaskStatus } from '../workflow/reporting'
import type { LeftOut, WorkReport } from './model'

export const standingSigns: Readonly<Record<CriterionStanding, Sign>> = {
  proven: { sign: '✓', word: 'proven', tone: 'good' },
  passed: { sign: '✓', word: 'passed', tone: 'good' },
  stale: { sign: '!', word: 'stale', tone: 'warn' },
  failed: { sign: '✗', word: 'failed', tone: 'bad' },
  waiting: { sign: '…', word: 'waiting', tone: 'warn' },
  confirmed: { sign: '✓', word: 'confirmed', tone: 'good' },
  claimed: { sign: '·', word: 'claimed', tone: 'calm' },
  open: { sign: '○', word: 'open', tone: 'calm' },
  agreed: { sign: '·', word: 'agreed', tone: 'calm' },
}

export const taskSigns: Readonly<Record<TaskStatus, Sign>> = {
  done: { sign: '✓', word: 'done', tone: 'good' },
  doing: { sign: '…', word: 'in progress', tone: 'warn' },
  open: { sign: '○', word: 'open', tone: 'calm' },
  failed: { sign: '✗', word: 'failed', tone: 'bad' },
  unfinished: { sign: '!', word: 'archived unfinished', tone: 'warn' },
  skipped: { sign: '·', word: 'skipped', tone: 'calm' },
  stale: { sign: '!', word: 'stale', tone: 'warn' },
}

/** @returns the waves of a task graph: what says what it depends on, in its groups */
export function wavesIn(all: readonly ReportedTask[]): { readonly heading: string; readonly tasks: ReportedTask[] }[] {
  const tasks = all.filter(({ dependsOn }) => dependsOn !== undefined)
  return [...new Set(tasks.map(({ group }) => group))].map((heading) => ({
    heading,
    tasks: tasks.filter(({ group }) => group === heading),
  }))
}

const decisionWords: Readonly<Partial<Record<DecisionKind, string>>> = {
  unattended: 'Without the developer',
  edit: 'Edit by hand',
}

/** @returns what kind of decision it was: `Override` */
export const decisionWord = (kind: DecisionKind): string => decisionWords[kind] ?? capital(kind)

export const byWords: Readonly<Record<WorkReport['byHand'][number]['by'], string>> = {
  developer: 'by the developer',
  agent: 'by the agent',
  'passed on': 'passed on by the agent',
  setting: 'by a setting',
  program: 'by spell',
  unknown: '',
}

/** @returns the same with spells named as `words` does, for who reads it; what users wrote stays */
export const reportNamed = (report: WorkReport, words: Wording): WorkReport => ({
  ...report,
  ...namedIn({ way: report.way, next: report.next }, words),
  byHand: report.byHand.map(({ said, ...ours }) => ({ ...namedIn(ours, words), said })),
})

/** @returns the criteria that were changed, each once, with all its changes */
export function byCriterion(changed: readonly ChangedCriterion[]) {
  const keyOf = ({ number, text }: ChangedCriterion) => number ?? text
  return [...new Set(changed.map(keyOf))].map((key) => {
    const changes = changed.filter((each) => keyOf(each) === key)
    const { number, text = '' } = changes[0] ?? {}
    return { number, text, changes }
  })
}

/** @returns which piece of work it is, and where: `engineer · task · Task draft` */
export const placeText = ({ workflow, work, isArchived, stateTitle }: WorkReport): string =>
  [workflow, work, isArchived ? 'archived' : stateTitle].join(' · ')

/** @returns that some are left out, and where they are; empty if none is */
export function leftOutText(count: number, what: keyof LeftOut): string {
  if (count === 0) return ''
  const [where, side] = sources[what]
  return `${count.toLocaleString('en')} ${side} ${count === 1 ? 'is' : 'are'} left out; ${where}.`
}

const sources: Readonly<Record<keyof LeftOut, readonly [where: string, side: string]>> = {
  tasks: ['all are in the folder of the work', 'earlier'],
  threads: ['all are in the folder of the work', 'earlier'],
  commits: ['`git log` has all', 'earlier'],
  files: ['`git diff --stat` has all', 'more'],
  byHand: ['`spell history` has all', 'earlier'],
  findings: ['`spell check` has all', 'more'],
  edges: ['`spell history --json` has all', 'more'],
  recent: ['`spell history` has all', 'earlier'],
}

/** @returns `14 steps: 12 on the developer's word, 2 not seen`, and how many are the developer's if others are among them */
export function stepsText(steps: number, words: WordCounts | undefined, whose?: string): string {
  const count = countOf(steps, 'step')
  if (!hasSeen(words)) return count
  const taken = wordsTaken(words)
  const ofThem = taken < steps ? `, ${taken.toLocaleString('en')} of them for the developer to say` : ''
  return `${count}${ofThem}: ${wordsText(words, whose)}`
}

/** @param granted how many steps the agent may still go on by itself */
export const grantText = (granted: number): string =>
  `The agent goes on by the developer's word, ${countOf(granted, 'step')} at most.`
