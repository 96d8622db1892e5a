import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { cast } from '../../../src/cast/cast'
import { attemptAsync, Failure } from '../../../src/text/failure'
import { carryOver } from '../../../src/word/uses'
import { workIn } from '../../../src/work/work'
import { engineer } from '../../../src/workflows/engineer'
import { linesOf } from '../../support/casting'
import { archiveWork, takeBack } from '../../support/engineer-acts'
import { refuseTimes } from '../../support/faults'
import { copyOf, type Folder, makeFolder, makeRepository } from '../../support/folder'
import { commitAll, git, tries } from '../../support/git'
import { oftenAtNight } from '../../support/proving'
import { inSession, say } from '../../support/words'

/** A clone with two worktrees, and another one of the same, in which an agent casts, in a sandbox or not. */
interface World {
  readonly places: readonly Folder[]
  readonly state: string
  /** The ids that the steps have named, when they were made. */
  readonly used: string[]
  minute: number
}

function makeWorld(): World {
  const clone = makeRepository({ '.ai/spell.json': '{"word":"required"}' })
  commitAll(clone, 'begin')
  const [beside, other] = [makeFolder(), makeFolder()]
  git(clone, 'clone', '-q', '.', other.path)
  git(clone, 'worktree', 'add', '-q', '-b', 'beside', beside.path)
  return { places: [clone, beside, other], state: makeFolder().path, used: [], minute: 0 }
}

const contextOf = (world: World, at: number) => {
  const folder = world.places[at] as Folder
  const ctx = { ...inSession(folder, 'one', world.state), now: new Date(Date.UTC(2026, 7, 20, 15, world.minute++)) }
  return { folder, ctx }
}

const documents = {
  '.ai/task/context.md': '# Context\n',
  '.ai/task/plan.md': '# Plan\n\n- [ ] It is exported\n',
  '.ai/task/task.md': '---\ntask_name: a\n---\n\nDo it.\n',
  '.ai/task/task-results.md': 'Done.\n',
}

type Act = (world: World, at: number) => unknown

const says: Act = (world, at) => say(contextOf(world, at).ctx, { words: { accio: 2 } })
const grants: Act = (world, at) => say(contextOf(world, at).ctx, { words: { accio: 1 }, untilComplete: true })

async function casts(world: World, at: number, copied?: Folder): Promise<void> {
  const found = contextOf(world, at)
  const folder = copied ?? found.folder
  const ctx = { ...found.ctx, root: folder.path }
  folder.write(documents)
  const answer = await attemptAsync(() => cast(workIn(folder.path, engineer), 'accio', ctx))
  if (answer instanceof Failure || answer.outcome !== 'advanced') return
  const { said } = JSON.parse(linesOf(folder).at(-1) ?? '{}')
  world.used.push(said)
}

async function castsInSandbox(world: World, at: number): Promise<void> {
  const refused = (path: string) => path.startsWith(world.state)
  refuseTimes('mkdirSync', Number.POSITIVE_INFINITY, 'EROFS', refused)
  try {
    await casts(world, at)
  } finally {
    jest.restoreAllMocks()
  }
}

const castsInCopy: Act = (world, at) => casts(world, at, copyOf(world.places[at] as Folder))

const typed = (act: (...asked: Parameters<typeof takeBack>) => Promise<unknown>) => (world: World, at: number) => {
  const { folder, ctx } = contextOf(world, at)
  return attemptAsync<unknown>(() => act(folder, { ...ctx, isTyped: async () => true }))
}
const gits =
  (...calls: readonly (readonly string[])[]): Act =>
  ({ places }, at) =>
    calls.map((args) => tries(places[at] as Folder, ...args))

const sayings: readonly Act[] = [says, says, grants, () => undefined]
const castings: readonly Act[] = [casts, castsInSandbox, castsInSandbox, castsInCopy]
// biome-ignore format: a case is a line
const others = {
  undo: typed(takeBack),
  archive: typed(archiveWork),
  commit: gits(['add', '-A'], ['commit', '-qm', 'work']),
  checkout: gits(['checkout', '-q', 'HEAD', '--', '.ai']),
  clean: gits(['checkout', '-q', '--', '.'], ['clean', '-fdxq']),
  reset: gits(['reset', '-q', '--hard', 'HEAD~1']),
  stash: gits(['stash', '-q', '-u']),
  pop: gits(['stash', '-q', '-u'], ['stash', 'pop', '-q']),
  merge: gits(['merge', '-q', 'beside'], ['merge', '-q', 'main'], ['merge', '--abort']),
  rebase: gits(['rebase', '-q', 'beside'], ['rebase', '--abort']),
  prune: gits(['worktree', 'prune']),
} satisfies Readonly<Record<string, Act>>

/** The hook before a tool call of the agent runs outside of its sandbox. */
async function inTurn(world: World, acts: readonly (readonly [Act, number])[]): Promise<void> {
  for (const [act, at] of acts) {
    await carryOver(contextOf(world, at).ctx)
    await act(world, at)
  }
}

const { commit } = others
const oneSaid: Act = (world, at) => say(contextOf(world, at).ctx, { words: { accio: 1 } })
// Each is made where the step was committed, and where it was not.
const cases = Object.entries(others).flatMap(([name, act]) => [
  [name, 'a step', [act]] as const,
  [name, 'a commit of it', [commit, act]] as const,
])

test.each(cases)('git’s or spell’s %s after %s in a sandbox makes no used word good again', async (_, __, acts) => {
  const world = makeWorld()
  await inTurn(
    world,
    [oneSaid, casts, commit, oneSaid, castsInSandbox, ...acts, casts, castsInSandbox].map((act) => [act, 0]),
  )
  await inTurn(
    world,
    [1, 2].map((at) => [casts, at]),
  )
  expect(world.used).toEqual([expect.any(String), expect.any(String)])
})

test('nor does a worktree that is removed with the step', async () => {
  const world = makeWorld()
  const remove = gits(['worktree', 'remove', '--force', world.places[1]?.path ?? ''])
  await inTurn(world, [
    [oneSaid, 1],
    [castsInSandbox, 1],
    [remove, 0],
    [casts, 0],
  ])
  expect([existsSync(world.places[1]?.path ?? ''), world.used.length]).toEqual([false, 1])
})

/** What is said, cast, done with the step, and cast again; in which folder each is. */
const round = fc.tuple(
  ...[sayings, castings, Object.values(others), castings].map((acts) =>
    fc.tuple(fc.constantFrom(...acts), fc.constantFrom(0, 0, 0, 1, 2)),
  ),
)

test('a word lets no more steps happen than it was said for, whatever becomes of them', async () => {
  let count = 0
  const property = fc.asyncProperty(fc.array(round, { minLength: 2, maxLength: 4 }), async (rounds) => {
    const world = makeWorld()
    await inTurn(world, rounds.flat())
    expect(world.used).toEqual([...new Set(world.used)])
    expect(world.used).not.toContain(undefined)
    count += world.used.length
  })
  await fc.assert(property, { numRuns: oftenAtNight(160) })
  expect(count).toBeGreaterThan(0)
})
