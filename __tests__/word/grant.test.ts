import fc from 'fast-check'
import { type CastContext, cast } from '../../src/cast/cast'
import { Failure } from '../../src/text/failure'
import { endGrants, whyOver } from '../../src/word/grant'
import { sessionsHere } from '../../src/word/sessions'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { historyFile } from '../support/casting'
import { archiveWork } from '../support/engineer-acts'
import { type Folder, makeFolder } from '../support/folder'
import { planPath, prove } from '../support/provable-work'
import { allAtNight, isNightly, oftenAtNight } from '../support/proving'
import { eachOnce, reached, worldOf } from '../support/row-worlds'
import { inSession, type Saying, say } from '../support/words'

const script = (test: string) => ({ 'package.json': JSON.stringify({ scripts: { test } }) })
const plan =
  '# Export\n\n- [ ] It is exported\n  - run: `npm test`\n- [ ] It is quick\n  - run: `true`\n  - red: first\n- [ ] It reads well\n'
const contextPath = '.ai/task/context.md'
const task = '.ai/task/task.md'
const results = '.ai/task/task-results.md'

interface Granted {
  readonly folder: Folder
  readonly ctx: CastContext
}

const castHere = ({ folder, ctx }: Granted, spell: string) => cast(workIn(folder.path, engineer), spell, ctx)
const accio = async (here: Granted): Promise<string> => {
  try {
    return (await castHere(here, 'accio')).outcome
  } catch (error) {
    return error instanceof Failure ? error.code : 'broken'
  }
}
const append = ({ folder }: Granted, path: string, text: string) =>
  folder.write({ [path]: `${folder.read(path)}${text}` })
/** Archived work has no steps here any more. */
const stepsOf = (folder: Folder) => (folder.contents()[historyFile] ?? '').split('\n').slice(0, -1)
const stepsGranted = ({ folder }: Granted) =>
  stepsOf(folder).filter((line) => JSON.parse(line).word === 'granted').length
const grantIn = ({ folder, ctx }: Granted) => sessionsHere(folder.path, ctx.env).all['claude:one']?.grant

/** Work whose plan stands by “accio until complete”, the third word; its commands are allowed by it. */
async function granted(): Promise<Granted> {
  const folder = makeFolder({ '.ai/spell.json': '{"word":"required"}', ...script('node --test') })
  const here = { folder, ctx: inSession(folder) }
  for (const files of [{}, { [contextPath]: '# Context\n' }]) {
    folder.write(files)
    await say(here.ctx, { words: { accio: 1 } })
    await castHere(here, 'accio')
  }
  folder.write({ [planPath]: plan })
  await castHere(here, 'lumos')
  await say(here.ctx, { words: { accio: 1 }, untilComplete: true })
  await castHere(here, 'accio')
  return here
}

/** One step of honest work: the files that it needs, and Accio. */
async function goOn(here: Granted): Promise<string> {
  const { current } = workIn(here.folder.path, engineer).saved
  if (current === 'ACHIEVE_TASK_DRAFTING') here.folder.write({ [task]: '---\ntask_name: a\n---\n\n# Task\n\nDo it.\n' })
  if (current === 'ACHIEVE_TASK_EXECUTED')
    here.folder.write({ [results]: here.folder.contents()[results] ?? '## Achieved\n\nDone.\n' })
  return accio(here)
}

async function untilIn(here: Granted, state: string): Promise<void> {
  while (workIn(here.folder.path, engineer).saved.current !== state) await goOn(here)
}

async function untilStopped(here: Granted, step = goOn): Promise<void> {
  while ((await step(here)) === 'advanced');
}

/** What `spell prove` keeps of the first criterion. */
const fail = (here: Granted) => prove(here.folder, 1, { outcome: 'failed', exit: 1 })
const tickAll = ({ folder }: Granted) => folder.write({ [planPath]: folder.read(planPath).replaceAll('[ ]', '[x]') })
const passed = async ({ folder }: Granted, more = {}) => {
  await prove(folder, 1, more)
  await prove(folder, 2, { outcome: 'failed', exit: 1 })
  await prove(folder, 2)
}
const saying =
  (what: Saying) =>
  ({ ctx }: Granted) =>
    say(ctx, what)

// biome-ignore format: a case is a line
const ends: readonly (readonly [what: string, end: (here: Granted) => unknown])[] = [
  ['complete work', async (here) => [tickAll(here), await passed(here), await untilStopped(here)]],
  ['an error state', async (here) => [here.folder.remove(task, results), await untilStopped(here, accio)]],
  ['a block', async (here) => [tickAll(here), await untilStopped(here)]],
  ['a new criterion', (here) => append(here, planPath, '- [ ] More\n')],
  ['a criterion that is gone', ({ folder }) => folder.write({ [planPath]: plan.split('- [ ] It is quick')[0] ?? '' })],
  ['a new command', (here) => append(here, planPath, '  - run: `false`\n')],
  ['a new assumption', (here) => append(here, contextPath, 'Orders are few (assumed).\n')],
  ['a new question', (here) => append(here, contextPath, '\n## Open questions\n\n- Who?\n')],
  ['an open question of a task', async (here) => [await untilIn(here, 'ACHIEVE_TASK_EXECUTED'), append(here, task, '\n## Open questions\n\n- Does “1 20m” pass?\n')]],
  ['an open question of results', async (here) => [await untilIn(here, 'ACHIEVE_TASK_EXECUTED'), here.folder.write({ [results]: '## Open questions\n\n- Who sorts?\n' })]],
  ['a command that is not allowed any more', ({ folder }) => folder.write(script('rm -r src'))],
  ['a run that failed for what is open', fail],
  ['a run that failed for what is ticked', (here) => [tickAll(here), fail(here)]],
  ['a run that failed after it had passed', async (here) => [await passed(here), await prove(here.folder, 2, { outcome: 'failed', exit: 1 })]],
  ['proofs that are stale', async (here) => [tickAll(here), await passed(here, { treeAll: 'b'.repeat(40) }), await untilStopped(here)]],
  ['another word', saying({ words: { finite: 1 } })],
  ['a word of another workflow', saying({ words: { approve: 1 } })],
  ['a message that asks to wait', saying({ asksToWait: true })],
  ['spell say stop', ({ ctx }) => endGrants(ctx)],
  ['other work', ({ folder, ctx }) => archiveWork(folder, { ...ctx, isTyped: async () => true })],
]

test.each(ends)('a grant ends by %s', async (_, end) => {
  const here = await granted()
  expect([await goOn(here), stepsGranted(here)]).toEqual(['advanced', 1])
  expect(await goOn(here)).toBe('advanced')
  await end(here)
  const before = stepsOf(here.folder)
  await goOn(here)
  expect(stepsOf(here.folder)).toEqual(before)
  expect(grantIn(here)).toBeUndefined()
})

test.each([
  ['a criterion', planPath, '- [ ] More\n- [ ] Even more\n', 'something is new: “More”, and 1 more'],
  ['a command', planPath, '  - run: `false`\n', 'the command of criterion 3 is not allowed yet'],
  ['an assumption', contextPath, 'Orders are few (assumed).\n', 'something is new: “Orders are few (assumed).”'],
])('what ends a grant is named: %s', async (_, path, text, why) => {
  const here = await granted()
  await goOn(here)
  append(here, path, text)
  const { said = '' } = sessionsHere(here.folder.path, here.ctx.env).all['claude:one'] ?? {}
  expect(await whyOver(workIn(here.folder.path, engineer), here.ctx, said)).toBe(why)
})

test('what had failed before the word does not end it, as the developer could know', async () => {
  const here = await granted()
  await prove(here.folder, 1, { outcome: 'failed', exit: 1, time: '2026-08-20T15:00:00.000Z' })
  expect([await goOn(here), await goOn(here), stepsGranted(here)]).toEqual(['advanced', 'advanced', 2])
})

test('at its end the answer tells what all its steps have archived', async () => {
  const here = await granted()
  await goOn(here)
  await goOn(here)
  tickAll(here)
  await passed(here)
  const { developer } = await castHere(here, 'accio')
  expect(developer).toMatch(/Your word was good for 4 steps, and has ended\. Archived: `\.ai\/task\/tasks\/task-a-/)
  await say(here.ctx, { words: { accio: 1 }, untilComplete: true })
  expect((await castHere(here, 'accio')).developer).not.toContain('Your word was good')
})

test('the agent is told at once of a command that would refuse its next step', async () => {
  const here = await granted()
  append(here, planPath, '- [ ] More\n  - run: `false`\n')
  here.folder.write({ [task]: '---\ntask_name: a\n---\n\n# Task\n\nDo it.\n' })
  await say(here.ctx, { words: { accio: 1 }, untilComplete: true })
  const { ai } = await castHere(here, 'accio')
  expect(ai).toContain('First ask the developer to run `spell allow`: the command of criterion 4 is not allowed yet.')
})

test('Lumos says that the agent goes on, and no more once its next step would be refused', async () => {
  const here = await granted()
  await goOn(here)
  const look = async () => (await castHere(here, 'lumos')).developer
  expect(await look()).toContain('The agent is going on by your word')
  append(here, contextPath, 'Orders are few (assumed).\n')
  expect(await look()).not.toContain('going on by your word')
  expect(grantIn(here)).toBeDefined()
})

test('a grant is worth twenty steps with that of its word, and no red run, no tick and no remark ends it', async () => {
  const here = await granted()
  await prove(here.folder, 2, { outcome: 'failed', exit: 1 })
  here.folder.write({ [planPath]: plan.replace('[ ] It reads', '[x] It reads') })
  for (let steps = 1; steps < 20; steps++) {
    await say(here.ctx, {})
    expect([steps, await goOn(here), stepsGranted(here)]).toEqual([steps, 'advanced', steps])
  }
  expect([await goOn(here), grantIn(here)]).toEqual(['no-word', undefined])
})

test('no granted step follows an end, whatever is done before and after', async () => {
  const honest = [
    goOn,
    goOn,
    saying({}),
    saying({ words: { accio: 1 }, session: 'two' }),
    (here: Granted) => castHere(here, 'lumos'),
  ]
  const acts = fc.array(fc.constantFrom(...honest), { maxLength: 4 })
  const property = fc.asyncProperty(acts, fc.constantFrom(...ends), acts, async (before, [, end], after) => {
    const here = await granted()
    for (const act of before) await act(here)
    await end(here)
    const steps = stepsGranted(here)
    for (const act of [...after, goOn, goOn]) await act(here)
    expect(stepsGranted(here)).toBe(steps)
  })
  await fc.assert(property, { numRuns: oftenAtNight(160) })
})

test('under a grant no answer asks to go on and to wait', async () => {
  const told = []
  for (const world of allAtNight(eachOnce(reached.filter(({ row: { on } }) => ['accio', 'lumos'].includes(on))))) {
    const folder = makeFolder(worldOf(world))
    const ctx = inSession(folder)
    await say(ctx, { words: { accio: 1 }, untilComplete: true })
    const { ai } = await cast(workIn(folder.path, engineer), world.row.on, ctx)
    if (!ai.includes('run `spell accio` yourself')) continue
    told.push(world.row.id)
    expect([world.row.id, ai.match(/\bwait\b.*|, then stop\.$|on the developer's word, complete/gim)]).toEqual([
      world.row.id,
      null,
    ])
  }
  const goingOn = isNightly ? ['A1', 'A2', 'G2', 'GC1', 'P2', 'L2', 'L3', 'L4', 'L10', 'L23'] : []
  expect(told).toEqual(expect.arrayContaining(goingOn))
})
