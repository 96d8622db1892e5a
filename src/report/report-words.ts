import type { CriterionStanding, DecisionKind, LeftOut, TaskStatus, WorkReport } from './model'

/** How a view says where something is: a sign and a word, so that no colour has to. */
export interface Sign {
  readonly sign: string
  readonly word: string
  readonly tone: 'good' | 'warn' | 'bad' | 'calm'
}

export const standingSigns: Readonly<Record<CriterionStanding, Sign>> = {
  proven: { sign: '✓', word: 'proven', tone: 'good' },
  said: { sign: '✓', word: 'met, as said', tone: 'good' },
  stale: { sign: '!', word: 'stale', tone: 'warn' },
  unproven: { sign: '✗', word: 'not proven', tone: 'bad' },
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

export const decisionWords: Readonly<Record<DecisionKind, string>> = {
  override: 'Override',
  undo: 'Undo',
  repair: 'Repair',
  merge: 'Merge',
  unattended: 'Without the developer',
  edit: 'Edit by hand',
  note: 'Note',
  approval: 'Approval',
  decision: 'Decision',
}

export const byWords: Readonly<Record<WorkReport['byHand'][number]['by'], string>> = {
  developer: 'by the developer',
  agent: 'by the agent',
  setting: 'by a setting',
  program: 'by spell',
  unknown: '',
}

/** The headings, in the order of the report. */
export const headings = {
  criteria: 'Acceptance criteria',
  tasks: 'Tasks',
  phases: 'Phases',
  threads: 'Review',
  byHand: 'Decided by hand',
  findings: 'What spell check finds',
  way: 'The way walked',
  next: 'What can be said next',
} as const

/** @returns the heading of the tasks, which in a plan are its phases */
export const tasksHeading = ({ verdict }: WorkReport): string =>
  verdict.counted === 'phases' ? headings.phases : headings.tasks

/** @returns that some are left out, and where they are; empty if none is */
export function leftOutText(count: number, what: keyof LeftOut): string {
  if (count === 0) return ''
  const [where, side] = sources[what]
  return `${count.toLocaleString('en')} ${side} ${count === 1 ? 'is' : 'are'} left out; ${where}.`
}

const sources: Readonly<Record<keyof LeftOut, readonly [where: string, side: string]>> = {
  tasks: ['all are in the folder of the work', 'earlier'],
  threads: ['all are in the folder of the work', 'earlier'],
  byHand: ['`spell history` has all', 'earlier'],
  findings: ['`spell check` has all', 'more'],
  edges: ['`spell history --json` has all', 'more'],
  recent: ['`spell history` has all', 'earlier'],
}

/** @returns `2026-11-23 11:08` in UTC; of a record by hand what it has, cut */
export const minuteOf = (time: string): string =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(time) ? `${time.slice(0, 10)} ${time.slice(11, 16)}` : time.slice(0, 40)

export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
