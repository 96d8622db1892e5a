import { cast } from '../../../src/cast/cast'
import { workIn } from '../../../src/work/work'
import { engineer } from '../../../src/workflows/engineer'
import { type Spell, type State, states } from '../../../src/workflows/engineer/states'
import { castIn, edgeAt, standing, texts } from '../../support/casting'
import { type Folder, makeFolder, makeRepository } from '../../support/folder'
import { hoped, hopingAt, known } from '../../support/hope-session'
import { section } from '../../support/markdown-headings'
import { consent, prove } from '../../support/provable-work'
import { some } from '../../support/proving'

/** Who has to act is told so first: here the developer, who alone can allow the commands. */

const plan = `# CSV export

- [x] a header row
  - run: \`node header.js\`
- [ ] a row for each order
  - run: \`node rows.js\`
- [ ] two files
  - run: \`node rows.js\`
- [ ] it reads well
  - by: developer
`
const task = '---\ntask_name: rows\n---\n\n# Task\n\nWrite the rows.\n'
const files = { '.ai/task/context.md': 'Orders.\n', '.ai/task/plan.md': plan, '.ai/task/task.md': task }
const at = (state: State, more = {}) => makeFolder({ ...standing(state), ...files, ...more })
const waits = /\n\nYou: run `spell allow` for 1 command\.$/

const castWith = (folder: Folder, spell: Spell, state: string) =>
  cast(workIn(folder.path, engineer), spell, { ...edgeAt(folder), env: { XDG_STATE_HOME: state } })

describe('commands that are not allowed', () => {
  test.each(some(states))('are told last in %s, without those of criteria that are met', async (state) => {
    const folder = at(state)
    await prove(folder, 1)
    for (const spell of ['lumos', 'expecto', 'accio'] as const)
      expect((await castIn(folder, spell)).developer).toMatch(waits)
  })

  test('are told no more once they are allowed, and are all told where consents cannot be believed', async () => {
    const folder = makeRepository({ ...standing('ACHIEVE_TASK_DRAFTING'), ...files })
    const outside = makeFolder().path
    await consent(folder, outside)
    expect((await castWith(folder, 'lumos', outside)).developer).not.toContain('spell allow')
    expect((await castWith(folder, 'lumos', folder.path)).developer).toMatch(/You: run `spell allow` for 3 commands/)
  })

  test('are told in hope at each look, once the shape is approved', async () => {
    const { shape } = known
    const asked = { ...shape, criteria: [{ id: 'C1', text: 'a header row', verify: 'node header.js' }] }
    const look = (main: string) => hoped(makeFolder(hopingAt(main, { shape: asked })), { verb: 'status' })
    expect((await look('loop.shape_approval')).developer).toMatch(
      /You: say \*\*yes\*\*, \*\*edit\*\* or \*\*cancel\*\*\.$/,
    )
    for (const main of ['loop.wave_execution', 'loop.expert_review']) {
      const { developer } = await look(main)
      expect(developer).toMatch(waits)
      expect(section(developer, 'Next Steps')).not.toContain('Nothing to do')
    }
  })
})

describe('a task is asked for only if a criterion lacks work', () => {
  const template = texts.files.get('.ai/task/task.md') ?? ''

  test.each([
    ['GATHER_EDITING', { '.ai/task/task.md': template }],
    ['ACHIEVE_TASK_EXECUTED', { '.ai/task/task-results.md': 'Done.\n' }],
  ] as const)('from %s', async (state, more) => {
    const told = await castIn(at(state, more), 'accio')
    expect(told.ai).toContain('Draft none if all that is open only waits to be allowed, run or confirmed')
    const plain = { '.ai/task/plan.md': '- [ ] a header row\n' }
    expect((await castIn(at(state, { ...more, ...plain }), 'accio')).ai).not.toContain('Draft none')
  })

  test('and a look at a draft that stayed empty says what is open instead', async () => {
    const { developer } = await castIn(at('ACHIEVE_TASK_DRAFTING', { '.ai/task/task.md': template }), 'lumos')
    expect(section(developer, 'Next Steps')).toMatch(
      /^No task is drafted\. What is open is shown by `spell prove`, by `spell confirm`, or by a task\./,
    )
  })
})

test('a task that is archived though no allowed command was run is warned of', async () => {
  const results = { '.ai/task/task-results.md': 'Done.\n' }
  const state = makeFolder().path
  const make = () => makeRepository({ ...standing('ACHIEVE_TASK_EXECUTED'), ...files, ...results })
  const [allowed, not] = [make(), make()]
  await consent(allowed, state)
  const warning = 'No command was run before this was archived: `spell prove` shows what is met.'
  expect((await castWith(allowed, 'accio', state)).warnings).toEqual([warning])
  expect((await castWith(not, 'accio', state)).warnings).toEqual([])
})

describe('a look says of a missing file', () => {
  const missing: readonly (readonly [state: State, path: string])[] = [
    ['GATHER_EDITING_CONTEXT', 'context.md'],
    ['GATHER_EDITING', 'plan.md'],
    ['ACHIEVE_TASK_DRAFTING', 'task.md'],
    ['ACHIEVE_TASK_EXECUTED', 'task-results.md'],
    ['PR_GATHERING_COMMENTS_A', 'comments.md'],
    ['PR_REVIEW_TASK_DRAFT_G', 'review-task.md'],
    ['PR_APPLIED_PENDING_ARCHIVE_A', 'review-task-results.md'],
  ]

  test.each(missing)('in %s that %s is missing, first, and what helps', async (state, name) => {
    const there = Object.entries(files).filter(([path]) => !path.endsWith(`/${name}`))
    const folder = makeFolder({ ...standing(state), ...Object.fromEntries(there) })
    const { developer, spells } = await castIn(folder, 'lumos')
    const isSaid = new RegExp(`^\`\\.ai/task/${name}\` is missing`)
    expect(section(developer, 'Where We Are')).toMatch(isSaid)
    expect(section(developer, 'Next Steps')).toContain(name)
    expect(spells.filter(({ then }) => then)).toEqual([])
    expect(spells[0]).toMatchObject({ outcome: 'missing' })
    const refused = await castIn(folder, 'finite')
    if (refused.outcome === 'blocked') expect(section(refused.developer, 'Where We Are')).toMatch(isSaid)
  })
})
