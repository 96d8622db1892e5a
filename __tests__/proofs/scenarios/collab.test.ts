import { collab } from '../../../src/workflows/collab'
import { filesOfItems } from '../../support/collab-documents'
import { type Folder, makeRepository } from '../../support/folder'
import { type Run, spellHere } from '../../support/packed-program'
import { allowAll } from '../../support/packed-provable'

// A whole session, as an agent and a developer have it at a prompt: three items, a cleared context, a broken graph, a task that fails.

const at = (shop: Folder, ...args: string[]): Run => spellHere(shop.path, ['collab', ...args])
const json = async (shop: Folder, ...args: string[]) =>
  JSON.parse(spellHere(shop.path, ['collab', ...args, '--json']).stdout)
const folder = '.ai/collab/sessions/orders'
const graph = `${folder}/documents/task-graph.md`

/** Does what is asked for until something else than a skill of the design is. @returns the answer then */
async function design(shop: Folder): Promise<{ next_skill: string; state: string }> {
  for (let answer = await json(shop, 'next'); ; ) {
    if (/^(ready-to-implement|executing-plans)$/.test(answer.next_skill)) return answer
    answer = await json(shop, 'complete-skill', answer.next_skill)
    expect(answer.ok).toBe(true)
  }
}

test('of a folder that is no session every command says so, and names the one that starts it', () => {
  const shop = makeRepository({ [`${folder}/documents/design.md`]: '# Orders\n' })
  for (const args of [['show'], ['diagram'], ['prove']]) {
    expect(at(shop, ...args)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('fix: spell collab start orders'),
    })
  }
  expect(at(shop, 'history').stdout).toContain('spell collab start')
  // Nor is one whose start was taken back.
  at(shop, 'start', 'orders')
  at(shop, 'undo')
  expect(at(shop, 'show').exitCode).toBe(3)
  expect(at(shop, 'add', 'Add CSV export').exitCode).toBe(3)
})

test('a session from its start to its end', async () => {
  const shop = makeRepository()
  const start = at(shop, 'start', 'Orders')
  expect(start).toMatchObject({ exitCode: 0 })
  expect(start.stdout).toMatch(/^## Response to the AI\n\n1\. Look around in the repository/)
  expect(await json(shop, 'complete-skill', 'collab-start')).toMatchObject({
    next_skill: 'gather-session-goals',
    action: 'none',
  })

  // Nothing is begun without an agreement.
  expect(at(shop, 'complete-skill', 'gather-session-goals').exitCode).toBe(3)
  at(shop, 'add', 'Add CSV export')
  at(shop, 'add', 'Orders crash on an empty list')
  expect(at(shop, 'add', 'Nightly job').stdout).toContain('Type? `spell collab classify 3 code`')
  expect((await json(shop, 'items')).items.map(({ type }: { type: string }) => type)).toEqual([
    'code',
    'bugfix',
    'unknown',
  ])
  expect(at(shop, 'complete-skill', 'gather-session-goals').exitCode).toBe(3)
  expect(at(shop, 'classify', '3', 'task').exitCode).toBe(0)

  // What is not written is not done.
  const unwritten = at(shop, 'complete-skill', 'gather-session-goals')
  expect(unwritten).toMatchObject({
    exitCode: 3,
    stdout: expect.stringContaining(`\`${folder}/documents/design.md\` has only headings.`),
  })
  const written = filesOfItems(['Add CSV export', 'Orders crash on an empty list', 'Nightly job'])
  shop.write(written)
  const words = ['--note', 'Kim wants semicolons.', '--said', 'Yes, these three.']
  const pause = await json(shop, 'complete-skill', 'gather-session-goals', ...words)
  expect(pause).toMatchObject({ state: 'brainstorm-exploring', params: { item_number: 1 }, action: 'none' })
  expect(pause.developer).toContain('settled: 1 Add CSV export (code); 2 Orders crash')
  // Whose words they are is never mixed up.
  expect(pause.ai).not.toContain('### Note')

  // The context is cleared; all that the new conversation knows is what is told to it.
  const resumed = at(shop, 'resume').stdout
  expect(resumed).toMatch(/^## Response to the AI\n\n1\. Item 1 \(code\), “Add CSV export”\./)
  expect(resumed).toContain('### Note of the Agent\n\n```\nKim wants semicolons.\n```')
  expect(resumed).toContain('### Item 1 in `.ai/collab/sessions/orders/documents/design.md`')
  expect(resumed).not.toContain('### Item 2: Orders crash')
  expect(resumed).toContain('spell collab complete-skill brainstorming-exploring')

  const yaml = (tasks: string) => `# Tasks\n\n\`\`\`yaml\ntasks:\n${tasks}\`\`\`\n`
  shop.write({ [graph]: yaml('  - id: header\n    files: [a.ts]\n    run: node -e 0\n') })
  expect(await design(shop)).toMatchObject({ next_skill: 'ready-to-implement' })
  expect((await json(shop, 'items')).items.map(({ status }: { status: string }) => status)).toEqual(
    Array(3).fill('documented'),
  )

  // A graph with problems stops everything, and all of them are told at once.
  const circle = '  - id: header\n    depends-on: [rows]\n  - id: rows\n    depends-on: [header, quotes]\n'
  shop.write({ [graph]: yaml(circle) })
  const broken = at(shop, 'complete-skill', 'ready-to-implement')
  expect(broken.exitCode).toBe(3)
  expect(broken.stdout).toContain('depends-on: there is no task “quotes”')
  expect(broken.stdout).toContain('in a circle, header → rows → header')
  const tasks =
    '  - id: header\n    description: Read the header.\n    files: [a.ts]\n    run: node -e 0\n  - id: rows\n    files: [a.ts]\n'
  shop.write({ [graph]: yaml(tasks) })
  // What is agreed on is shown before it is fixed, with what speaks against it.
  const shown = await json(shop, 'complete-skill', 'ready-to-implement')
  expect(shown.developer).toMatch(
    /Wave 1:\n- `header` \(item 1\): .*shown by `node -e 0`\n- `rows`.*\n- `item-2`.*\n- `item-3`/,
  )
  expect(shown.warnings).toEqual([
    'When the list was settled, the agent said you said: “Yes, these three.”',
    'In wave 1 header and rows name the same file, `a.ts`, and none of them builds on another: let one depend on the other.',
  ])
  shop.write({ [graph]: yaml(`${tasks}    depends-on: [header, item-2]\n`) })
  shop.write({ '2.js': '', '3.js': '' })
  expect(await json(shop, 'complete-skill', 'ready-to-implement')).toMatchObject({ state: 'ready-to-implement' })
  await allowAll(shop, collab('orders'))
  expect(await json(shop, 'complete-skill', 'ready-to-implement')).toMatchObject({
    state: 'clear-pre-execute',
    params: { batch_index: 0 },
  })
  expect(at(shop, 'add', 'Too late').exitCode).toBe(3)

  // The first wave, with a task that fails and is taken up again.
  const first = await json(shop, 'complete-skill', 'collab-clear')
  expect(first).toMatchObject({
    next_skill: 'executing-plans',
    phase: 'implementation',
    progress: { done: 0, total: 4 },
  })
  expect(at(shop, 'task', 'rows', 'in_progress')).toMatchObject({ exitCode: 3 })
  expect(at(shop, 'task', 'heade', 'in_progress')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('nearest: header'),
  })
  for (const status of ['in_progress', 'failed']) at(shop, 'task', 'header', status)
  expect(shop.read(`${folder}/diagrams/task-execution.mmd`)).toContain('style t1_header fill:#ffcdd2')
  expect(at(shop, 'complete-skill', 'executing-plans').exitCode).toBe(3)
  expect(at(shop, 'task', 'header', 'in_progress').exitCode).toBe(0)
  shop.write({ 'a.ts': '' })
  expect(at(shop, 'prove', 'header').exitCode).toBe(0)
  expect(at(shop, 'task', 'header', 'completed').exitCode).toBe(0)
  // A diagram is of what is there, also when a step was taken back.
  at(shop, 'undo')
  expect(shop.read(`${folder}/diagrams/task-execution.mmd`)).toContain('style t1_header fill:#fff9c4')
  expect(at(shop, 'task', 'header', 'completed').exitCode).toBe(0)
  expect(at(shop, 'complete-skill', 'executing-plans')).toMatchObject({
    exitCode: 3,
    stdout: expect.stringContaining('are not reported as done: `item-2`, `item-3`.'),
  })
  expect(at(shop, 'task', 'item-2,item-3', 'completed').exitCode).toBe(3)
  expect(at(shop, 'prove').exitCode).toBe(0)
  expect(at(shop, 'task', 'item-2,item-3', 'completed').stdout).toContain(
    '`item-2`: done. `item-3`: done. Tasks: 3 done · 1 open.',
  )
  expect(await json(shop, 'complete-skill', 'executing-plans')).toMatchObject({
    state: 'execute-batch',
    params: { batch_index: 1 },
    warnings: [],
  })
  at(shop, 'task', 'rows', 'completed')
  expect((await json(shop, 'diagram')).diagram).toContain('t1_header --> t4_rows\n  t2_item_2 --> t4_rows')
  expect(await json(shop, 'complete-skill', 'executing-plans')).toMatchObject({
    next_skill: 'finishing-a-development-branch',
  })
  expect(await json(shop, 'complete-skill', 'finishing-a-development-branch')).toMatchObject({
    next_skill: 'collab-cleanup',
  })

  // The session as a document, and as a history: who decided what.
  const whole = at(shop, 'show').stdout
  for (const part of [
    '# Orders\n\nCollab session “orders”: cleaning up, 4 of 4 tasks reported: 3 proven · 1 claimed.',
    '### Item 2: Orders crash on an empty list\n\nbugfix, built.',
    '#### Root Cause',
    '- ✓ `header` (item 1): Read the header; proven; files: `a.ts`; shown by `node -e 0`',
    'complete-skill: `gather-session-goals`, the agent passes on: “Yes, these three.”',
    'complete-skill: `ready-to-implement`, by the agent\n',
    '## Left\n\nNothing.',
  ])
    expect(whole).toContain(part)
  const { entries } = await json(shop, 'history')
  const ofSkill = (name: string) =>
    entries.find(({ about = {} }: { about: { skill?: string } }) => about.skill === name)
  expect(ofSkill('gather-session-goals').about).toMatchObject({ said: 'Yes, these three.' })
  const said = at(shop, 'history').stdout
  expect(said).toMatch(/`ready-to-implement`, by the agent/)
  expect(said).toMatch(/`item-2,item-3` completed/)

  // The papers: never without the word of a user, and never over what is there.
  expect(at(shop, 'cleanup', 'delete')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('`--yes` is for a developer who said “delete”.'),
  })
  shop.write({ 'docs/designs/orders/mine.md': 'Mine.\n' })
  const end = await json(shop, 'cleanup', 'archive')
  expect(end).toMatchObject({ ok: true, state: 'done', completed: true, next_skill: null })
  const archive = end.files.created
    .find((path: string) => path.endsWith('task-graph.md'))
    .replace('/documents/task-graph.md', '')
  expect(archive).toMatch(/^docs\/designs\/orders-\d{4}-\d\d-\d\d-\d{4}$/)
  expect(shop.read(`${archive}/diagrams/task-execution.mmd`)).toContain('graph TD')
  expect(Object.keys(shop.contents('docs')).filter((path) => path.startsWith('docs/designs/orders/'))).toEqual([
    'docs/designs/orders/mine.md',
  ])
  expect(Object.keys(shop.contents()).filter((path) => path.startsWith('.ai/collab'))).toEqual([
    expect.stringMatching(/^\.ai\/collab\/archive\/orders-[0-9a-f]{8}\/history\.jsonl$/),
    expect.stringMatching(/^\.ai\/collab\/archive\/orders-[0-9a-f]{8}\/proofs\.jsonl$/),
    expect.stringMatching(/^\.ai\/collab\/archive\/orders-[0-9a-f]{8}\/state\.json$/),
  ])
  expect(at(shop, 'status')).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('spell collab start') })
})

test('what cannot be understood is refused with the nearest, and nothing is written', () => {
  const shop = makeRepository()
  at(shop, 'start', 'orders')
  at(shop, 'add', 'Add CSV export')
  const before = shop.contents()
  // biome-ignore format: one mistake a line
  for (const [args, told] of [
    [['complete-skill'],                         'spell collab next'],
    [['complete-skill', 'rough-draft-skeletn'],  'rough-draft-skeleton'],
    [['add'],                                    'A title is needed'],
    [['add', 'x', '--type', 'bugfx'],            'there is bugfix'],
    [['classify', 'one', 'code'],                '"one" is not the number of an item'],
    [['classify', '2', 'code'],                  'item 2: there is none; there are 1'],
    [['task', 'a', 'finished'],                  'There is no status "finished"'],
    [['cleanup', 'burn'],                        'There is no choice "burn"'],
    [['start', '!!!'],                           'letters or digits'],
  ] as const) {
    const { exitCode, stdout, stderr } = at(shop, ...args)
    expect({ args, exitCode, stdout }).toEqual({ args, exitCode: 2, stdout: '' })
    expect(stderr).toContain(told)
  }
  expect(shop.contents()).toEqual(before)
})
