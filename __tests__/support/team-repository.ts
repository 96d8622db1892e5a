import { chainedEntry } from '../../src/work/history/entry-digest'
import type { HistoryLine } from '../../src/work/history/history-line'
import { castIn, historyFile, linesOf, stateFile, stateOf, writeLines } from './casting'
import { archiveWork } from './engineer-acts'
import { type Folder, madeOnce, makeFolder, makeRepository } from './folder'
import { commitAll, git, gitInTurn } from './git'

export const planFile = '.ai/task/plan.md'
const resultsFile = '.ai/task/task-results.md'

/** Ticks the first open criteria of the plan. */
export function tick(folder: Folder, count = 1): void {
  let plan = folder.read(planFile)
  for (let left = count; left > 0; left--) plan = plan.replace('- [ ]', '- [x]')
  folder.write({ [planFile]: plan })
}

/** @param commands those of the first criteria */
export const planOf = (criteria: number, commands: readonly string[] = [], title = 'Export'): string => {
  const boxes = Array.from({ length: criteria }, (_, index) => {
    const command = commands[index]
    return `- [ ] criterion ${index + 1}\n${command ? `  - run: \`${command}\`\n` : ''}`
  })
  return `# ${title}\n\n${boxes.join('')}`
}

/** Plans, up to the draft of the first task. */
export async function planned(folder: Folder, plan: string): Promise<void> {
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' })
  await castIn(folder, 'accio')
  folder.write({ [planFile]: plan })
  await castIn(folder, 'accio')
}

/** Carries out and archives the drafted task, and ticks the criteria that it met. */
export async function doneTask(folder: Folder, name: string): Promise<void> {
  folder.write({ '.ai/task/task.md': `---\ntask_name: ${name}\n---\n\n# Task\n\nDo ${name}.\n` })
  await castIn(folder, 'accio')
  folder.write({ [resultsFile]: `## Achieved\n\n${name} is done.\n` })
  await castIn(folder, 'accio')
  tick(folder)
}

/** Begins a review of the work, up to its task, which is carried out. */
export async function begunReview(folder: Folder): Promise<void> {
  await castIn(folder, 'reparo')
  folder.write({ '.ai/task/comments.md': '# Comments\n\nWhy no quotes?\n' })
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/review-task.md': '# Review\n\nQuote.\n' })
  await castIn(folder, 'accio')
}

/** Runs a whole review of the work. */
async function doneReview(folder: Folder): Promise<void> {
  await begunReview(folder)
  folder.write({ '.ai/task/review-task-results.md': '## Achieved\n\nQuoted.\n' })
  await castIn(folder, 'accio')
}

/**
 * A team's repository: `main` has one archived piece of work and the plan of a second one; the branch `export`
 * continues with two tasks and a review.
 */
const made = madeOnce(async () => {
  const folder = makeRepository({ 'README.md': '# Shop\n' })
  git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/main')
  await planned(folder, planOf(1, [], 'Login'))
  await doneTask(folder, 'login')
  await castIn(folder, 'accio')
  commitAll(folder, 'the first piece of work')
  await archiveWork(folder)
  await planned(folder, planOf(4))
  commitAll(folder, 'a plan')
  git(folder, 'checkout', '-qb', 'export')
  await doneTask(folder, 'header-row')
  commitAll(folder, 'a task')
  await doneTask(folder, 'order-rows')
  await doneReview(folder)
  commitAll(folder, 'a task and a review')
  // One pack file is copied faster than a hundred objects.
  git(folder, 'gc', '--quiet')
  return folder
})

/** A copy of that repository, which is created once. */
export async function shop(branch: 'main' | 'export' = 'export'): Promise<Folder> {
  const folder = await made()
  if (branch === 'main') git(folder, 'checkout', '-q', '--detach', 'main')
  return folder
}

/** A fresh clone, as in CI: without `.ai/.local/`. */
export function cloneOf(folder: Folder, ...options: string[]): Folder {
  const clone = makeFolder()
  const from = options.some((option) => option.startsWith('--depth')) ? `file://${folder.path}` : folder.path
  gitInTurn(
    clone,
    ['clone', '-q', '--template=', ...options, from, '.'],
    ...(options.length === 0 ? [['checkout', '-q', '--detach']] : []),
  )
  return clone
}

/** Changes the history and seals it again, as a skilled cheat would; the state is adapted. */
export async function forge(
  folder: Folder,
  change: (lines: HistoryLine[]) => readonly HistoryLine[],
  path = historyFile,
): Promise<void> {
  const before: HistoryLine[] = folder
    .read(path)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  const [oldest] = before
  const forged: HistoryLine[] = []
  for (const { number: _, previous: __, digest: ___, ...said } of change(before)) {
    const last = forged.at(-1)
    const first = {
      number: (oldest?.number ?? 1) - 1,
      ...(oldest?.previous && { digest: oldest.previous }),
    } as HistoryLine
    forged.push(chainedEntry(said, last ?? (oldest?.previous ? first : undefined)))
  }
  folder.write({ [path]: forged.map((line) => `${JSON.stringify(line)}\n`).join('') })
  if (path !== historyFile) return
  const current_state = forged.at(-1)?.transition.split(' → ')[1]
  folder.write({
    [stateFile]: `${JSON.stringify({ ...stateOf(folder), current_state, history: forged.slice(-50) }, null, 2)}\n`,
  })
}

export { historyFile, linesOf, stateFile, stateOf, writeLines }
