import { baseIn } from '../../src/check/base'
import { check } from '../../src/check/check'
import type { Rule } from '../../src/check/finding'
import { mergeBaseWith } from '../../src/git/base'
import { withGit } from '../../src/git/git'
import { Failure } from '../../src/text/failure'
import { castIn } from './casting'
import {
  asked,
  beginTask,
  commands,
  kinds,
  type Moment,
  meetFirst,
  must,
  NotHere,
  proveAll,
  read,
  resultsFile,
  settingsFile,
} from './dishonest-kinds'
import { archiveWork } from './engineer-acts'
import { type Folder, madeOnce, makeRepository } from './folder'
import { commitAll, git } from './git'
import { type Random, randomFrom } from './random'
import { doneTask, planFile, planned, planOf, stateOf } from './team-repository'

/**
 * A repository whose tag `base` has one archived piece of work, and the plan of a second one.
 * @param isProvable whether criteria of the second plan have commands, and the settings ask for one
 */
const begin = madeOnce(async (isProvable: boolean) => {
  const folder = makeRepository({ 'README.md': '# Shop\n' })
  await planned(folder, planOf(1, [], 'Login'))
  await doneTask(folder, 'login')
  await castIn(folder, 'accio')
  commitAll(folder)
  await archiveWork(folder)
  if (isProvable) folder.write({ [settingsFile]: JSON.stringify({ proof: { always: [asked] } }) })
  await planned(folder, planOf(4, isProvable ? commands : []))
  commitAll(folder)
  git(folder, 'tag', 'base')
  return folder
})

/** Honest work with all its variations; pauses at each moment. */
async function* honest(folder: Folder, random: Random, isProvable: boolean): AsyncGenerator<Moment> {
  const isChance = () => random.below(3) === 0
  // What a cheat has ticked is not proven by honest work.
  const met = new Set<string>()
  const planning = async () => {
    must((await castIn(folder, 'finite')).to === 'GATHER_EDITING')
    if (isChance()) folder.write({ [planFile]: `${read(folder, planFile)}- [ ] one more ${random.below(1000)}\n` })
  }
  yield 'fresh'
  if (isChance()) {
    await planning()
    await castIn(folder, 'accio')
    yield 'fresh'
  }
  for (let task = 0; task < 9 && read(folder, planFile).includes('- [ ] '); task++) {
    await beginTask(folder, `---\ntask_name: task-${task}\n---\n\nDo it.\n`)
    yield 'task'
    // The cheat may have finished it.
    if (stateOf(folder).current_state === 'ACHIEVE_TASK_EXECUTED') {
      folder.write({ [resultsFile]: `Task ${task} is done.\n` })
      await castIn(folder, 'accio')
    }
    if (isProvable) folder.write({ 'src/export.txt': `${task}` })
    for (const text of await meetFirst(folder)) met.add(text)
    if (isProvable) await proveAll(folder, met)
    if (isChance()) commitAll(folder)
    yield 'between'
    if (isChance()) {
      await castIn(folder, 'reparo')
      folder.write({ '.ai/task/comments.md': `# Comments\n\nWhy ${task}?\n` })
      await castIn(folder, 'accio')
      yield 'review'
      folder.write({ '.ai/task/review-task.md': '# Review\n\nQuote.\n' })
      await castIn(folder, 'accio')
      folder.write({ '.ai/task/review-task-results.md': `## Achieved\n\nQuoted ${task}.\n` })
      must((await castIn(folder, 'accio')).to === 'ACHIEVE_TASK_DRAFTING')
      yield 'between'
    }
    // If no criterion is open, there is no task to go back to.
    if (isChance() && read(folder, planFile).includes('- [ ] ')) {
      await planning()
      yield 'planning'
      await castIn(folder, 'accio')
    }
  }
  must((await castIn(folder, 'accio')).to === 'ACHIEVE_COMPLETE')
  yield 'complete'
}

export interface Walked {
  readonly done: readonly string[]
  readonly found: readonly Rule[]
  /** What the findings say, a line each. */
  readonly says: string
  readonly told: readonly Rule[]
  readonly folder: Folder
}

/** Damaged work cannot be read or continued. */
const isRefused = (error: unknown): boolean =>
  error instanceof NotHere ||
  error instanceof Failure ||
  error instanceof SyntaxError ||
  (error as { code?: unknown }).code === 'ENOENT'

/**
 * Works honestly, but cheats in the named ways, each at a moment at which it applies.
 * @param names of `kinds`
 * @param isProven whether criteria have commands, although none of the kinds needs them
 * @returns what was really done, and what a check finds
 */
export async function walk(names: readonly string[], random: Random, isProven = false): Promise<Walked> {
  const isProvable = isProven || names.some((name) => kinds[name]?.isOfProofs)
  const folder = await begin(isProvable)
  const done: string[] = []
  const left = new Set(names)
  /** While planning, criteria may be reworded. */
  const isHonestNow = (name: string) =>
    stateOf(folder).current_state === 'GATHER_EDITING' && kinds[name]?.rules?.includes('criteria-changed')
  const attempt = async (name: string) => {
    const files = folder.contents()
    try {
      must(!isHonestNow(name))
      await kinds[name]?.do(folder, random)
      done.push(name)
      left.delete(name)
    } catch (error) {
      if (!isRefused(error)) throw error
      // Nothing must be left half-done.
      folder.remove('.ai')
      folder.write(files)
    }
  }
  // Do not wait for a cheat that applies only at the beginning.
  const wait = names.some((name) => !kinds[name]?.goesOn && kinds[name]?.at?.join() === 'fresh') ? 0 : random.below(6)
  let moments = 0
  let at: Moment = 'fresh'
  try {
    for await (const moment of honest(folder, random, isProvable)) {
      at = moment
      const able = [...left].filter((name) => kinds[name]?.goesOn && (kinds[name]?.at?.includes(moment) ?? true))
      for (const name of able) {
        const isNow = moments >= wait || kinds[name]?.at?.join() === 'fresh'
        if (isNow || random.below(3) === 0) await attempt(name)
      }
      moments += 1
      const isLast = [...left].every((name) => !kinds[name]?.goesOn && (kinds[name]?.at?.includes(moment) ?? true))
      if (moments > wait && isLast) break
    }
  } catch (error) {
    // Honest work may have become impossible.
    if (!isRefused(error)) throw error
  }
  for (const name of [...left].filter((one) => !kinds[one]?.goesOn && (kinds[one]?.at?.includes(at) ?? true)))
    await attempt(name)
  commitAll(folder)
  folder.remove('.ai/.local')
  const found = await withGit(folder.path, process.env, (git) => mergeBaseWith(git, 'base'))
  const base = await baseIn(found, 'base')
  const noOverrides = done.some((name) => kinds[name]?.isTold)
  const request = { requirement: 'any', noOverrides, base } as const
  const report = await check(folder.path, {}, new Date('2026-08-22'), request, (_, state) => state)
  const rulesOf = (all: readonly { rule: Rule }[]) => [...new Set(all.map(({ rule }) => rule))]
  return {
    done,
    found: rulesOf(report.findings),
    says: report.findings.map(({ message }) => message).join('\n'),
    told: rulesOf(report.noted),
    folder,
  }
}

/** The kinds that a check finds, and those that none can find. */
export const findable = Object.keys(kinds).filter((name) => kinds[name]?.rules.length)
export const unfindable = Object.keys(kinds).filter((name) => kinds[name]?.says)

/** Rules that honest work may violate, too, by its current state. */
export const standing: readonly Rule[] = ['error-state', 'pending-archive', 'file-missing']

/** The first walk in which it could be done. */
export async function walkWith(name: string): Promise<Walked> {
  for (let seed = 1; seed < 60; seed++) {
    const walked = await walk([name], randomFrom(seed))
    if (walked.done.length > 0) return walked
    walked.folder.remove('.')
  }
  throw new Error('there was no moment for it')
}
