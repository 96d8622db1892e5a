import { basename, dirname } from 'node:path/posix'
import { makeRepository } from '../support/folder'
import { headings } from '../support/markdown-headings'
import { type Run, spellHere } from '../support/packed-program'

// One whole walk: from an empty repository through two tasks and a review, and back to
// the plan. It is played with the spells, with their plain words, and through --json.

interface Step {
  /** What the developer and the agent write before. */
  readonly write?: readonly [path: string, text: string]
  readonly cast: keyof typeof plainWords
  readonly row: string
  readonly to: string
  /** Sentences of the answer. */
  readonly says: readonly string[]
  readonly creates?: readonly string[]
  readonly moves?: readonly (readonly [from: string, to: string])[]
}

const plainWords = {
  accio: 'next',
  expecto: 'enrich',
  reparo: 'review',
  reverto: 'leave',
  finite: 'plan',
  lumos: 'status',
} as const

const planWith = (first: ' ' | 'x', second: ' ' | 'x') =>
  `# Export orders\n\n## Acceptance Criteria\n\n- [${first}] one line for each order\n- [${second}] the first line names the columns\n`

const archived = (folder: string, ...names: readonly string[]) =>
  names.map((name) => [`.ai/task/${name}`, `.ai/task/${folder}/${name}`] as const)

// biome-ignore format: what is cast, and where it leads, in one line
const walk: readonly Step[] = [
  {
    cast: 'accio', row: 'GC1', to: 'GATHER_EDITING_CONTEXT',
    says: ['The work begins with its context', 'Ask the developer for what is still missing'],
    creates: ['.ai/task/context.md', '.ai/plan-guide.md', '.ai/task-guide.md'],
  },
  {
    write: ['.ai/task/context.md', '# Context\n\nThe accountant types our orders by hand.\n'],
    cast: 'accio', row: 'GC2b', to: 'GATHER_EDITING',
    says: ['The agent drafts the plan', 'Draft `.ai/task/plan.md`'],
    creates: ['.ai/task/plan.md'],
  },
  {
    write: ['.ai/task/plan.md', planWith(' ', ' ')],
    cast: 'accio', row: 'G2', to: 'ACHIEVE_TASK_DRAFTING',
    says: ['2 open', '`.ai/task/task.md`'],
    creates: ['.ai/task/task.md'],
  },
  {
    write: ['.ai/task/task.md', '---\ntask_name: print-orders\n---\n\n# Task\n\nPrint the orders of a month.\n'],
    cast: 'accio', row: 'A1', to: 'ACHIEVE_TASK_EXECUTED',
    says: ['Do what the task says and no more', 'The agent carries out the task “print-orders”.'],
  },
  {
    write: ['.ai/task/task-results.md', '# Results\n\n31 orders, 31 lines.\n'],
    cast: 'accio', row: 'A2', to: 'ACHIEVE_TASK_DRAFTING',
    says: ['31 orders, 31 lines.', 'Tick each criterion', 'The task is archived.', 'The agent ticks'],
    creates: ['.ai/task/task.md'],
    moves: archived('tasks/task-print-orders-<stamp>', 'task.md', 'task-results.md'),
  },
  {
    write: ['.ai/task/plan.md', planWith('x', ' ')],
    cast: 'lumos', row: 'L3', to: 'ACHIEVE_TASK_DRAFTING',
    says: ['1 claimed · 1 open', '**Key Files:**', '**Export orders**'],
  },
  {
    write: ['.ai/task/task.md', '---\ntask_name: name-the-columns\n---\n\n# Task\n\nPrint a header.\n'],
    cast: 'accio', row: 'A1', to: 'ACHIEVE_TASK_EXECUTED',
    says: ['Do what the task says and no more', '“name-the-columns”'],
  },
  {
    write: ['.ai/task/task-results.md', '# Results\n\nThe first line is `number,date,total`.\n'],
    cast: 'accio', row: 'A2', to: 'ACHIEVE_TASK_DRAFTING',
    says: ['The first line is `number,date,total`.', 'The task is archived.'],
    creates: ['.ai/task/task.md'],
    moves: archived('tasks/task-name-the-columns-<stamp>', 'task.md', 'task-results.md'),
  },
  {
    write: ['.ai/task/plan.md', planWith('x', 'x')],
    cast: 'accio', row: 'A3', to: 'ACHIEVE_COMPLETE',
    says: ['Every criterion is met: the work is complete.'],
  },
  {
    cast: 'reparo', row: 'A5a', to: 'PR_GATHERING_COMMENTS_A',
    says: ['pull request', '`.ai/task/comments.md`'],
    creates: ['.ai/task/comments.md'],
  },
  {
    write: ['.ai/task/comments.md', '# Review Comments\n\nkim: 1250 cents are printed as 1250.\n'],
    cast: 'accio', row: 'P1', to: 'PR_REVIEW_TASK_DRAFT_A',
    says: ['`.ai/task/review-task.md`'],
    creates: ['.ai/task/review-task.md'],
  },
  {
    write: ['.ai/task/review-task.md', '# Review Task\n\nPrint totals in euros.\n'],
    cast: 'accio', row: 'P2', to: 'PR_APPLIED_PENDING_ARCHIVE_A',
    says: ['`.ai/task/review-task-results.md`'],
  },
  {
    write: ['.ai/task/review-task-results.md', '# Review Task Results\n\nTotals are euros now: 12.50.\n'],
    cast: 'accio', row: 'P4a', to: 'ACHIEVE_TASK_DRAFTING',
    says: ['Totals are euros now: 12.50.'],
    moves: archived('pr-reviews/pr-review-<stamp>', 'comments.md', 'review-task.md', 'review-task-results.md'),
  },
  { cast: 'accio', row: 'A3', to: 'ACHIEVE_COMPLETE', says: ['the work is complete'] },
  { cast: 'finite', row: 'F2', to: 'GATHER_EDITING', says: ['Back to the plan.'] },
]

/** Two walks may fall into different minutes. */
const withoutStamps = (text: string) => text.replace(/\d{4}-\d\d-\d\d-\d{4}\b/g, '<stamp>')

interface Played extends Step {
  readonly from: string
  readonly run: Run
  /** All files under `.ai/` after the step, by their path without stamps. */
  readonly files: Readonly<Record<string, string>>
}

/** Plays the walk in a fresh repository. */
function play(args: (spell: Step['cast']) => readonly string[]): Played[] {
  const shop = makeRepository({ 'README.md': '# Shop\n' })
  return walk.map((step, index) => {
    if (step.write) shop.write({ [step.write[0]]: step.write[1] })
    const run = spellHere(shop.path, args(step.cast))
    const files = Object.entries(shop.contents()).map(([path, text]) => [withoutStamps(path), text])
    return { ...step, from: walk[index - 1]?.to ?? 'GATHER_NEEDS_CONTEXT', run, files: Object.fromEntries(files) }
  })
}

/** Which files there are after each step, when it writes, creates and moves exactly what it says. */
function expectedFiles(): string[][] {
  const there = new Set(['.ai/task/history.jsonl', '.ai/task/state.json'])
  return walk.map(({ write, creates = [], moves = [] }) => {
    if (write) there.add(write[0])
    for (const [from, to] of moves) {
      there.delete(from)
      there.add(to)
    }
    for (const path of creates) there.add(path)
    return [...there].sort()
  })
}

describe('the walk from an empty repository to the end and back to the plan', () => {
  let played: Played[]
  beforeAll(() => {
    played = play((name) => [name])
  })

  test('every step answers as it should and does to the files what it says, no more', () => {
    const filesAfter = expectedFiles()
    for (const [index, { says, row, run, files, moves = [], creates = [] }] of played.entries()) {
      const answer = withoutStamps(run.stdout)
      const told = [
        ...says,
        ...moves.flatMap(([, to]) => [`Moved to \`${dirname(to)}/\`: `, `\`${basename(to)}\``]),
        ...creates.map((path) => `\`${path}\``),
        ...(creates.length > 0 ? ['Created '] : []),
      ]
      expect({
        row,
        exitCode: run.exitCode,
        stderr: run.stderr,
        headings: headings(answer),
        untold: told.filter((sentence) => !answer.includes(sentence)),
        files: Object.keys(files).sort(),
      }).toEqual({
        row,
        exitCode: 0,
        stderr: '',
        headings: ['## Response to the AI', '## Response to the Developer'],
        untold: [],
        files: filesAfter[index],
      })
    }
  })
})

describe('every plain word', () => {
  const task = (state: string, files: Readonly<Record<string, string>>) => ({
    '.ai/task/state.json': JSON.stringify({ current_state: state }),
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`.ai/task/${name}`, text])),
  })
  const places = {
    'while planning': task('GATHER_EDITING', { 'plan.md': '- [ ] a, see https://shop.atlassian.net/browse/S-1\n' }),
    'in a review': task('PR_GATHERING_COMMENTS_G', { 'plan.md': '- [ ] a\n', 'comments.md': '# Comments\n' }),
  }

  test.each(Object.entries(places))('answers %s as its spell does', (_, files) => {
    for (const [name, word] of Object.entries(plainWords)) {
      const [asSpell, asWord] = [makeRepository(files), makeRepository(files)]
      const before = spellHere(asSpell.path, [name])
      const after = spellHere(asWord.path, [word])
      expect({ word, ...after }).toEqual({ word, ...before })
      expect(Object.keys(asWord.contents())).toEqual(Object.keys(asSpell.contents()))
    }
  })
})
