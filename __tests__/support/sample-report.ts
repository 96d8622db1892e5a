import type { ReportedThread, WorkReport } from '../../src/show/model'
import { code } from '../../src/text/markdown/code'
import { standings } from '../../src/workflow/criteria/counts'
import type { ReportedCriterion, ReportedDecision, ReportedTask } from '../../src/workflow/reporting'

const time = '2026-08-20T15:30:00Z'

/** A report of which nothing is to be told. */
export const nothing = {
  changes: null,
  criteria: [],
  changed: [],
  tasks: [],
  threads: [],
  byHand: [],
  findings: [],
  next: [],
} satisfies Partial<WorkReport>

/** A report in which each text that a user or an agent has written is this one, and every list has something. */
export function sampleReport(text: string, more: Partial<WorkReport> = {}): WorkReport {
  const criteria = [...standings, 'agreed' as const].map(
    (standing): ReportedCriterion => ({
      text,
      standing,
      isMet: standing === 'proven' || standing === 'claimed',
      byDeveloper: standing === 'confirmed',
      evidence: text,
      commands: [
        {
          command: text || 'a',
          folder: 'b',
          expect: ['exit 3', `stdout contains ${code(text || 'a')}`],
          result: 'failed, exit 1',
          outcome: 'failed',
          time,
          ms: 20,
          commit: 'a'.repeat(40),
          isFresh: false,
          output: [text, '', `  ${text}`],
        },
        { command: text || 'a', folder: '', expect: [], result: 'never ran', outcome: null, isFresh: null },
      ],
    }),
  )
  const task: ReportedTask = {
    name: text,
    group: text,
    status: 'done',
    achieved: `${text}\n\n- ${text}\n\n## ${text}\n`,
    path: '.ai/task/task.md',
    time,
  }
  const thread: ReportedThread = {
    id: 'r1',
    place: text,
    question: text,
    decision: text,
    answer: text,
    isResolved: false,
  }
  const decision: ReportedDecision = { kind: 'note', text, by: 'developer', said: text, time }
  return {
    workflow: 'engineer',
    work: text || 'task',
    title: text || 'task',
    folder: '.ai/task',
    isArchived: false,
    id: 'abcd1234',
    state: 'A',
    stateTitle: text,
    phase: 'task',
    verdict: {
      isComplete: false,
      text: `Not complete: ${text}`,
      counted: 'criteria',
      total: 6,
      met: 2,
      proven: 1,
      commit: 'a'.repeat(40),
    },
    criteria,
    changed: [{ number: 1, text, difference: text, after: 'it had failed' }],
    tasks: [task],
    changes: {
      from: 'b'.repeat(40),
      to: 'a'.repeat(40),
      isNow: true,
      commits: [{ id: 'a'.repeat(40), subject: text }],
      files: [
        { path: text || 'a', added: 3, removed: 1 },
        { path: 'b', isUntracked: true },
      ],
    },
    notSolved: [text],
    threads: [thread, { ...thread, answer: '', isResolved: true }],
    byHand: [decision],
    findings: [{ rule: 'override', message: text }],
    way: {
      steps: 2,
      states: [{ state: 'A', title: text, visits: 2, first: time, last: time }],
      edges: [{ from: 'A', to: 'A', by: 'accio', count: 2, last: time }],
      recent: [{ time: text, by: text, from: 'A', to: 'B' }],
    },
    next: [{ say: 'Accio (next)', summary: text, event: 'accio', to: ['A'] }],
    leftOut: { tasks: 1, threads: 1, commits: 1, files: 1, byHand: 1, findings: 1, edges: 1, recent: 1 },
    ...more,
  }
}
