import { createHash } from 'node:crypto'
import { cast } from '../../src/cast/cast'
import type { Rule } from '../../src/check/finding'
import { filesUnder } from '../../src/disk/read'
import { chainedEntry } from '../../src/work/history/entry-digest'
import type { HistoryLine } from '../../src/work/history/history-line'
import { layout } from '../../src/work/history/layout'
import { tableDigest } from '../../src/work/history/table-digest'
import type { NewProof } from '../../src/work/proof-log'
import { workIn } from '../../src/work/work'
import { readCriterion } from '../../src/workflow/criteria/criterion'
import { engineer } from '../../src/workflows/engineer'
import { addProof } from './add-proof'
import { castIn, edgeAt } from './casting'
import { repair } from './doctoring'
import { archiveWork, moveTo, takeBack } from './engineer-acts'
import { copyOf, copyTree, type Folder, makeFolder } from './folder'
import { commitAll, git } from './git'
import { prove } from './provable-work'
import type { Random } from './random'
import { settleAs } from './settled'
import {
  begunReview,
  forge,
  historyFile,
  linesOf,
  planFile,
  stateFile,
  stateOf,
  tick,
  writeLines,
} from './team-repository'

/** The stage of an honest walk; `fresh` is before the first task is finished. */
export type Moment = 'fresh' | 'planning' | 'between' | 'task' | 'review' | 'complete'

export interface Kind {
  readonly do: (folder: Folder, random: Random) => unknown
  /** The moments at which it is one (default: all). */
  readonly at?: readonly Moment[]
  /** The rules of which at least one is violated; empty if no check can find it. */
  readonly rules: readonly Rule[]
  /** Its entry in docs/check.md under "What no check can find": the bold words of a line. */
  readonly says?: string
  /** Whether honest work continues after it; files that a spell would repair are checked as they are. */
  readonly goesOn?: true
  /** Whether it is only reported, and a violation with `--no-overrides`. */
  readonly isTold?: true
  /** Whether criteria of the plan have commands. */
  readonly isOfProofs?: true
  /** Whether it rewrites entries of the base: a repair may have named that, which is reported. */
  readonly isOfPast?: true
}

/** There is nothing to apply it to. */
export class NotHere extends Error {}
export const must = <Value>(value: Value | undefined | null | false | ''): Value => {
  if (!value) throw new NotHere()
  return value
}

export const settingsFile = '.ai/spell.json'
const proofsFile = '.ai/task/proofs.jsonl'
/** The commands of the first criteria of a plan, and one that the settings ask for. */
export const commands = ['node test.mjs header', 'node test.mjs rows', 'node test.mjs quotes'] as const
export const asked = 'node test.mjs all'
export const resultsFile = '.ai/task/task-results.md'
const taskFile = '.ai/task/task.md'
const has = (folder: Folder, path: string) => filesUnder(folder.path, '.ai').includes(path)
export const read = (folder: Folder, path: string) => folder.read(must(has(folder, path) && path))
const rewrite =
  (path: string, change: (text: string, random: Random) => string) => (folder: Folder, random: Random) => {
    const before = read(folder, path)
    const after = change(before, random)
    folder.write({ [path]: must(after !== before && after) })
  }

const isCriterion = (line: string) => /^- \[[ x]\] ./.test(line)
const isOpen = (line: string) => /^- \[ \] ./.test(line)
const isTicked = (line: string) => /^- \[x\] ./.test(line)

const added = 'it is good'
/** Changes one criterion of the plan. */
const criterion = (change: (line: string) => string, which = isCriterion) =>
  rewrite(planFile, (text, random) => {
    const lines = text.split('\n')
    // A criterion that another cheat added and this one takes out again would leave honest work.
    const isAdded = (line: string) =>
      line.endsWith(added) || lines.filter((other) => isCriterion(other) && textOf(other) === textOf(line)).length > 1
    const able = lines.filter((line) => which(line) && !isAdded(line))
    const line = random.one(must(able.length > 0 && able))
    return lines.map((other) => (other === line ? change(other) : other)).join('\n')
  })
const textOf = (line: string) => line.slice('- [ ] '.length)

const inState = (change: (state: ReturnType<typeof stateOf>) => object) =>
  rewrite(stateFile, (text) => `${JSON.stringify({ ...JSON.parse(text), ...change(JSON.parse(text)) }, null, 2)}\n`)
const inLines =
  (change: (lines: string[], random: Random) => readonly string[]) => (folder: Folder, random: Random) => {
    read(folder, historyFile)
    const lines = linesOf(folder)
    const changed = change(lines, random)
    must(changed.join() !== lines.join())
    writeLines(folder, changed)
  }
/** The index of a line, but not the last one. */
const before = (lines: readonly unknown[], random: Random) => random.below(must(lines.length - 1))
const forged =
  (change: (lines: HistoryLine[], random: Random) => readonly HistoryLine[], path = historyFile) =>
  async (folder: Folder, random: Random) => {
    read(folder, path)
    if (path === historyFile) must(stateOf(folder).history?.length > 0)
    await forge(folder, (lines) => change(lines, random), path)
  }
const endOf = (lines: readonly HistoryLine[]) => must(lines.at(-1)).transition.split(' → ')[1] ?? ''
/** What an entry says of a plan whose criteria were listed before. */
const planOf = (folder: Folder): NonNullable<HistoryLine['plan']> => {
  const criteria = read(folder, planFile).split('\n').filter(isCriterion)
  const ticked = criteria.map((line) => (isTicked(line) ? 'x' : '-')).join('')
  return { digest: noDigest, criteria: criteria.length, open: criteria.filter(isOpen).length, ticked }
}
/** An entry that is judged by the table that made it. */
const step = (
  lines: readonly HistoryLine[],
  to: string,
  row: string,
  more: Partial<HistoryLine> = {},
): HistoryLine => ({
  timestamp: '2026-08-20T15:30:00Z',
  transition: `${endOf(lines)} → ${to}`,
  trigger: 'Accio',
  row,
  layout,
  table: tableDigest(engineer.definition),
  ...more,
})
const noDigest = '1'.repeat(64)
const [tasks, reviews, archive] = ['.ai/task/tasks/', '.ai/task/pr-reviews/', '.ai/archive/'] as const
/** Adds an entry to a chain that is sealed again. */
const stepAdded = (...[to, row, more]: [to: string, row: string, more?: Partial<HistoryLine>]) =>
  forged((lines) => [...lines, step(lines, to, row, more)])
const someFile = (folder: Folder, random: Random, under: string, name: RegExp) => {
  const all = filesUnder(folder.path, '.ai').filter((path) => path.startsWith(under) && name.test(path))
  return random.one(must(all.length > 0 && all))
}
const inFile = (under: string, name: RegExp, change: (text: string) => string) => (folder: Folder, random: Random) => {
  const path = someFile(folder, random, under, name)
  rewrite(path, change)(folder, random)
}
/** A file moved elsewhere with the same text is not lost. */
const gone = (under: string, name: RegExp) => (folder: Folder, random: Random) => {
  const path = someFile(folder, random, under, name)
  const text = folder.read(path)
  must(Object.values(folder.contents()).filter((other) => other === text).length === 1)
  folder.remove(path)
}

const repaired = async (folder: Folder) => {
  await settleAs(folder)
  await repair(engineer, edgeAt(folder))
}
/** A conflict that git has not made: the other side has one entry. */
const shamConflict = (folder: Folder, line: string, path = historyFile) =>
  folder.write({ [path]: `${read(folder, path)}<<<<<<< HEAD\n=======\n${line}\n>>>>>>> other\n` })
const tickAll = (folder: Folder) => {
  must(read(folder, planFile).includes('- [ ] '))
  tick(folder, 20)
}
/** Writes the drafted task and begins it: one that is still its template would not begin. */
export const beginTask = async (folder: Folder, text = 'Do it.\n') => {
  folder.write({ [taskFile]: text })
  must((await castIn(folder, 'accio')).to === 'ACHIEVE_TASK_EXECUTED')
}
/** Starts a task, does something, and leaves the task without results until the work is complete. */
const inLeftTask = (act: (folder: Folder, random: Random) => unknown) => async (folder: Folder, random: Random) => {
  await beginTask(folder)
  await act(folder, random)
  must((await castIn(folder, 'accio')).to === 'ERROR_TASK_RESULTS_MISSING')
  await castIn(folder, 'accio')
  await castIn(folder, 'accio')
}
const whilePlanning = (act: (folder: Folder, random: Random) => unknown) => async (folder: Folder, random: Random) => {
  must((await castIn(folder, 'finite')).to === 'GATHER_EDITING')
  await act(folder, random)
  await castIn(folder, 'accio')
}

const kind = (of: Omit<Kind, 'do'>, act: Kind['do']): Kind => ({ ...of, do: act })
/** Several ways to cheat of the same kind. */
const all = (kind: Omit<Kind, 'do'>, acts: Readonly<Record<string, Kind['do']>>): Record<string, Kind> =>
  Object.fromEntries(Object.entries(acts).map(([name, act]) => [name, { ...kind, do: act }]))

const anyWork: readonly Moment[] = ['fresh', 'between', 'task', 'complete', 'review']
const changing = { at: anyWork, goesOn: true } as const
const fresh = { at: ['fresh'], goesOn: true } as const
const changed = { ...changing, rules: ['criteria-changed'] } as const
const ticked = { ...fresh, rules: ['criteria-ticked'] } as const

const criteria: Readonly<Record<string, Kind>> = {
  ...all(ticked, {
    'a criterion is ticked before a task': (folder) => tick(folder),
    'all are ticked, and the work is completed': async (folder) => {
      tickAll(folder)
      await castIn(folder, 'accio')
    },
    'all are ticked in a task that is left': inLeftTask(tickAll),
    'all are ticked in a task that is left, and reworded while planning': async (folder, random) => {
      await beginTask(folder)
      tickAll(folder)
      must((await castIn(folder, 'accio')).to === 'ERROR_TASK_RESULTS_MISSING')
      await castIn(folder, 'finite')
      rewrite(planFile, (text) => text.replaceAll(/^- \[x\] /gm, '- [x] nearly: '))(folder, random)
      await castIn(folder, 'accio')
      must((await castIn(folder, 'accio')).to === 'ACHIEVE_COMPLETE')
    },
    'a copy of a criterion is added, ticked': rewrite(planFile, (text) =>
      text.replace(/^- \[ \] (.*\n)/m, '- [ ] $1- [x] $1'),
    ),
    'a ticked criterion is added': rewrite(planFile, (text) => `${text}- [x] ${added}\n`),
    'an open criterion is replaced by a ticked one while planning': whilePlanning(
      criterion(() => `- [x] ${added}`, isOpen),
    ),
    'a ticked criterion gets other words and a copy, while planning': whilePlanning(
      rewrite(planFile, (text) => text.replace(/^- \[ \] (.*\n)/m, '- [x] it is what it is\n- [ ] $1')),
    ),
  }),
  'one tick is moved to another criterion, in a task that is left': kind(
    { at: ['between'], goesOn: true, rules: ['criteria-ticked'] },
    inLeftTask((folder, random) => {
      criterion((line) => line.replace('[x]', '[ ]'), isTicked)(folder, random)
      // Only the criterion whose tick was removed is open.
      rewrite(planFile, (text) => text.replaceAll('- [ ] ', '- [x] ').replace('- [x] ', '- [ ] '))(folder, random)
      criterion((line) => line.replace('[ ]', '[x]'), isOpen)(folder, random)
    }),
  ),
  ...all(changed, {
    'a criterion is reworded': criterion((line) => `${line.slice(0, 6)}it is what it is`),
    'a criterion is weakened in a line below it': criterion((line) => `${line}\n  if it can be done`),
  }),
  ...all(changed, {
    'an open criterion is taken out': criterion(() => '', isOpen),
    'a criterion is put into a comment': criterion((line) => `\n<!--\n${line}\n-->\n`),
  }),
  'a ticked criterion is taken out': { ...changed, at: ['between', 'task'], do: criterion(() => '', isTicked) },
  'the plan is thrown away': kind({ at: ['task', 'between'], rules: ['file-missing'] }, (folder) =>
    folder.remove(planFile),
  ),
  'criteria are reworded, and a version that only counts goes on': kind(
    { at: ['task'], goesOn: true, rules: ['criteria-changed'] },
    async (folder, random) => {
      criterion((line) => `${line}, mostly`)(folder, random)
      folder.write({ [resultsFile]: 'done\n' })
      await castIn(folder, 'accio')
      await forge(folder, (lines) =>
        lines.map((line) => {
          if (line !== lines.at(-1) || !line.plan) return line
          const { digest, criteria, open } = line.plan
          return { ...line, plan: { digest, criteria, open } }
        }),
      )
    },
  ),
  'a criterion is reworded in work that is archived then': kind(
    { at: ['complete'], rules: ['criteria-changed'] },
    async (folder, random) => {
      criterion((line) => `${line}, mostly`)(folder, random)
      await archiveWork(folder)
    },
  ),
  'work that was ticked through is archived': kind({ at: ['fresh'], rules: ['criteria-ticked'] }, async (folder) => {
    tickAll(folder)
    await castIn(folder, 'accio')
    await archiveWork(folder)
  }),
}

/** Ticks everything, and lets the tool's own repair forget it. */
const laundered = (act: (folder: Folder, random: Random) => unknown): Kind => ({
  ...ticked,
  do: async (folder, random) => {
    tickAll(folder)
    await act(folder, random)
    const plan = read(folder, planFile)
    await repaired(folder)
    // The side that continues has its own plan.
    folder.write({ [planFile]: plan })
    await castIn(folder, 'accio')
  },
})
/** An entry of no step, sealed as if it were one. */
const madeUp = async (folder: Folder): Promise<string> => {
  const lines = linesOf(folder).map((text) => JSON.parse(text))
  return JSON.stringify(chainedEntry(step(lines, 'ACHIEVE_TASK_EXECUTED', 'A1'), undefined))
}
/** What a repair is made to repair, or a conflict that it is made to settle. */
const launders: Readonly<Record<string, Kind['do']>> = {
  'a conflict with its own last line': (folder) => shamConflict(folder, linesOf(folder).at(-1) ?? ''),
  'a conflict with a line of older work': (folder, random) => {
    const older = read(folder, someFile(folder, random, archive, /\/history\.jsonl$/))
    shamConflict(folder, random.one(older.trimEnd().split('\n')))
  },
  'a conflict with a line that was made up': async (folder) => shamConflict(folder, await madeUp(folder)),
  'a conflict with a line that a note quotes': async (folder) => {
    const line = await madeUp(folder)
    await cast(workIn(folder.path, engineer), 'accio', edgeAt(folder), line.slice(-1500))
    commitAll(folder)
    shamConflict(folder, line)
  },
  'a conflict in the state': (folder) => {
    const state = read(folder, stateFile)
    folder.write({ [stateFile]: `<<<<<<< HEAD\n${state}=======\n${state}>>>>>>> other\n` })
  },
  'a state and a history of garbage': (folder) =>
    folder.write({ [stateFile]: 'garbage', [historyFile]: `${read(folder, historyFile)}garbage\n` }),
}
const launderings: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(Object.entries(launders).map(([by, act]) => [`ticks are laundered by ${by}`, laundered(act)])),
  'ticks are laundered by a history that lost its first line': {
    ...laundered((folder, random) => inLines((lines) => lines.slice(1))(folder, random)),
    rules: ['criteria-ticked', 'history-begins-midway'],
  },
  'ticks are laundered by a line of a repair that was made up': kind(ticked, async (folder, random) => {
    tickAll(folder)
    const said = { trigger: 'Doctor', note: 'A merge.', other: noDigest }
    await forged((lines) => [...lines, step(lines, endOf(lines), 'adopted', said)])(folder, random)
    await castIn(folder, 'accio')
  }),
}

const states: Readonly<Record<string, Kind>> = {
  ...all(
    { rules: ['state-by-hand'] },
    {
      'the state is edited': inState(({ current_state }) => ({
        current_state: current_state === 'ACHIEVE_COMPLETE' ? 'ACHIEVE_TASK_DRAFTING' : 'ACHIEVE_COMPLETE',
      })),
    },
  ),
  'the state is edited, and its last line with it': kind(
    { rules: ['state-line-changed', 'state-by-hand'] },
    inState(({ history, current_state }) => {
      const other = current_state === 'ACHIEVE_COMPLETE' ? 'GATHER_EDITING' : 'ACHIEVE_COMPLETE'
      const last = must(history?.at(-1))
      const changed = { ...last, transition: `${last.transition.split(' → ')[0]} → ${other}` }
      return { current_state: other, history: [...history.slice(0, -1), changed] }
    }),
  ),
  'the state is thrown away': kind({ rules: ['state-removed', 'history-removed'] }, (folder) => {
    read(folder, historyFile)
    folder.remove(stateFile)
  }),
  'the state of the base is brought back': kind(
    { rules: ['state-older', 'state-by-hand', 'merge-conflict', 'state-unreadable'] },
    (folder) => {
      const was = read(folder, stateFile)
      git(folder, 'checkout', '-q', 'base', '--', stateFile)
      must(read(folder, stateFile) !== was)
    },
  ),
  'work is handed in while a review waits': kind(
    { at: ['fresh', 'between', 'complete'], rules: ['pending-archive'] },
    async (folder) => {
      await begunReview(folder)
      must(stateOf(folder).current_state.startsWith('PR_APPLIED_PENDING_ARCHIVE'))
    },
  ),
  'work is handed in that waits for its task': kind(
    { at: ['fresh', 'between'], rules: ['error-state', 'criteria-ticked'] },
    async (folder) => {
      folder.remove(taskFile)
      must((await castIn(folder, 'accio')).to.startsWith('ERROR'))
    },
  ),
  'the task is thrown away while it is carried out': kind({ at: ['task'], rules: ['file-missing'] }, (folder) =>
    folder.remove(must(has(folder, taskFile) && taskFile)),
  ),
  'the settings are broken': kind({ rules: ['settings-wrong'] }, (folder) =>
    folder.write({ '.ai/spell.json': '{\n  "lunch": 1\n}\n' }),
  ),
}

const chain: readonly Rule[] = ['history-chain-broken']
const histories: Readonly<Record<string, Kind>> = {
  'the last line is taken out': kind(
    { rules: ['history-behind', 'history-rewritten'] },
    inLines((lines) => lines.slice(0, -1)),
  ),
  'a line in the middle is taken out': kind(
    { rules: [...chain, 'history-begins-midway', 'history-behind'] },
    inLines((lines, random) =>
      lines.filter((_, index, { length }) => index !== random.below(1) + Math.floor(length / 2)),
    ),
  ),
  'the first lines are taken out': kind(
    { rules: ['history-begins-midway', 'history-rewritten'], isOfPast: true },
    inLines((lines) => lines.slice(2)),
  ),
  ...all(
    { rules: chain },
    {
      'a line is there twice': inLines((lines, random) => {
        const at = random.below(must(lines.length))
        return [...lines.slice(0, at), must(lines[at]), ...lines.slice(at)]
      }),
      'the time of a line is edited': inLines((lines, random) => {
        const at = before(lines, random)
        return lines.map((line, index) => (index === at ? line.replace('"timestamp":"2', '"timestamp":"1') : line))
      }),
      'a line is written by hand': inLines((lines) => {
        const line = step([JSON.parse(must(lines.at(-1)))], 'ACHIEVE_COMPLETE', 'A3')
        return [...lines, JSON.stringify(line)]
      }),
    },
  ),
  'a line of older work is put in': kind({ rules: [...chain, 'history-behind'] }, (folder, random) => {
    const [line = ''] = read(folder, someFile(folder, random, archive, /\/history\.jsonl$/)).split('\n')
    inLines((lines) => [...lines, line])(folder, random)
  }),
  'a line is edited and sealed again': kind(
    { rules: [...chain, 'history-rewritten'], isOfPast: true },
    async (folder, random) => {
      const lines = linesOf({ ...folder, read: (path) => read(folder, path) }).map((line) => JSON.parse(line))
      const at = before(lines, random)
      const { number: _, previous: __, digest: ___, ...said } = lines[at]
      lines[at] = chainedEntry({ ...said, note: 'all was fine' }, lines[at - 1])
      writeLines(
        folder,
        lines.map((line) => JSON.stringify(line)),
      )
    },
  ),
  'a line is cut off': kind(
    { rules: ['history-torn', 'history-behind', 'history-chain-broken', 'step-unfinished'] },
    rewrite(historyFile, (text) => text.slice(0, -40)),
  ),
  'a conflict is handed in': kind(
    { rules: ['merge-conflict', 'history-line-broken'] },
    rewrite(historyFile, (text) => `<<<<<<< HEAD\n=======\n>>>>>>> other\n${text}`),
  ),
  ...all(
    { rules: ['history-removed'] },
    {
      'everything is thrown away': (folder) => folder.remove('.ai'),
    },
  ),
  ...all(
    { rules: ['history-rewritten', 'history-removed'], isOfPast: true },
    {
      'the work is begun again, as if there had been none': async (folder) => {
        read(folder, historyFile)
        folder.remove('.ai/task')
        await cast(workIn(folder.path, engineer), 'accio', { ...edgeAt(folder), newWork: () => 'deadbeef' })
      },
      'the work gets another id': forged(([first, ...rest]) => [{ ...must(first), work: 'deadbeef' }, ...rest]),
    },
  ),
  'a step is skipped in a chain that is made again': kind(
    { at: ['between'], rules: ['history-walk-illegal', 'criteria-ticked', 'history-rewritten'] },
    forged((lines) => lines.filter(({ row }) => row !== 'A1')),
  ),
  ...all(
    { rules: ['history-walk-illegal'] },
    {
      'a step that there is not is put into a chain that is made again': stepAdded('ACHIEVE_COMPLETE', 'A3', {
        trigger: 'Alohomora',
      }),
      'a step that there is not is taken back': stepAdded('ACHIEVE_TASK_DRAFTING', 'undo', {
        trigger: 'Undo',
        undoes: noDigest,
      }),
      'work is said to be archived, and goes on': stepAdded('GATHER_NEEDS_CONTEXT', 'new', {
        trigger: 'New',
        archive: `${archive}x-2026-08-20-1530-00000001`,
      }),
    },
  ),
  'a step claims a row that leads elsewhere': kind(
    { at: ['fresh', 'between'], rules: ['history-walk-illegal'] },
    stepAdded('ACHIEVE_TASK_EXECUTED', 'A2'),
  ),
  ...all(
    { at: ['task'], rules: ['results-missing'] },
    {
      'a task is said to be finished without results': stepAdded('ACHIEVE_TASK_DRAFTING', 'A2'),
      'a task is said to be finished with results that are empty': async (folder, random) => {
        const to = `${tasks}task-x/task-results.md`
        folder.write({ [to]: '' })
        const moved = [{ from: resultsFile, to, digest: createHash('sha256').digest('hex') }]
        await stepAdded('ACHIEVE_TASK_DRAFTING', 'A2', { moved })(folder, random)
      },
    },
  ),
  'a task is said to be finished with results that there are not': kind(
    { at: ['task'], rules: ['archived-file-missing'] },
    stepAdded('ACHIEVE_TASK_DRAFTING', 'A2', {
      moved: [{ from: resultsFile, to: `${tasks}task-x/task-results.md`, digest: noDigest }],
    }),
  ),
  'the work is said to be complete while criteria are open': kind(
    { at: ['fresh', 'between'], rules: ['completed-early'] },
    stepAdded('ACHIEVE_COMPLETE', 'A3', { plan: { digest: noDigest, criteria: 4, open: 2 } }),
  ),
  'the work is said to be complete, and to have no criteria': kind(
    { at: ['fresh', 'between'], rules: ['completed-early'] },
    stepAdded('ACHIEVE_COMPLETE', 'A3', { plan: { digest: noDigest, criteria: 0, open: 0 } }),
  ),
  'the work is said to be complete while criteria are open, in a line that says they are not': kind(
    { at: ['fresh'], rules: ['criteria-ticked', 'criteria-changed', 'work-not-complete', 'completed-early'] },
    stepAdded('ACHIEVE_COMPLETE', 'A3', { plan: { digest: noDigest, criteria: 4, open: 0, ticked: '----' } }),
  ),
  ...all(
    { rules: ['history-rewritten'], isOfPast: true },
    {
      'the past is rewritten before the base': forged((lines) =>
        lines.map((line, index) => (index === 1 ? { ...line, note: 'they agreed' } : line)),
      ),
      'the past is rewritten, with what a repair would have kept beside it': async (folder, random) => {
        folder.write({ '.ai/task/broken-2026-08-20-1530/history.jsonl': read(folder, historyFile) })
        await forged((lines) => lines.map((line, index) => (index === 1 ? { ...line, note: 'agreed' } : line)))(
          folder,
          random,
        )
      },
      'lines of the base are cut off, and the state goes back with them': forged((lines) => lines.slice(0, 2)),
    },
  ),
}

const results = /task-results\.md$/
const archives: Readonly<Record<string, Kind>> = {
  ...all(
    { rules: ['archived-file-changed'] },
    {
      'results are edited': inFile(tasks, results, (text) => `${text}All is well.\n`),
      'the plan of older work is edited': inFile(`${archive}login`, /\/plan\.md$/, (text) =>
        text.replace('criterion', 'a wish for'),
      ),
    },
  ),
  ...all(
    { rules: ['archived-file-missing'] },
    {
      'results are thrown away': gone(tasks, results),
      'what was said in a review is thrown away': gone(reviews, /\/comments\.md$/),
    },
  ),
  'results are put in the place of others': kind({ rules: ['archived-file-changed'], at: ['complete'] }, (folder) => {
    const [one, other] = filesUnder(folder.path, '.ai').filter((path) => path.startsWith(tasks) && results.test(path))
    must(other && read(folder, must(one)) !== read(folder, other))
    folder.write({ [must(one)]: read(folder, must(other)) })
  }),
  'the history of older work is edited': kind(
    { rules: chain },
    inFile(`${archive}login`, /\/history\.jsonl$/, (text) => text.replace('"row":"A1"', '"row":"A2"')),
  ),
  'the history of older work is made again': kind({ rules: ['history-rewritten'] }, (folder, random) =>
    forged(
      (lines) => lines.map((line) => ({ ...line, note: 'they agreed' })),
      someFile(folder, random, `${archive}login`, /\/history\.jsonl$/),
    )(folder, random),
  ),
  'the state of older work is edited': kind(
    { rules: ['state-by-hand', 'archived-file-changed'] },
    inFile(`${archive}login`, /\/state\.json$/, (text) => text.replace('"ACHIEVE_COMPLETE"', '"GATHER_EDITING"')),
  ),
  ...all(
    { rules: ['history-removed'] },
    {
      'older work is thrown away': (folder, random) =>
        folder.remove(someFile(folder, random, `${archive}login`, /./).split('/').slice(0, 3).join('/')),
      'work is archived and thrown away': async (folder) => {
        read(folder, historyFile)
        const known = new Set(filesUnder(folder.path, '.ai'))
        await archiveWork(folder)
        const put = must(filesUnder(folder.path, '.ai').find((path) => path.startsWith(archive) && !known.has(path)))
        folder.remove(put.split('/').slice(0, 3).join('/'))
      },
    },
  ),
}

const told: Readonly<Record<string, Kind>> = {
  'the past is rewritten, and a line of a repair that was made up names the base': kind(
    { rules: ['adopted'], isTold: true },
    forged((lines) => {
      const tip = must(lines.find(({ row }) => row === 'G2')).digest ?? ''
      const again = lines.map((line, index) => (index === 1 ? { ...line, note: 'they agreed' } : line))
      return [...again, step(lines, endOf(lines), 'adopted', { trigger: 'Doctor', note: 'A merge.', other: tip })]
    }),
  ),
  'the work is moved around the table': kind({ goesOn: true, isTold: true, rules: ['override'] }, (folder) =>
    moveTo(folder, 'ACHIEVE_TASK_DRAFTING', 'it is Friday'),
  ),
  'a step is taken back': kind({ goesOn: true, isTold: true, rules: ['undo'] }, (folder) => takeBack(folder)),
  'a state that was written by hand is adopted': kind(
    { goesOn: true, isTold: true, rules: ['adopted'] },
    async (folder, random) => {
      inState(({ current_state }) => must(current_state !== 'GATHER_EDITING' && { current_state: 'GATHER_EDITING' }))(
        folder,
        random,
      )
      await repaired(folder)
    },
  ),
}

const hasConflict = (merge: () => unknown): boolean => {
  try {
    merge()
    return false
  } catch {
    return true
  }
}

/** The criteria that have a command, those that are ticked or all, with their numbers. */
const provableOf = (folder: Folder, isAll = false) =>
  criteriaOf(folder).flatMap(({ ticked, commands, text }, index) =>
    commands.length > 0 && (isAll || ticked) ? [{ number: index + 1, text }] : [],
  )

const criteriaOf = (folder: Folder) => engineer.plan?.criteria(read(folder, planFile)).map(readCriterion) ?? []

/** The criteria and their items, wherever they stand. */
const askedIn = (folder: Folder): string =>
  JSON.stringify(criteriaOf(folder), (key, value) => (key === 'line' ? undefined : value))

/**
 * Ticks the first open criterion, as proving does if it has a command.
 * @returns the texts of those that are ticked now, and were not
 */
export async function meetFirst(folder: Folder): Promise<string[]> {
  const before = provableOf(folder).map(({ number }) => number)
  tick(folder)
  const met = provableOf(folder).filter(({ number }) => !before.includes(number))
  for (const { number } of met) await prove(folder, number)
  return met.map(({ text }) => text)
}

/**
 * Proves what is ticked, and what the settings ask for, for what lies there now.
 * @param texts only those of these criteria
 */
export async function proveAll(folder: Folder, texts?: ReadonlySet<string>): Promise<void> {
  for (const { number, text } of provableOf(folder)) if (texts?.has(text) ?? true) await prove(folder, number)
  await prove(folder, asked)
}

/** Changes the items of a criterion, and proves it as it is now. */
const otherCommand =
  (from: RegExp, to: string): Kind['do'] =>
  async (folder, random) => {
    const before = askedIn(folder)
    rewrite(planFile, (text) => text.replace(from, to))(folder, random)
    // Below a criterion that another cheat has taken out there is no command.
    must(askedIn(folder) !== before)
    await proveAll(folder)
  }
const inProofs = (change: (lines: string[], random: Random) => readonly string[]) =>
  rewrite(proofsFile, (text, random) =>
    change(text.trimEnd().split('\n'), random)
      .map((line) => `${line}\n`)
      .join(''),
  )
/** A log of the same proofs, made elsewhere with something else in each. */
const madeElsewhere = (more: Partial<NewProof>) => (folder: Folder, random: Random) => {
  const lines = read(folder, proofsFile).trimEnd().split('\n')
  const other = copyOf(folder)
  other.remove(proofsFile)
  // The state names the newest run.
  rewrite(stateFile, (text) => text.replace(/ {2}"proof": .*\n/, ''))(other, random)
  for (const line of lines) {
    const { previous: _, digest: __, ...said } = JSON.parse(line)
    addProof(other.path, engineer, { ...said, ...more })
  }
  folder.write({ [proofsFile]: other.read(proofsFile) })
}
const changedCommand = { ...changing, rules: ['criteria-changed'], isOfProofs: true } as const
const brokenProof = { rules: ['proof-broken'], isOfProofs: true } as const
const proofs: Readonly<Record<string, Kind>> = {
  'criteria with commands are ticked without a proof': kind(
    { at: ['fresh', 'between', 'task'], isOfProofs: true, rules: ['criterion-not-proven'] },
    (folder) => {
      const before = provableOf(folder)
      tickAll(folder)
      must(provableOf(folder).length > before.length)
    },
  ),
  'criteria with commands are ticked without a proof, and the work is moved around the table': kind(
    { at: ['fresh', 'between'], isOfProofs: true, rules: ['criterion-not-proven'] },
    async (folder) => {
      const before = provableOf(folder)
      tickAll(folder)
      must(provableOf(folder).length > before.length)
      await moveTo(folder, 'ACHIEVE_COMPLETE', 'it is Friday')
    },
  ),
  'the work is said to be complete without a proof, in a chain that is made again': kind(
    { at: ['fresh', 'between'], isOfProofs: true, rules: ['completed-early'] },
    async (folder, random) => {
      tickAll(folder)
      must(provableOf(folder).length > 0)
      const open = provableOf(folder, true)
      await stepAdded('ACHIEVE_COMPLETE', 'A3', { plan: planOf(folder) })(folder, random)
      // Proving it afterwards is too late.
      for (const { number } of open) await prove(folder, number)
    },
  ),
  ...all(changedCommand, {
    'the command of a criterion is replaced by one that always passes': otherCommand(/`node test\.mjs rows`/, '`true`'),
    'a command is left to the developer': otherCommand(/run: `.*rows`/, 'by: developer'),
    'a command is replaced after the repair of a conflict that was made up': async (folder, random) => {
      shamConflict(folder, linesOf(folder).at(-1) ?? '')
      await repaired(folder)
      await otherCommand(/`node test\.mjs rows`/, '`true`')(folder, random)
    },
  }),
  ...all(brokenProof, {
    'proofs are those of another piece of work': madeElsewhere({ work: 'deadbeef' }),
    'a proof is edited': inProofs((lines, random) => {
      const at = random.below(lines.length)
      const others = ['"output":"b', '"ms":9', '"time":"1', '"criterion":"0', '"outcome":"failed']
      const other = random.one(others)
      const key = other.slice(0, other.indexOf(':') + 2)
      return lines.map((line, index) => (index === at ? line.replace(new RegExp(`${key}.`), other) : line))
    }),
  }),
  ...all(
    { ...brokenProof, at: ['complete'] },
    {
      'the proofs are replaced by those of a chain that was made elsewhere': madeElsewhere({
        time: '2026-08-20T17:00:00.000Z',
      }),
      'a proof of older work is edited': async (folder, random) => {
        must(has(folder, proofsFile))
        await archiveWork(folder)
        inFile(`${archive}export`, /\/proofs\.jsonl$/, (text) => text.replace('"exit":0', '"exit":1'))(folder, random)
      },
    },
  ),
  'proofs are thrown away, and the repair forgets that they were there': kind(
    { at: ['complete'], isOfProofs: true, rules: ['criterion-not-proven'] },
    async (folder, random) => {
      rewrite(proofsFile, () => 'garbage\n')(folder, random)
      await repaired(folder)
    },
  ),
  'the settings ask for no command any more': kind(
    { goesOn: true, isOfProofs: true, rules: ['settings-weaker'] },
    rewrite(settingsFile, () => '{}\n'),
  ),
}

const hidden = (says: string) => ({ rules: [], says, goesOn: true }) as const
/** What no check can find, each with its line in docs/check.md. */
const unseen: Readonly<Record<string, Kind>> = {
  'a task that is not known done is put into a chain that is made again': kind(
    { ...hidden('Steps that were never cast'), at: ['task'] },
    async (folder, random) => {
      const put = `${tasks}task-x-2026-08-20-1530/task-results.md`
      folder.write({ [put]: 'done\n' })
      const digest = createHash('sha256').update('done\n').digest('hex')
      const moved = [{ from: resultsFile, to: put, digest }]
      await stepAdded('ACHIEVE_TASK_DRAFTING', 'A2', { moved })(folder, random)
    },
  ),
  ...all(
    { ...hidden('Results that are not true'), at: ['task'] },
    {
      'a task is finished with results that are not true': async (folder) => {
        folder.write({ [resultsFile]: 'All of it works.\n' })
        await castIn(folder, 'accio')
      },
    },
  ),
  'everything is ticked after one task': { ...hidden('Ticks around a task'), at: ['between'], do: tickAll },
  ...all(
    { ...hidden('What was agreed to'), at: ['fresh', 'between'] },
    {
      'criteria are weakened while planning': whilePlanning(criterion((line) => `${line}, mostly`)),
    },
  ),
  ...all(
    { ...hidden('What else the plan says'), at: anyWork },
    {
      'a criterion is weakened by an item below it': criterion((line) => `${line}\n  - only for small orders`),
      'a criterion is weakened by the one word of a link to its archive': criterion(
        (line) => `${line} ([partly](tasks/task-x/task-results.md))`,
      ),
    },
  ),
  'the task is changed while it is carried out': kind(
    { ...hidden('Files in use'), at: ['task'] },
    rewrite(taskFile, (text) => `${text}\nHalf of it will do.\n`),
  ),
  ...all(
    { ...hidden('Files in use'), at: anyWork },
    {
      'the context is emptied': rewrite('.ai/task/context.md', () => '\n'),
    },
  ),
  'the settings are made weaker': kind(hidden('Settings'), (folder) =>
    folder.write({ '.ai/spell.json': '{ "guard": { "blockIn": [] } }\n' }),
  ),
  'a proof of a command that never ran is made up': kind(
    { ...hidden('Proofs that were made up'), at: ['between'], isOfProofs: true },
    async (folder) => {
      tickAll(folder)
      await proveAll(folder)
    },
  ),
  'what was archived is ignored by git, and thrown away': kind(
    { ...hidden('What git ignores'), at: ['between'] },
    (folder, random) => {
      gone(tasks, results)(folder, random)
      folder.write({ '.gitignore': 'task-results.md\n' })
    },
  ),
  'ticks come with a branch that was made for them': kind(
    { ...hidden('A branch that was made to be merged'), at: ['fresh'] },
    async (folder) => {
      commitAll(folder)
      const other = makeFolder()
      copyTree(folder.path, other.path)
      tickAll(other)
      await castIn(other, 'finite')
      commitAll(other)
      await beginTask(folder)
      commitAll(folder)
      must(hasConflict(() => git(folder, 'pull', '-q', '--no-rebase', other.path, 'HEAD')))
      await repaired(folder)
      tickAll(folder)
      commitAll(folder)
    },
  ),
}

export const kinds: Readonly<Record<string, Kind>> = {
  ...criteria,
  ...proofs,
  ...launderings,
  ...states,
  ...histories,
  ...archives,
  ...told,
  ...unseen,
}
