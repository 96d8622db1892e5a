import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { check } from '../../src/check/check'
import { undo } from '../../src/commands/undo'
import { lockPath } from '../../src/disk/local'
import { filesUnder } from '../../src/disk/read'
import { Failure } from '../../src/text/failure'
import { statePath } from '../../src/work/history/history-line'
import { loadState } from '../../src/work/state/state'
import { workIn } from '../../src/work/work'
import type { Workflow } from '../../src/workflow/flow'
import { engineer } from '../../src/workflows/engineer'
import { file } from '../../src/workflows/engineer/files'
import type { Spell } from '../../src/workflows/engineer/states'
import { castIn, edgeAt, texts as engineerTexts } from './casting'
import { bring, session as collabSession, design, graph, sessionEdge } from './collab-session'
import { type Act, everyCrashPoint, naming } from './crash-points'
import { artifacts, begun, edgeOfPlan, plan, planned, saved, submitted } from './discovery-plan'
import { examine, repair } from './doctoring'
import { archiveWork, takeBack } from './engineer-acts'

import { type Folder, makeFolder } from './folder'
import { edgeOfHope, hoped, session as hopeSession, unhoped } from './hope-session'

/** A walk through a workflow, in which every step may crash, and what the user writes before each. */
export interface Walk {
  readonly workflow: Workflow
  readonly steps: readonly Step[]
  /** What the user may do next. */
  readonly next: readonly Act[]
  readonly repair: Act
  /** Files that are edited although no step touches them. */
  readonly beside?: readonly string[]
}
export interface Step {
  readonly name: string
  readonly act: Act
  readonly writes?: Readonly<Record<string, string>>
  /** Files that earlier steps have archived and that move with their folder: an edit is always found. */
  readonly archivedBefore?: RegExp
}

const casting = (spell: Spell, writes: Readonly<Record<string, string>> = {}, name: string = spell): Step => ({
  name,
  writes,
  act: (folder) => castIn(folder, spell),
})
const archive: Act = (folder) => archiveWork(folder)
const submitting =
  (file: string): Act =>
  (folder) =>
    submitted(folder, { ...artifacts.discovery, relevant_files: [file] })
const replanning =
  (changes: string): Act =>
  (folder) =>
    planned(folder, 'replan', { from: 'discovery', trigger: 'new_discovery', changes, force: true })
const wishing =
  (text: string): Act =>
  (folder) =>
    hoped(folder, { verb: 'intent', text })
const archivedBefore = /\/(tasks|pr-reviews)\/[^/]+\/|\/undone-\d[^/]*\/[^/]+$/
const written = { [file.comments]: '# Review\n\nWhy?\n', [file.reviewTask]: '# Changes\n\nQuote it.\n' }

/** One walk in each workflow, with every kind of file change that its steps make. */
export const walks: Readonly<Record<string, Walk>> = {
  engineer: {
    workflow: engineer,
    steps: [
      casting('accio'),
      casting('accio', { [file.context]: '# Context\n\nBy hand.\n' }),
      casting('accio', { [file.plan]: '# Export\n\n- [ ] a header\n- [ ] a row\n' }),
      casting('accio', { [file.task]: '---\ntask_name: rows\n---\n\n# Task\n' }, 'accio, and the task is carried out'),
      casting('accio', { [file.results]: 'The rows are written.\n' }, 'accio that archives a task'),
      { name: 'undo of that', act: takeBack, writes: { [file.task]: '# The next task\n' } },
      casting('reparo', {}, 'reparo'),
      casting('accio', { [file.comments]: written[file.comments] ?? '' }, 'accio that asks for a review task'),
      casting('accio', { [file.reviewTask]: written[file.reviewTask] ?? '' }, 'accio that applies a review'),
      casting('accio', { [file.reviewResults]: 'Quoted.\n' }, 'accio that archives a review'),
      {
        name: 'new',
        act: archive,
        archivedBefore,
        writes: { '.ai/task/notes/today.txt': 'Ask Kim.\n', '.ai/task/list.txt': 'One.\n' },
      },
      { name: 'undo over new', act: takeBack, archivedBefore, writes: { [file.plan]: 'Written by hand.\n' } },
    ],
    next: (['accio', 'finite', 'reparo'] as const).map((spell) => casting(spell).act),
    repair: (folder) => repair(engineer, edgeAt(folder)),
  },
  discovery: {
    workflow: plan,
    steps: [
      { name: 'start', act: (folder) => planned(folder, 'start', begun) },
      { name: 'submit', act: (folder) => submitted(folder, artifacts.discovery) },
      { name: 'revise', act: (folder) => planned(folder, 'revise', { feedback: ['Name the callers.'] }) },
      { name: 'submit once more', act: submitting('b') },
      { name: 'undo of that', act: (folder) => undo(workIn(folder.path, plan), edgeOfPlan(folder)) },
      { name: 'submit again', act: submitting('c') },
      { name: 'approve', act: (folder) => planned(folder, 'approve', { as: 'ai' }) },
      { name: 'replan', act: replanning('A second.') },
    ],
    next: [
      replanning('A third.'),
      (folder) => submitted(folder, artifacts[saved(folder).state as 'discovery']),
      (folder) => planned(folder, 'autonomous', { on: true }),
      (folder) => planned(folder, 'start', begun),
    ],
    repair: (folder) => repair(plan, edgeOfPlan(folder)),
  },
  collab: {
    workflow: collabSession,
    steps: [
      { name: 'start', act: (folder) => bring(folder, { verb: 'start' }) },
      { name: 'add', act: (folder) => bring(folder, { verb: 'add', title: 'Fix it' }) },
      { name: 'classify', act: (folder) => bring(folder, { verb: 'classify', number: 1, type: 'code' }) },
      {
        name: 'undo of that',
        act: (folder) => undo(workIn(folder.path, collabSession), sessionEdge(folder)),
      },
    ],
    next: [(folder) => bring(folder, { verb: 'add', title: 'Fix more' }), (folder) => bring(folder, { verb: 'start' })],
    repair: (folder) => repair(collabSession, sessionEdge(folder)),
    beside: [design, graph],
  },
  hope: {
    workflow: hopeSession,
    steps: [
      {
        name: 'start',
        act: (folder) => hoped(folder, { verb: 'start', text: 'Add an export', engagement: 'Guided' }),
      },
      { name: 'another wish', act: wishing('Add two exports') },
      { name: 'undo of that', act: (folder) => unhoped(folder) },
      { name: 'a third wish', act: wishing('Add three exports') },
      { name: 'a fourth wish', act: wishing('Add four exports') },
    ],
    next: [wishing('Add many'), (folder) => hoped(folder, { verb: 'start', text: 'Begin', engagement: 'Guided' })],
    repair: (folder) => repair(hopeSession, edgeOfHope(folder)),
  },
}

/** The user's edit of a file between a crash and the next spell. */
interface Edit {
  readonly does: 'writes on' | 'replaces' | 'removes' | 'creates'
  readonly path: string
}

const mine = 'Written while it was stopped.\n'

function perform(folder: Folder, { does, path }: Edit): void {
  const text = does === 'creates' ? '' : folder.read(path)
  if (does === 'removes' || does === 'replaces') folder.remove(path)
  if (does !== 'removes') folder.write({ [path]: `${text}${mine}` })
}

const isThere = (folder: Folder, path: string) => existsSync(join(folder.path, path))
const isOwn = (path: string) => /(^|\/)(state\.json|history\.jsonl)$/.test(path)
/** What the program writes to be filled in: a file that is there stays. */
const templates = new Set([...engineerTexts.files.values(), '# orders\n'])

const everything = (folder: Folder): Record<string, string> =>
  Object.fromEntries(filesUnder(folder.path, '.ai').map((path) => [path, folder.read(path)]))

const stateIn = (folder: Folder, { folder: at }: Workflow) =>
  isThere(folder, statePath({ folder: at } as Workflow)) ? folder.read(`${at}/state.json`) : ''

/** Whether no step is incomplete. */
function isFinished(folder: Folder, workflow: Workflow): boolean {
  const { unlogged, archiving, isNext, tail } = loadState(folder.path, workflow)
  return unlogged.length === 0 && !archiving && !isNext && !tail?.fragment
}

/** Whether the interrupted step was completed or reverted. */
const isSettled = (folder: Folder, workflow: Workflow) => isFinished(folder, workflow) && !isThere(folder, lockPath)

async function tried(folder: Folder, act: Act): Promise<boolean> {
  const before = JSON.stringify(everything(folder))
  try {
    await act(folder)
  } catch (error) {
    if (!(error instanceof Failure) || (error.exitCode === 1 && error.code !== 'in-the-way')) throw error
  }
  return JSON.stringify(everything(folder)) !== before
}

/** Rules that honest work may violate, too: by its current state, and by a missing file. */
const standing = ['error-state', 'pending-archive']

/**
 * Proves for each step of a walk: wherever its process dies, and however the user then edits a file of the step,
 * `check` finds nothing after the next action, and no text is lost unless the user deleted it.
 * @returns how many cases were tried
 */
export async function proveEdits({ workflow, steps, next, repair: repaired, beside = [] }: Walk): Promise<number> {
  const folder = makeFolder()
  const looks = new Map<string, ReturnType<typeof look>>()
  let tries = 0
  for (const { name, act, writes = {}, archivedBefore } of steps) {
    folder.write(writes)
    const left = everything(folder)
    const before = stateIn(folder, workflow)
    const work = folder.contents()
    await act(folder)
    const after = folder.contents()
    const changed = [...new Set([...Object.keys(work), ...Object.keys(after)])].filter(
      (path) => !isOwn(path) && work[path] !== after[path],
    )
    const touched = [...changed, ...beside]
    expect(`${name} ${stateIn(folder, workflow)}`).not.toBe(`${name} ${before}`)
    const seen = new Set<string>()
    await everyCrashPoint(
      () => {
        const begun = makeFolder()
        begun.write(left)
        return begun
      },
      act,
      async (died, likewise) => {
        const found = JSON.stringify(Object.entries(everything(died)).filter(([path]) => !path.startsWith(lockPath)))
        if (seen.has(found)) return
        seen.add(found)
        const happened = stateIn(died, workflow) !== before
        const isHalf = happened && !isFinished(died, workflow)
        for (const path of touched) {
          const doings = isThere(died, path) ? (['writes on', 'replaces', 'removes'] as const) : (['creates'] as const)
          for (const does of doings) {
            tries++
            const one = await likewise()
            const edit = { does, path }
            const removed = does === 'removes' ? one.read(path) : undefined
            const was = Object.entries({ ...work, ...(happened ? after : {}) }).filter(([, text]) => text !== removed)
            perform(one, edit)
            const isExcused = isHalf && !archivedBefore?.test(path)
            await naming(`${name}: ${does} ${path}`, () => goOn(one, edit, was, isExcused, act))
            one.remove('.')
          }
        }
      },
    )
  }
  return tries

  async function look(one: Folder) {
    const request = { requirement: 'any', noOverrides: false } as const
    const now = new Date('2026-08-22')
    const { findings } = await check(one.path, {}, now, request, (_, state) => state)
    return { findings, examined: await examine({ root: one.path, workflow, env: {}, now }) }
  }

  /** The same files are looked at once. */
  function foundIn(one: Folder) {
    const files = JSON.stringify(everything(one))
    const known = looks.get(files) ?? look(one)
    looks.set(files, known)
    return known
  }

  async function goOn(
    one: Folder,
    edit: Edit,
    was: readonly (readonly [path: string, text: string])[],
    isExcused: boolean,
    act: Act,
  ): Promise<void> {
    for (const doing of [...next, act, repaired]) {
      if ((await tried(one, doing)) && isSettled(one, workflow)) break
    }
    const settled = isSettled(one, workflow)
    const { findings, examined } = await foundIn(one)
    const wrong = findings.filter(
      ({ rule, where, message }) =>
        !standing.includes(rule) &&
        !(rule === 'file-missing' && edit.does === 'removes') &&
        // Criteria belong to the plan, whenever they are edited.
        !(rule.startsWith('criteria-') && edit.path.endsWith('/plan.md')) &&
        // A step that has not begun, or is complete, excuses nothing.
        !(!isExcused && /^(artifact|archived-file)-/.test(rule) && `${where} ${message}`.includes(basename(edit.path))),
    )
    // The doctor finds no more than the check.
    const isKnown = (path: string) =>
      findings.some(({ where, message }) => where === path || message.includes(basename(path)))
    const ill = examined.filter(({ where }) => !isKnown(where) && !where.startsWith('.ai/.local'))
    const there = Object.values(everything(one))
    const lost = was
      .filter(([path, text]) => !isOwn(path) && !templates.has(text))
      .filter(([, text]) => !there.some((other) => other.includes(text)))
      .map(([path]) => path)
    const isMineThere = edit.does === 'removes' || there.some((text) => text.includes(mine))
    expect({ settled, wrong, ill, lost, isMineThere }).toEqual({
      settled: true,
      wrong: [],
      ill: [],
      lost: [],
      isMineThere: true,
    })
  }
}
