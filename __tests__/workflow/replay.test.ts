import fc from 'fast-check'
import { undo } from '../../src/commands/undo'
import { backupNumber, backupsPath } from '../../src/disk/local'
import { filesUnder } from '../../src/disk/read'
import { Failure } from '../../src/text/failure'
import { statePath } from '../../src/work/history/history-line'
import { workIn } from '../../src/work/work'
import type { Workflow } from '../../src/workflow/flow'
import { definition as collab } from '../../src/workflows/collab'
import { getSkillForState, skills } from '../../src/workflows/collab/flow'
import type { CollabPayload as Brought } from '../../src/workflows/collab/payload'
import { rebuildIn as rebuildSession } from '../../src/workflows/collab/recorded'
import { definition } from '../../src/workflows/discovery'
import { artifactKey, type Phase, type PlanPayload, phases, reviewerIn } from '../../src/workflows/discovery/plan'
import { rebuildIn } from '../../src/workflows/discovery/rebuild'
import {
  bring,
  design,
  graph,
  graphText,
  session,
  sessionEdge,
  statePath as sessionFile,
} from '../support/collab-session'
import {
  artifacts,
  begun,
  edgeOfPlan,
  notReady,
  plan,
  planned,
  saved,
  settledIn,
  simple,
} from '../support/discovery-plan'
import { repair } from '../support/doctoring'
import { type Folder, makeFolder } from '../support/folder'
import { pastOf } from '../support/past-steps'
import { isNightly } from '../support/proving'
import { withSureShare } from '../support/random'

/** Whatever is done, taken back, broken and repaired: what a user has said is in files that git keeps. */

const isDone = async (doing: Promise<{ readonly ok: boolean }>): Promise<boolean> => {
  try {
    return (await doing).ok
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

/** Damages the state, and loses the newest backups; of all of them where that is none, as in a clone. */
const breakIn = (folder: Folder, workflow: Workflow, newest: number) => {
  const backups = filesUnder(folder.path, backupsPath(workflow)).sort((a, b) => backupNumber(b) - backupNumber(a))
  folder.remove(...(newest === 0 ? ['.ai/.local'] : backups.slice(0, newest)))
  folder.write({ [statePath(workflow)]: '{' })
}

/** What all files that git keeps say, but for the broken ones that a repair has set aside. */
const keptIn = (folder: Folder): string =>
  Object.entries(folder.contents())
    .filter(([path]) => !path.includes('/broken-'))
    .map(([, text]) => text)
    .join('\n')

/** What changes the way that a plan takes, now and then. */
const odd: Partial<Record<Phase, object>> = { discovery: simple, validation: notReady }
const again = { trigger: 'new_discovery', preserve: ['discovery'] }

// biome-ignore format: in one paragraph
const acts = [
  'submit', 'submit', 'approve', 'approve', 'approve', 'revise', 'replan', 'autonomous', 'undo', 'break',
] as const

test('no word and no artifact of a plan is lost outside of `.ai/.local`, and its state is as it was, as the history tells it', async () => {
  const rebuild = rebuildIn(definition, plan.folder, 'csv-export')
  const from = fc.constantFrom(...phases)
  const repaired = new Set<string>()
  await withSureShare(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...acts), from), { minLength: 8, maxLength: 40 }),
      async (walk) => {
        const folder = makeFolder()
        const said = ['csv-export', 'CSV export', 'Orders leave as CSV', 'A header row']
        // Artifacts can be taken back with their step.
        const handed: string[] = []
        await planned(folder, 'start', { ...begun, autonomous: walk.length % 2 === 0 })
        for (const [index, [act, phase]] of walk.entries()) {
          const word = `word-${index}-word`
          if (act === 'break') {
            const before = saved(folder)
            breakIn(folder, plan, phases.indexOf(phase))
            await repair(plan, edgeOfPlan(folder))
            expect(saved(folder)).toEqual(before)
            repaired.add(before.state)
            continue
          }
          const context = saved(folder).plan
          if (act === 'undo') {
            const isBack = await isDone(undo(workIn(folder.path, plan), edgeOfPlan(folder)))
            if (!('task' in saved(folder).plan)) await planned(folder, 'start', begun)
            const now = saved(folder).plan
            const had = artifactKey[context.phase]
            if (isBack && now.phase === context.phase && had in context.context_store && !(had in now.context_store))
              handed.pop()
            continue
          }
          const brought: Record<typeof act, PlanPayload> = {
            submit: {
              text: JSON.stringify({ ...artifacts[context.phase as Phase], ...odd[phase], said: word }),
              settled: settledIn(folder),
            },
            approve: { as: reviewerIn(saved(folder).state) ?? 'ai' },
            revise: { feedback: [word] },
            replan: { ...again, from: phase, changes: word, invalidate: [`${word}-no-more`], force: index % 2 === 0 },
            autonomous: { on: !context.autonomous_mode },
          }
          if (!(await isDone(planned(folder, act, brought[act])))) continue
          if (act === 'submit') handed.push(word)
          if (act === 'revise') said.push(word)
          if (act === 'replan') said.push(word, `${word}-no-more`)
        }
        const { state, plan: context } = saved(folder)
        const probe = Object.fromEntries(Object.entries(folder.contents()).filter(([path]) => path in plan.probes))
        const whole = { state, context, isReplayed: true, lost: [], missing: [] }
        expect(rebuild({ probe, past: pastOf(folder, plan) })).toEqual(whole)
        const kept = keptIn(folder)
        expect([...said, ...handed].filter((word) => !kept.includes(word))).toEqual([])
        folder.remove('.')
      },
    ),
    isNightly ? 30 : 4,
    () => expect(repaired.size).toBeGreaterThan(isNightly ? 4 : 0),
  )
})

test('no title and no note of a session is lost outside of `.ai/.local`, and its state is as it was, as the history tells it', async () => {
  // biome-ignore format: in one paragraph
  const verbs = [
    'next', 'next', 'next', 'next', 'next', 'next', 'next', 'next', 'any', 'add', 'classify', 'remove', 'task',
    'task', 'task', 'undo', 'break',
  ] as const
  const rebuild = rebuildSession(collab)
  const types = ['bugfix', 'code'] as const
  const statuses = ['in_progress', 'completed', 'failed', 'completed'] as const
  const number = fc.integer({ min: 1, max: 4 })
  const [repaired, seen] = [new Set<string>(), new Set<string>()]
  await withSureShare(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...verbs), number), { minLength: 10, maxLength: 70 }),
      async (walk) => {
        const folder = makeFolder()
        const titles = walk.length % 2 === 0 ? ['Fix the first', 'Set up the job'] : []
        const said = [...titles]
        folder.write({ [graph]: graphText('tasks: [{id: a}, {id: b, depends-on: [a]}]') })
        await bring(folder, { verb: 'start' })
        for (const title of titles) await bring(folder, { verb: 'add', title })
        if (titles.length === 0) folder.write({ [design]: '## Work Items\n### Item 2: Two\n**Type:** bugfix\n' })
        for (const [index, [act, which]] of walk.entries()) {
          const word = `word-${index}-word`
          const before = JSON.parse(folder.read(sessionFile))
          // From then on the design has what an honest agent writes.
          if (before.context.workItems?.length) folder.remove(design)
          if (act === 'break') {
            breakIn(folder, session, which - 1)
            await repair(session, sessionEdge(folder))
            const { current_state, context } = JSON.parse(folder.read(sessionFile))
            const times = { lastActivity: expect.any(String) }
            expect({ current_state, context }).toEqual({
              current_state: before.current_state,
              context: { ...before.context, ...times },
            })
            repaired.add(current_state)
            continue
          }
          if (act === 'undo') {
            await isDone(undo(workIn(folder.path, session), sessionEdge(folder)))
            const { context } = JSON.parse(folder.read(sessionFile))
            if (!('workItems' in context)) await bring(folder, { verb: 'start' })
            continue
          }
          const name = getSkillForState(before.current_state) ?? 'collab-clear'
          const task = before.context.waves?.[before.context.currentWave ?? 0]?.tasks[which - 1]?.id ?? 'none'
          const brought: Record<typeof act, Brought> = {
            next: { verb: 'complete-skill', name },
            any: { verb: 'complete-skill', name: skills[index % skills.length] ?? '' },
            add: { verb: 'add', title: `Fix ${word}` },
            classify: { verb: 'classify', number: which, type: types[which - 1] ?? 'task' },
            remove: { verb: 'remove', number: which },
            task: { verb: 'task', id: task, status: statuses[which - 1] ?? 'failed' },
          }
          const { outcome } = await bring(
            folder,
            brought[act],
            act === 'next' || act === 'any' ? word : undefined,
          ).catch((error: unknown) => {
            if (error instanceof Failure) return { outcome: 'refused' }
            throw error
          })
          const isNews =
            ['advanced', 'stayed'].includes(outcome) &&
            JSON.stringify(before) !== JSON.stringify(JSON.parse(folder.read(sessionFile)))
          if (isNews && ['next', 'any', 'add'].includes(act)) said.push(word)
        }
        const { current_state, context } = JSON.parse(folder.read(sessionFile))
        seen.add(current_state)
        const past = pastOf(folder, session)
        const middle = past.length >> 1
        const whole = { state: current_state, context, isReplayed: true }
        expect(rebuild({ probe: {}, past })).toEqual(whole)
        const base = {
          state: past[middle]?.from ?? '',
          context: rebuild({ probe: {}, past: past.slice(0, middle) }).context,
        }
        // What the document of tasks says meanwhile changes nothing.
        if (middle > 0) expect(rebuild({ probe: {}, past: past.slice(middle), base })).toEqual(whole)
        const kept = keptIn(folder)
        expect(said.filter((word) => !kept.includes(word))).toEqual([])
        folder.remove('.')
      },
    ),
    isNightly ? 30 : 4,
    () => expect([repaired.size > (isNightly ? 3 : 0), seen.size > (isNightly ? 4 : 1)]).toEqual([true, true]),
  )
})
