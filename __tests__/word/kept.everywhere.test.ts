import fc from 'fast-check'
import { cast } from '../../src/cast/cast'
import { attemptAsync, Failure } from '../../src/failure/failure'
import { engineer } from '../../src/flows/engineer'
import { carryOver } from '../../src/word/uses'
import { workIn } from '../../src/work/work'
import { linesOf } from '../support/casting'
import { archiveWork, takeBack } from '../support/engineer-acts'
import { refuseTimes } from '../support/faults'
import { copyOf, type Folder, makeFolder, makeRepository } from '../support/folder'
import { git, tries } from '../support/git'
import { oftenAtNight } from '../support/proving'
import { commitAll } from '../support/team-repository'
import { inSession, say } from '../support/words'

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

// biome-ignore format: a case is a line
const acts: Readonly<Record<string, Act>> = {
  says, grants, casts, castsInSandbox, castsInCopy,
  undo: typed(takeBack),
  archive: typed(archiveWork),
  commit: gits(['add', '-A'], ['commit', '-qm', 'work']),
  checkout: gits(['checkout', '-q', 'HEAD~1', '--', '.ai']),
  clean: gits(['checkout', '-q', '--', '.'], ['clean', '-fdxq']),
  reset: gits(['reset', '-q', '--hard', 'HEAD~1']),
  stash: gits(['stash', '-q', '-u']),
  pop: gits(['stash', 'pop', '-q']),
  merge: gits(['merge', '-q', 'beside'], ['merge', '-q', 'main'], ['merge', '--abort']),
  rebase: gits(['rebase', '-q', 'beside'], ['rebase', '--abort']),
}

test('a word lets no more steps happen than it was said for, whatever becomes of them', async () => {
  const one = fc.tuple(
    fc.constantFrom(...Object.keys(acts), 'casts', 'castsInSandbox', 'says'),
    fc.constantFrom(0, 0, 1, 2),
  )
  let count = 0
  const property = fc.asyncProperty(fc.array(one, { minLength: 6, maxLength: 16 }), async (done) => {
    const world = makeWorld()
    for (const [name, at] of done) {
      // The hook before a tool call of the agent runs outside of its sandbox.
      await carryOver(contextOf(world, at).ctx)
      await acts[name]?.(world, at)
    }
    expect(world.used).toEqual([...new Set(world.used)])
    expect(world.used).not.toContain(undefined)
    count += world.used.length
  })
  await fc.assert(property, { numRuns: oftenAtNight(480) })
  expect(count).toBeGreaterThan(10)
})
