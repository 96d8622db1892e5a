import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { cast } from '../../../../src/cast/cast'
import { engineer } from '../../../../src/flows/engineer'
import { type CommittedFile, mergeBaseWith } from '../../../../src/git/base'
import { check } from '../../../../src/rules/check/check'
import { isHistoryOfPiece } from '../../../../src/rules/check/pieces'
import { repair } from '../../../../src/rules/doctor/repair'
import { startNew } from '../../../../src/steps/new'
import { override } from '../../../../src/steps/override'
import { undo } from '../../../../src/steps/undo'
import { seal } from '../../../../src/work/history/seal'
import { tableDigest } from '../../../../src/work/history/table-digest'
import { workIn } from '../../../../src/work/work'
import { castIn, edgeAt } from '../../../support/casting'
import type { Folder } from '../../../support/folder'
import { some } from '../../../support/proving'
import { settleAs } from '../../../support/settled'
import {
  cloneOf,
  commitAll,
  doneReview,
  doneTask,
  forge,
  git,
  historyFile,
  linesOf,
  planFile,
  planned,
  shop,
  stateFile,
  stateOf,
  tick,
  writeLines,
} from '../../../support/team-repository'

// Real repositories on slow machines.
jest.setTimeout(60_000)

const now = new Date('2026-08-21T09:00:00Z')

interface Asked {
  readonly base?: string
  readonly requirement?: string
  readonly noOverrides?: boolean
}

/** What a branch has, with the bytes of its histories. */
async function baseOf(path: string, name: string) {
  const { commit, filesNamed } = await mergeBaseWith(path, name, process.env)
  const found: [string, CommittedFile][] = []
  for (const [name, file] of await filesNamed('.ai', 'history.jsonl')) {
    if (!isHistoryOfPiece(name)) continue
    const bytes: Buffer[] = []
    await file.read((more) => void bytes.push(more))
    found.push([name, { ...file, read: async (take) => bytes.forEach(take) }])
  }
  return { commit, found }
}

/** The same in every copy of the shop and in clones of it, as no test commits to `main`. */
let mainOfShop: ReturnType<typeof baseOf> | undefined

/** What a check of a checkout says that nobody has worked in. */
async function checked(folder: Folder, more: Asked = {}) {
  folder.remove('.ai/.local')
  const { path } = folder
  if (more.base === undefined) mainOfShop ??= baseOf(path, 'main')
  const { commit, found } = await ((more.base === undefined && mainOfShop) || baseOf(path, more.base ?? 'main'))
  const comparedWith = (histories: ReadonlyMap<string, CommittedFile>) => {
    const base = { name: 'main', commit, histories }
    const request = { requirement: more.requirement ?? 'any', noOverrides: more.noOverrides ?? false, base } as const
    return check(path, {}, now, request, (_, state) => state)
  }
  const report = await comparedWith(new Map(found))
  // Whether a history begins with the base's bytes, or is looked through for its lines, makes no difference.
  const withoutBytes = new Map(found.map(([name, file]) => [name, { ...file, id: '0'.repeat(40) }]))
  expect(await comparedWith(withoutBytes)).toEqual(report)
  return report
}

/** The same of a clone of what is committed, as CI has it. */
function checkedInClone(folder: Folder, more: Asked = {}) {
  commitAll(folder)
  return checked(cloneOf(folder), more)
}

interface Cheat {
  readonly do: (folder: Folder) => unknown
  /** The rules that are named, in any order, each once. */
  readonly rules: readonly string[]
  /** What the message of the first rule says. */
  readonly says: RegExp
  /** Where it is done, if not at the end of the second piece of work. */
  readonly at?: 'main'
  readonly requirement?: string
  readonly noOverrides?: true
}

const inState = (folder: Folder, change: object) =>
  folder.write({ [stateFile]: `${JSON.stringify({ ...stateOf(folder), ...change }, null, 2)}\n` })
const inLines = (change: (lines: string[]) => readonly string[]) => (folder: Folder) =>
  writeLines(folder, change(linesOf(folder)))
const replacing = (path: string, from: string | RegExp, to: string) => (folder: Folder) => {
  const text = folder.read(path)
  if (text.replace(from, to) === text) throw new Error(`${path} has nothing like ${from}`)
  folder.write({ [path]: text.replace(from, to) })
}
const oldPlan = /^- \[x\] criterion 1$/m
const archive = '.ai/archive/login-2026-08-20-1530-00000000'
const task = '.ai/task/tasks/task-header-row-2026-08-20-1530'
const say = (from: string, to: string, trigger: string, row: string) => ({
  timestamp: '2026-08-20T15:30:00Z',
  transition: `${from} → ${to}`,
  trigger,
  row,
})

const cheats: Readonly<Record<string, Cheat>> = {
  'current_state is edited': {
    do: (folder) => inState(folder, { current_state: 'ACHIEVE_COMPLETE' }),
    rules: ['state-by-hand'],
    says: /changed by hand: it says “ACHIEVE_COMPLETE”, but its history leads to “ACHIEVE_TASK_DRAFTING”/,
  },
  'current_state is edited, and the last line of the state with it': {
    do: (folder) => {
      const { history } = stateOf(folder)
      const [last] = history.slice(-1)
      inState(folder, {
        current_state: 'ACHIEVE_COMPLETE',
        history: [...history.slice(0, -1), { ...last, transition: 'ACHIEVE_TASK_DRAFTING → ACHIEVE_COMPLETE' }],
      })
    },
    rules: ['state-line-changed'],
    says: /A line of the history in .*state\.json was changed/,
  },
  'the lines of the state are taken out': {
    do: (folder) => inState(folder, { history: [] }),
    rules: ['state-by-hand'],
    says: /has lost its lines of the history/,
  },
  'the last line of the history is taken out': {
    do: inLines((lines) => lines.slice(0, -1)),
    rules: ['history-behind'],
    says: /lacks the last line that the state has/,
  },
  'the last line of the history is taken out, and it led to planning, where criteria may go': {
    do: async (folder) => {
      await castIn(folder, 'finite')
      inLines((lines) => lines.slice(0, -1))(folder)
      replacing(planFile, /(- \[ \] criterion [34]\n)+/, '')(folder)
    },
    rules: ['history-behind'],
    says: /lacks the last line/,
    at: 'main',
  },
  'a line in the middle is taken out': {
    do: inLines((lines) => lines.filter((_, index) => index !== 5)),
    rules: ['history-chain-broken'],
    says: /line 6 does not follow the one before: lines between them are missing/,
  },
  'the first lines are taken out': {
    do: inLines((lines) => lines.slice(2)),
    rules: ['history-begins-midway'],
    says: /begins with Accio from .* not at “GATHER_NEEDS_CONTEXT”: the lines before are missing/,
  },
  'two lines change places': {
    do: inLines(([one = '', two = '', three = '', ...rest]) => [one, three, two, ...rest]),
    rules: ['history-chain-broken'],
    says: /line 2 does not follow the one before/,
  },
  'a line is there twice': {
    do: inLines(([one = '', two = '', ...rest]) => [one, two, two, ...rest]),
    rules: ['history-chain-broken'],
    says: /line 3 is not where it was: lines were moved, or put in twice/,
  },
  'a line is edited': {
    do: replacing(historyFile, '"row":"A1"', '"row":"A2"'),
    rules: ['history-chain-broken'],
    says: /line \d+ was changed after it was written/,
  },
  'a line is edited and sealed again': {
    do: async (folder) => {
      const lines = linesOf(folder).map((line) => JSON.parse(line))
      const { number: _, previous: __, digest: ___, ...said } = lines[4]
      lines[4] = await seal({ ...said, note: 'all was fine' }, lines[3])
      writeLines(
        folder,
        lines.map((line) => JSON.stringify(line)),
      )
    },
    rules: ['history-chain-broken'],
    says: /line 6 does not follow the one before: that one was replaced/,
  },
  'a line is written by hand': {
    do: (folder) => {
      const line = say('ACHIEVE_TASK_DRAFTING', 'ACHIEVE_COMPLETE', 'Accio', 'A3')
      inLines((lines) => [...lines, JSON.stringify(line)])(folder)
      inState(folder, { current_state: 'ACHIEVE_COMPLETE', history: [...stateOf(folder).history, line] })
    },
    rules: ['history-chain-broken'],
    says: /line \d+ carries no digest: no spell has written it/,
  },
  'a step is skipped in a chain that is made again': {
    do: (folder) => forge(folder, (lines) => lines.filter(({ row }) => row !== 'A1')),
    rules: ['history-walk-illegal'],
    says: /line 4 tells of a step that the workflow does not have: Accio from “ACHIEVE_TASK_EXECUTED”/,
  },
  'a step that there is not is put into a chain that is made again': {
    do: (folder) =>
      forge(folder, (lines) => [...lines, say('ACHIEVE_TASK_DRAFTING', 'ACHIEVE_COMPLETE', 'Alohomora', 'A3')]),
    rules: ['history-walk-illegal'],
    says: /Alohomora from “ACHIEVE_TASK_DRAFTING” to “ACHIEVE_COMPLETE”/,
  },
  'a step claims a row that leads elsewhere': {
    do: (folder) =>
      forge(folder, (lines) => [
        ...lines,
        {
          ...say('ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED', 'Accio', 'A2'),
          table: tableDigest(engineer.definition),
        },
      ]),
    rules: ['history-walk-illegal'],
    says: /does not have: Accio from “ACHIEVE_TASK_DRAFTING” to “ACHIEVE_TASK_EXECUTED”/,
  },
  'a task is said to be finished in a chain that is made again, without results': {
    do: (folder) =>
      forge(folder, (lines) => [
        ...lines,
        say('ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED', 'Accio', 'A1'),
        say('ACHIEVE_TASK_EXECUTED', 'ACHIEVE_TASK_DRAFTING', 'Accio', 'A2'),
      ]),
    rules: ['results-missing'],
    says: /says that something was finished, but it archived no results, or empty ones/,
  },
  'a task is said to be finished, with results that there are not': {
    do: (folder) =>
      forge(folder, (lines) => [
        ...lines,
        say('ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED', 'Accio', 'A1'),
        {
          ...say('ACHIEVE_TASK_EXECUTED', 'ACHIEVE_TASK_DRAFTING', 'Accio', 'A2'),
          moved: [
            { from: '.ai/task/task-results.md', to: '.ai/task/tasks/task-x/task-results.md', digest: '1'.repeat(64) },
          ],
        },
      ]),
    rules: ['archived-file-missing'],
    says: /tasks\/task-x lacks what was archived there: task-results\.md/,
  },
  'the work is said to be complete while criteria are open': {
    do: (folder) =>
      forge(folder, (lines) => [
        ...lines,
        {
          ...say('ACHIEVE_TASK_DRAFTING', 'ACHIEVE_COMPLETE', 'Accio', 'A3'),
          plan: { digest: '1'.repeat(64), criteria: 4, open: 2 },
        },
      ]),
    rules: ['completed-early'],
    says: /completed the work, but the plan had open criteria/,
  },
  'the past is written anew before the base': {
    do: (folder) =>
      forge(folder, (lines) => lines.map((line, index) => (index === 1 ? { ...line, note: 'they agreed' } : line))),
    rules: ['history-rewritten'],
    says: /Of the 3 lines that .* \(main\) has, the last 2 are missing or changed/,
  },
  'the past is written anew, with what a repair would have kept beside it': {
    do: async (folder) => {
      folder.write({ '.ai/task/broken-2026-08-20-1530/history.jsonl': folder.read(historyFile) })
      await forge(folder, (lines) => lines.map((line, index) => (index === 1 ? { ...line, note: 'agreed' } : line)))
    },
    rules: ['history-rewritten'],
    says: /the last 2 are missing or changed/,
  },
  'a step that there is not is taken back': {
    do: (folder) =>
      forge(folder, (lines) => [
        ...lines,
        { ...say('ACHIEVE_TASK_DRAFTING', 'ACHIEVE_COMPLETE', 'Undo', 'undo'), undoes: '1'.repeat(64) },
      ]),
    rules: ['history-walk-illegal'],
    says: /takes back a step that is not there|does not have: Undo from/,
  },
  'work is said to be put away, and goes on': {
    do: (folder) =>
      forge(folder, (lines) => [
        ...lines,
        { ...say('ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_DRAFTING', 'New', 'new'), archive },
        say('ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED', 'Accio', 'A1'),
      ]),
    rules: ['history-walk-illegal'],
    says: /says that the work was archived, but its history goes on/,
  },
  'lines that the base has are cut off, and the state goes back with them': {
    do: (folder) => forge(folder, (lines) => lines.slice(0, 2)),
    rules: ['history-rewritten'],
    says: /the last one is missing or changed/,
    at: 'main',
  },
  'an old state is brought back': {
    do: (folder) => git(folder, 'checkout', '-q', 'main', '--', stateFile),
    rules: ['state-older'],
    says: /older than its history/,
  },
  'everything is thrown away': {
    do: ({ path }) => rmSync(join(path, '.ai'), { recursive: true }),
    rules: ['history-removed'],
    says: /The history that [0-9a-f]{12} \(main\) has is gone/,
  },
  'state and history are thrown away': {
    do: (folder) => folder.remove(stateFile, historyFile),
    rules: ['history-removed'],
    says: /is gone/,
  },
  'work begins anew without the work before': {
    do: async (folder) => {
      folder.remove('.ai/task')
      await cast(workIn(folder.path, engineer), 'accio', { ...edgeAt(folder), newWork: () => 'deadbeef' })
    },
    rules: ['history-rewritten'],
    says: /None of the 3 lines that .* has is here/,
  },
  'criteria are ticked without a task': {
    do: (folder) => tick(folder, 2),
    rules: ['criteria-ticked'],
    says: /2 criteria were ticked .* no task or review was finished/,
    at: 'main',
  },
  'criteria are ticked without a task, and the work is completed': {
    do: async (folder) => {
      tick(folder, 4)
      expect(await castIn(folder, 'accio')).toMatchObject({ to: 'ACHIEVE_COMPLETE' })
    },
    rules: ['criteria-ticked'],
    says: /4 criteria were ticked/,
    at: 'main',
    requirement: 'complete',
  },
  'criteria are ticked while planning': {
    do: async (folder) => {
      await castIn(folder, 'finite')
      tick(folder)
      await castIn(folder, 'accio')
    },
    rules: ['criteria-ticked'],
    says: /One criterion was ticked/,
    at: 'main',
  },
  'criteria are ticked in a task that is left without results': {
    do: async (folder) => {
      await castIn(folder, 'accio')
      tick(folder, 4)
      expect(await castIn(folder, 'accio')).toMatchObject({ to: 'ERROR_TASK_RESULTS_MISSING' })
      await castIn(folder, 'accio')
      expect(await castIn(folder, 'accio')).toMatchObject({ to: 'ACHIEVE_COMPLETE' })
    },
    rules: ['criteria-ticked'],
    says: /4 criteria were ticked/,
    at: 'main',
  },
  'open criteria are taken out of the plan': {
    do: replacing(planFile, /(- \[ \] criterion [34]\n)+/, ''),
    rules: ['criteria-dropped'],
    says: /2 criteria were taken out of the plan .*, outside planning: number 3; number 4\./,
    at: 'main',
  },
  'cheated work is put away': {
    do: async (folder) => {
      tick(folder, 4)
      await castIn(folder, 'accio')
      await startNew(workIn(folder.path, engineer), edgeAt(folder), 'cheated', async () => true)
    },
    rules: ['criteria-ticked'],
    says: /4 criteria were ticked/,
    at: 'main',
  },
  'the results of a task are thrown away': {
    do: (folder) => folder.remove(`${task}/task-results.md`),
    rules: ['archived-file-missing'],
    says: /task-header-row-.* lacks what was archived there: task-results\.md/,
  },
  'the results of a task are edited': {
    do: replacing(`${task}/task-results.md`, 'done', 'beautiful'),
    rules: ['archived-file-changed'],
    says: /task-results\.md was changed after it was archived/,
  },
  'the results of a review are edited': {
    do: replacing('.ai/task/pr-reviews/pr-review-2026-08-20-1530/review-task-results.md', 'Quoted', 'Fine'),
    rules: ['archived-file-changed'],
    says: /review-task-results\.md was changed/,
  },
  'the plan of older work is edited': {
    do: replacing(`${archive}/plan.md`, oldPlan, '- [x] something else'),
    rules: ['archived-file-changed'],
    says: /login-.*\/plan\.md was changed after it was archived \(\.ai\/archive\/login-.*\/history\.jsonl line 7\)/,
  },
  'the results of a task of older work are edited': {
    do: replacing(`${archive}/tasks/task-login-2026-08-20-1530/task-results.md`, 'done', 'beautiful'),
    rules: ['archived-file-changed'],
    says: /task-login-.*\/task-results\.md was changed/,
  },
  'a line of the history of older work is edited': {
    do: replacing(`${archive}/history.jsonl`, '"row":"A1"', '"row":"A2"'),
    rules: ['history-chain-broken'],
    says: /login-.*\/history\.jsonl line 4 was changed after it was written/,
  },
  'the history of older work is made again': {
    do: (folder) =>
      forge(folder, (lines) => lines.map((line) => ({ ...line, note: 'they agreed' })), `${archive}/history.jsonl`),
    rules: ['history-rewritten', 'state-by-hand'],
    says: /None of the 7 lines that .* \(main\) has is here/,
  },
  'older work is thrown away': {
    do: (folder) => folder.remove(archive),
    rules: ['history-removed'],
    says: /The history that [0-9a-f]{12} \(main\) has is gone/,
  },
  'the task is thrown away': {
    do: (folder) => folder.remove('.ai/task/task.md'),
    rules: ['file-missing'],
    says: /task\.md is missing, and the current state needs it/,
  },
  'work that waits for a missing file is handed in': {
    do: async (folder) => {
      folder.remove('.ai/task/task.md')
      await castIn(folder, 'accio')
    },
    rules: ['error-state'],
    says: /A file is missing, and the work waits for it/,
  },
  'a review is handed in before it is archived': {
    do: async (folder) => {
      await castIn(folder, 'reparo')
      await castIn(folder, 'accio')
      await castIn(folder, 'accio')
    },
    rules: ['pending-archive'],
    says: /has not been archived yet/,
  },
  'work is handed in that is not complete': {
    do: () => {},
    rules: ['work-not-complete'],
    says: /its state is “ACHIEVE_TASK_DRAFTING”/,
    requirement: 'complete',
  },
  'criteria are added after the work was complete': {
    do: async (folder) => {
      await doneTask(folder, 'rest')
      tick(folder, 4)
      expect(await castIn(folder, 'accio')).toMatchObject({ to: 'ACHIEVE_COMPLETE' })
      folder.write({ [planFile]: `${folder.read(planFile)}- [ ] one more\n` })
    },
    rules: ['work-not-complete'],
    says: /the plan has open criteria again/,
    requirement: 'complete',
  },
  'work is handed in that is in progress': {
    do: () => {},
    rules: ['work-in-progress'],
    says: /Work is in progress/,
    requirement: 'idle',
  },
  'a step is made around the table': {
    do: (folder) => override(workIn(folder.path, engineer), edgeAt(folder), 'ACHIEVE_COMPLETE', 'it is Friday'),
    rules: ['override'],
    says: /moved from “ACHIEVE_TASK_DRAFTING” to “ACHIEVE_COMPLETE” around the table: it is Friday/,
    noOverrides: true,
  },
  'a step around the table is hidden in an archive': {
    do: async (folder) => {
      await override(workIn(folder.path, engineer), edgeAt(folder), 'ACHIEVE_COMPLETE', 'it is Friday')
      await startNew(workIn(folder.path, engineer), edgeAt(folder), 'export', async () => true)
    },
    rules: ['override'],
    says: /it is Friday/,
    noOverrides: true,
  },
  'a step is taken back': {
    do: async (folder) => {
      await castIn(folder, 'finite')
      await undo(workIn(folder.path, engineer), edgeAt(folder))
    },
    rules: ['undo'],
    says: /taken back: from “GATHER_EDITING” to “ACHIEVE_TASK_DRAFTING”/,
    noOverrides: true,
  },
  'a state that was written by hand is taken over': {
    do: async (folder) => {
      inState(folder, { current_state: 'GATHER_EDITING' })
      await repair(engineer, edgeAt(folder))
    },
    rules: ['adopted'],
    says: /The state was changed by hand/,
    noOverrides: true,
  },
  'settings are broken': {
    do: (folder) => folder.write({ '.ai/spell.json': '{\n  "lunch": 1\n}\n' }),
    rules: ['settings-wrong'],
    says: /line 2: unknown setting "lunch"/,
  },
  'a conflict is handed in': {
    do: replacing(historyFile, /^/, '<<<<<<< HEAD\n=======\n>>>>>>> other\n'),
    rules: ['history-line-broken'],
    says: /is not a line of the history/,
  },
  'the state is thrown away': {
    do: (folder) => folder.remove(stateFile),
    rules: ['state-removed'],
    says: /has been removed, but its history is still there/,
  },
  'the state is garbage': {
    do: (folder) => folder.write({ [stateFile]: '{ "current_state": "DONE" }\n' }),
    rules: ['state-unreadable'],
    says: /names a current_state that does not exist/,
  },
}

test.each(Object.entries(cheats))('%s: it is found, and said', async (_, cheat) => {
  const folder = await shop(cheat.at ?? 'export')
  await cheat.do(folder)
  const { findings } = await checked(folder, {
    ...(cheat.requirement && { requirement: cheat.requirement }),
    ...(cheat.noOverrides && { noOverrides: true }),
  })
  expect([...new Set(findings.map(({ rule }) => rule))].sort()).toEqual([...cheat.rules].sort())
  const first = findings.find(({ rule }) => rule === cheat.rules[0])
  expect(first?.message).toMatch(cheat.says)
  for (const { fix, where } of findings) {
    expect(fix).not.toBe('')
    expect(where).toMatch(/^\.ai/)
  }
})

test('a state that is written in one line is wrong in line 1', async () => {
  const folder = await shop('export')
  folder.write({ [stateFile]: JSON.stringify({ ...stateOf(folder), current_state: 'ACHIEVE_COMPLETE' }) })
  const { findings } = await checked(folder)
  expect(findings).toMatchObject([{ rule: 'state-by-hand', where: stateFile, line: 1 }])
})

test('what was archived and is gone is brought back by its name, or with all that its folder lacks', async () => {
  const folder = await shop('export')
  const fixes = async () => (await checked(folder)).findings.map(({ rule, fix }) => [rule, fix])
  folder.remove(`${task}/task-results.md`)
  expect(await fixes()).toEqual([
    ['archived-file-missing', expect.stringMatching(/header-row-[-\d]+\/task-results\.md$/)],
  ])
  folder.remove(`${task}/task.md`)
  expect(await fixes()).toEqual([['archived-file-missing', expect.stringMatching(/header-row-[-\d]+$/)]])
})

test('what is found in a checkout is found in a clone', async () => {
  const folder = await shop('main')
  tick(folder, 2)
  folder.remove(`${archive}/plan.md`)
  const { findings } = await checkedInClone(folder, { base: 'origin/main' })
  expect(findings.map(({ rule }) => rule)).toEqual(['criteria-ticked', 'archived-file-missing'])
  expect(await checked(folder)).toMatchObject({ findings: findings.map(({ rule }) => ({ rule })) })
})

test('there are enough ways to cheat', () => {
  expect(Object.keys(cheats).length).toBeGreaterThan(25)
})

describe('nothing is found in honest work:', () => {
  test.each<[what: string, act: (folder: Folder) => unknown, ...at: 'main'[]]>([
    ['at the end of a branch', () => {}],
    ['at the base itself', () => {}, 'main'],
    ['with a task under way', (folder) => castIn(folder, 'accio')],
    [
      'with criteria ticked in a task that is then finished',
      async (folder) => {
        await castIn(folder, 'accio')
        tick(folder)
        folder.write({ '.ai/task/task-results.md': 'done\n' })
        await castIn(folder, 'accio')
        await castIn(folder, 'accio')
      },
      'main',
    ],
    [
      'with the last criteria ticked in a task, and the work completed',
      async (folder) => {
        await castIn(folder, 'accio')
        tick(folder, 4)
        folder.write({ '.ai/task/task-results.md': 'done\n' })
        await castIn(folder, 'accio')
        expect(await castIn(folder, 'accio')).toMatchObject({ to: 'ACHIEVE_COMPLETE' })
      },
      'main',
    ],
    [
      'with results that came late',
      async (folder) => {
        await castIn(folder, 'accio')
        tick(folder)
        await castIn(folder, 'accio')
        folder.write({ '.ai/task/task-results.md': 'done\n' })
        await castIn(folder, 'accio')
      },
      'main',
    ],
    [
      'with a plan that was cut while planning',
      async (folder) => {
        await castIn(folder, 'finite')
        replacing(planFile, /(- \[ \] criterion [34]\n)+/, '')(folder)
        await castIn(folder, 'accio')
      },
      'main',
    ],
    [
      'with what was ticked wrongly unticked',
      async (folder) => {
        tick(folder, 2)
        await castIn(folder, 'accio')
        folder.write({ [planFile]: folder.read(planFile).replaceAll('[x]', '[ ]') })
      },
      'main',
    ],
    [
      'with a task taken back and finished again',
      async (folder) => {
        await doneTask(folder, 'again')
        await undo(workIn(folder.path, engineer), edgeAt(folder))
        await castIn(folder, 'accio')
      },
    ],
    [
      'with new work',
      async (folder) => {
        await startNew(workIn(folder.path, engineer), edgeAt(folder), 'export', async () => true)
        await castIn(folder, 'accio')
      },
    ],
    [
      'with new work taken back',
      async (folder) => {
        await startNew(workIn(folder.path, engineer), edgeAt(folder), 'export', async () => true)
        await castIn(folder, 'accio')
        await undo(workIn(folder.path, engineer), edgeAt(folder))
        await undo(workIn(folder.path, engineer), edgeAt(folder))
      },
    ],
    ['with another review', doneReview],
    [
      'with a plan that was formatted anew and put into another order, while a task is carried out',
      async (folder) => {
        await castIn(folder, 'accio')
        const boxes = folder
          .read(planFile)
          .split('\n')
          .filter((line) => line.startsWith('- ['))
        folder.write({ [planFile]: `# Export\n\n${boxes.reverse().join('\n').replaceAll('- [', ' *   [')}\n` })
        await castIn(folder, 'lumos')
      },
    ],
    [
      'with a link to what has met it behind a criterion',
      replacing(planFile, /^- \[x\] .*$/m, `$& ([results](${task.slice('.ai/task/'.length)}/task-results.md))`),
    ],
    ['with a criterion added between two tasks', replacing(planFile, /$/, '- [ ] one more\n')],
    [
      'with a history that a repair has begun anew',
      async (folder) => {
        replacing(historyFile, '"row":"A1"', '"row":"A2"')(folder)
        await repair(engineer, edgeAt(folder))
      },
    ],
    [
      'with a state and a history that were both lost to a repair, which has kept them',
      async (folder) => {
        replacing(historyFile, '"row":"A1"', '"row":"A2"')(folder)
        folder.write({ [stateFile]: 'garbage' })
        folder.remove('.ai/.local')
        await repair(engineer, edgeAt(folder))
      },
    ],
    [
      'with what was put away moved elsewhere',
      (folder) => {
        git(folder, 'mv', `${task}/task-results.md`, '.ai/archive/task-results.md')
      },
    ],
    [
      'with what nobody commits taken out',
      async (folder) => {
        folder.write({ '.ai/task/.DS_Store': 'mine', '.ai/task/trace.log': 'mine', '.gitignore': '*.log\n.DS_Store\n' })
        await startNew(workIn(folder.path, engineer), edgeAt(folder), 'export', async () => true)
      },
    ],
  ])('%s', async (_, act, ...[at]) => {
    const folder = await shop(at ?? 'export')
    await act(folder)
    expect((await checkedInClone(folder)).findings).toEqual([])
  })

  test('where git has changed the line endings', async () => {
    const folder = await shop()
    commitAll(folder)
    const clone = cloneOf(folder, '--no-checkout')
    git(clone, '-c', 'core.autocrlf=true', 'checkout', '-q', '-f', 'origin/export')
    expect(clone.read(`${task}/task-results.md`)).toContain('\r\n')
    const request = { requirement: 'any', noOverrides: false } as const
    expect((await check(clone.path, {}, now, request, (_, state) => state)).findings).toEqual([])
  })

  const newWork = async (folder: Folder) => {
    await startNew(workIn(folder.path, engineer), edgeAt(folder), 'export', async () => true)
    await planned(folder, 2)
  }
  const aTask = (folder: Folder) => doneTask(folder, 'other')
  const branches: readonly [string, (folder: Folder) => unknown, (folder: Folder) => unknown][] = [
    ['both with a task', aTask, aTask],
    ['one with new work', newWork, aTask],
    ['the other one with new work', aTask, newWork],
    ['both with new work', newWork, newWork],
  ]
  test.each(some(branches))(
    'where two branches were merged and the conflict was settled, %s',
    async (_, here, there) => {
      const folder = await shop('main')
      git(folder, 'checkout', '-qb', 'other')
      await there(folder)
      commitAll(folder)
      git(folder, 'checkout', '-qb', 'mine', 'main')
      folder.remove('.ai/.local')
      await here(folder)
      await castIn(folder, 'finite')
      commitAll(folder)
      expect(() => git(folder, 'merge', 'other')).toThrow()
      await settleAs(folder)
      const { findings, noted } = await checkedInClone(folder, { base: 'origin/other', noOverrides: true })
      expect(findings).toEqual([])
      expect(new Set(noted.map(({ rule }) => rule))).toEqual(new Set(['merged']))
      expect((await checkedInClone(folder)).findings).toEqual([])
    },
  )
})
