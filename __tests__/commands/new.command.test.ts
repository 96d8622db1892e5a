import { standing } from '../support/casting'
import { type Folder, makeRepository } from '../support/folder'
import { spellHere } from '../support/packed-program'

const work = {
  '.ai/task/context.md': '# Context\n',
  '.ai/task/plan.md':
    '---\nowner: kim\n---\n\nSome words first.\n\n## Export the *Orders* ☕\n\n- [x] they are exported\n',
  '.ai/task/.atlassian-refs': 'https://shop.atlassian.net/browse/S-1\n',
  '.ai/task/atlassian/S-1.md': '# S-1\n',
  '.ai/task/tasks/task-export-2026-08-20-1530/task.md': '# Task\n',
  '.ai/task/my own notes.txt': 'keep them\n',
}
const complete = { ...standing('ACHIEVE_COMPLETE'), ...work }
const unfinished = { ...standing('ACHIEVE_TASK_DRAFTING'), ...work }

const json = (shop: Folder, ...args: string[]) => JSON.parse(spellHere(shop.path, ['new', ...args, '--json']).stdout)
/** Where the work went, without the time and its id. */
const nameOf = (archive: string) =>
  archive.replace(/^\.ai\/archive\//, '').replace(/-\d{4}-\d\d-\d\d-\d{4}-[0-9a-f]{8}/, '')

describe('spell new', () => {
  test('archives complete work whole, asks nothing, and leaves nothing under way', () => {
    const shop = makeRepository({ ...complete, '.ai/plan-guide.md': 'our guide\n', '.ai/spell.json': '{}\n' })
    const { exitCode, stdout, stderr } = spellHere(shop.path, ['new'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const archive = /Moved to `(\.ai\/archive\/export-the-orders-[\da-f-]+)`: `\.ai\/task`\./.exec(stdout)?.[1] ?? ''
    const away = Object.entries(work).map(([path, text]) => [path.replace('.ai/task', archive), text])
    const { [`${archive}/state.json`]: state = '', [`${archive}/history.jsonl`]: line = '', ...rest } = shop.contents()
    expect(rest).toEqual({ ...Object.fromEntries(away), '.ai/plan-guide.md': 'our guide\n', '.ai/spell.json': '{}\n' })
    expect(JSON.parse(line)).toMatchObject({
      trigger: 'New',
      archive,
      work: archive.slice(-8),
      transition: 'ACHIEVE_COMPLETE → ACHIEVE_COMPLETE',
    })
    expect(JSON.parse(state)).toMatchObject({ current_state: 'ACHIEVE_COMPLETE', history: [JSON.parse(line)] })
    expect(JSON.parse(spellHere(shop.path, ['accio', '--json']).stdout)).toMatchObject({ row: 'GC1', ok: true })
  })

  test('tells as data where everything went', () => {
    const answer = json(makeRepository(complete))
    expect(answer).toMatchObject({
      schemaVersion: 1,
      kind: 'new',
      ok: true,
      outcome: 'advanced',
      from: 'ACHIEVE_COMPLETE',
      to: 'GATHER_NEEDS_CONTEXT',
      files: { created: [], kept: [], moved: [{ from: '.ai/task', to: answer.archive }] },
    })
    expect(answer.archive).toMatch(/^\.ai\/archive\/export-the-orders-\d{4}-\d\d-\d\d-\d{4}-[0-9a-f]{8}$/)
  })

  test('with a name begins a piece of work of that name beside it, and archives nothing', () => {
    const shop = makeRepository(unfinished)
    const before = shop.contents()
    expect(json(shop, 'csv-export')).toMatchObject({ kind: 'cast', work: 'csv-export', files: { moved: [] } })
    expect(shop.contents()).toMatchObject(before)
    expect(shop.read('.ai/work/csv-export/context.md')).toContain('# Context')
  })

  test.each([
    ['a plan with a long heading', `# ${'Word '.repeat(40)}\n`, 'word-'.repeat(8).slice(0, -1)],
    ['no plan', undefined, 'untitled'],
  ])('finds a name for %s', (_, plan, name) => {
    const shop = makeRepository({ ...standing('ACHIEVE_COMPLETE'), ...(plan && { '.ai/task/plan.md': plan }) })
    expect(nameOf(json(shop).archive)).toBe(name)
  })

  test('archives what was written before the first spell', () => {
    const shop = makeRepository({ '.ai/task/context.md': 'early\n' })
    expect(shop.read(`${json(shop, '--yes').archive}/context.md`)).toBe('early\n')
  })

  test('is the last line of the work that it archives; the next one begins its own history', () => {
    const shop = makeRepository({ '.ai/task/plan.md': '# Same\n' })
    spellHere(shop.path, ['accio'])
    const first = JSON.parse(shop.read('.ai/task/history.jsonl'))
    const { archive } = json(shop, '--yes')
    expect(archive.slice(-8)).toBe(first.work)
    const [, last] = shop.read(`${archive}/history.jsonl`).split('\n')
    expect(JSON.parse(last ?? '')).toMatchObject({ trigger: 'New', number: 2, previous: first.digest, archive })
    spellHere(shop.path, ['accio'])
    const next = JSON.parse(shop.read('.ai/task/history.jsonl'))
    expect(next).toMatchObject({ number: 1, work: expect.stringMatching(/^[0-9a-f]{8}$/) })
    expect(next).not.toHaveProperty('previous')
    expect(next.work).not.toBe(first.work)
  })

  test('may be the first line after a state that a hand has written, and not after lines that were cut off', () => {
    const rulesIn = (shop: Folder) =>
      JSON.parse(spellHere(shop.path, ['check', '--json']).stdout).findings.map(({ rule }: { rule: string }) => rule)
    const byHand = makeRepository(unfinished)
    json(byHand, '--yes')
    expect(rulesIn(byHand)).toEqual([])
    const cutOff = makeRepository({ '.ai/task/plan.md': '# Same\n' })
    spellHere(cutOff.path, ['accio'])
    const history = `${json(cutOff, '--yes').archive}/history.jsonl`
    expect(rulesIn(cutOff)).toEqual([])
    const [, last] = cutOff.read(history).split('\n')
    cutOff.write({ [history]: `${last}\n` })
    expect(rulesIn(cutOff)).toContain('history-begins-midway')
  })

  test('speaks to one audience where it is told so', () => {
    const ai = spellHere(makeRepository(complete).path, ['new', '--for', 'ai']).stdout
    expect(ai).toContain('Forget the plan and the criteria of the archived work')
    expect(ai).not.toContain('## Response to the Developer')
  })
})
