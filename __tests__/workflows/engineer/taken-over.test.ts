import { cast } from '../../../src/cast/cast'
import { workIn } from '../../../src/work/work'
import { engineer } from '../../../src/workflows/engineer'
import { engineerNamed } from '../../../src/workflows/engineer/named'
import { sourceOf } from '../../../src/workflows/engineer/taken-over'
import { castIn, edgeAt, standing } from '../../support/casting'
import { makeFolder } from '../../support/folder'

const source = { workflow: 'discovery', name: 'csv-export' }
const context = `---\nfrom: discovery csv-export\n---\n\n# Orders as CSV\n\nReaders need them in Excel.\n`
const plan = '# Orders as CSV\n\n- [ ] The export has a header row\n  - run: `npm test`\n- [ ] It is in EUR (assumed)\n'
const documents = { context, plan }

describe('Accio with what is handed over', () => {
  test('begins in planning, with both documents, the guides and the source named', async () => {
    const folder = makeFolder({})
    const answer = await cast(workIn(folder.path, engineer), 'accio', edgeAt(folder), undefined, documents)
    expect(answer).toMatchObject({ outcome: 'advanced', row: 'GC1f', to: 'GATHER_EDITING' })
    expect(folder.contents()).toMatchObject({
      '.ai/task/context.md': context,
      '.ai/task/plan.md': plan,
      '.ai/plan-guide.md': expect.any(String),
      '.ai/task-guide.md': expect.any(String),
    })
    expect(answer.ai).toContain('from `csv-export` (discovery)')
    expect(answer.developer).toContain('1 point open')
  })

  test('and with a task begins with that, which the next Accio has carried out', async () => {
    const folder = makeFolder({})
    const task = '---\ntask_name: header\n---\n\n# Header\n\nWrite the row.\n'
    const answer = await cast(workIn(folder.path, engineer), 'accio', edgeAt(folder), undefined, { ...documents, task })
    expect(answer).toMatchObject({ outcome: 'advanced', row: 'GC1t', to: 'ACHIEVE_TASK_DRAFTING' })
    expect(answer.developer).toContain('its first task “header” from `csv-export` (discovery)')
    expect(await castIn(folder, 'accio')).toMatchObject({ row: 'A1', to: 'ACHIEVE_TASK_EXECUTED' })
  })

  test('keeps what is there under another name', async () => {
    const folder = makeFolder({ '.ai/task/plan.md': 'mine\n' })
    await cast(workIn(folder.path, engineer), 'accio', edgeAt(folder), undefined, documents)
    expect(folder.contents()).toMatchObject({ '.ai/task/plan.md': plan, '.ai/task/plan.r1.md': 'mine\n' })
  })

  test('writes into the folder of work that has a name', async () => {
    const folder = makeFolder({})
    await cast(workIn(folder.path, engineerNamed('csv')), 'accio', edgeAt(folder), undefined, documents)
    expect(folder.contents()).toMatchObject({ '.ai/work/csv/context.md': context, '.ai/work/csv/plan.md': plan })
  })
})

const replan =
  '`spell discovery replan --work csv-export --from implementation_plan --trigger implementation_failed --changes "…"`'

test.each([
  ['Finite goes back to planning', 'finite', 'ACHIEVE_TASK_DRAFTING'],
  ['a task ends without results', 'accio', 'ERROR_TASK_RESULTS_MISSING'],
] as const)('work that came from a plan of discovery offers to reopen that plan when %s', async (_, spell, state) => {
  const files = { '.ai/task/context.md': context, '.ai/task/plan.md': plan, '.ai/task/task.md': 'a' }
  const { developer } = await castIn(makeFolder({ ...standing(state), ...files }), spell)
  expect(developer).toContain(replan)
  const own = { ...files, '.ai/task/context.md': '# Orders as CSV\n' }
  expect((await castIn(makeFolder({ ...standing(state), ...own }), spell)).developer).not.toContain('replan')
})

describe('the source of a context', () => {
  test('is read from its front matter', () => {
    expect(sourceOf(context)).toEqual(source)
  })

  const texts = ['', '# Export\nfrom: discovery a', '---\nfrom: discovery\n---\n', '---\ntitle: from\n---\n']
  test.each(texts)('is none in %j', (text) => {
    expect(sourceOf(text)).toBeUndefined()
  })
})
