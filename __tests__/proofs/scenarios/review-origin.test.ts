import { makeRepository } from '../../support/folder'
import { spellHere } from '../../support/packed-program'

const stateFile = '.ai/task/state.json'
const task = '---\ntask_name: header-row\n---\n\nWrite the header row.\n'
const plan = (box: ' ' | 'x') => `# CSV export\n\n- [${box}] There is a header row\n`

type Begun = 'drafting' | 'executed without results' | 'executed' | 'complete'

function workAt(begun: Begun) {
  const shop = makeRepository()
  const say = (...args: string[]) => {
    const { exitCode, stdout, stderr } = spellHere(shop.path, args)
    expect({ args, exitCode, stderr }).toEqual({ args, exitCode: 0, stderr: '' })
    return stdout
  }
  const accio = (path: string, text: string) => {
    shop.write({ [path]: text })
    say('accio')
  }
  say('accio')
  accio('.ai/task/context.md', 'Orders are copied by hand.\n')
  accio('.ai/task/plan.md', plan(' '))
  shop.write({ '.ai/task/task.md': task })
  if (begun !== 'drafting') say('accio')
  if (begun === 'executed' || begun === 'complete') shop.write({ '.ai/task/task-results.md': 'It is written.\n' })
  if (begun === 'complete') {
    say('accio')
    accio('.ai/task/plan.md', plan('x'))
  }
  const state = () => JSON.parse(shop.read(stateFile))
  const files = () =>
    Object.keys(shop.contents('.')).filter((path) => !/history|state\.json|\.local|\.git\//.test(path))
  return { shop, say, state, files, at: state().current_state as string }
}

const ways: readonly Begun[] = ['drafting', 'executed without results', 'executed', 'complete']

describe.each(ways)('a review that begins in work that is %s', (begun) => {
  test('leads back there if it is left at once, or after its task is drafted', () => {
    const { shop, say, state, at } = workAt(begun)
    say('reparo')
    expect(state().context).toEqual({ review_from: at })
    say('reverto')
    expect(state()).toMatchObject({ current_state: at, context: {} })

    // What is left of it is asked about: "cancel" leads back, too.
    say('reparo')
    expect(state().current_state).toBe('PR_CONFIRM_RESTART_COMMENTS_A')
    say('reverto')
    expect(state()).toMatchObject({ current_state: at, context: {} })

    say('reparo')
    say('reparo')
    shop.write({ '.ai/task/comments.md': '# Review Comments\n\n## Threads\n\n### c1\n\n> Why no quotes?\n' })
    say('accio')
    expect(state()).toMatchObject({ current_state: 'PR_REVIEW_TASK_DRAFT_A', context: { review_from: at } })
    say('reverto')
    expect(state()).toMatchObject({ current_state: at, context: {} })

    say('reparo')
    expect(state().current_state).toBe('PR_CONFIRM_RESTART_TASK_A')
    say('reparo')
    say('reverto')
    expect(state()).toMatchObject({ current_state: at, context: {} })
    expect(say('check')).toContain('All is in order')
  })

  test('is told apart from one of which nothing is known', () => {
    const { say, state, at } = workAt(begun)
    say('reparo')
    const before = state().context
    say('undo')
    expect(state()).toMatchObject({ current_state: at, context: {} })
    say('reparo')
    say('reverto')
    say('undo')
    expect(state().context).toEqual(before)
    say('reverto')
    expect(state().current_state).toBe(at)
  })
})

test('nothing is remembered once a review is applied and archived', () => {
  const { shop, say, state } = workAt('complete')
  say('reparo')
  shop.write({ '.ai/task/comments.md': 'Why no quotes?\n' })
  say('accio')
  shop.write({ '.ai/task/review-task.md': 'Quote every field.\n' })
  say('accio')
  shop.write({ '.ai/task/review-task-results.md': 'Every field is quoted.\n' })
  say('accio')
  expect(state()).toMatchObject({ current_state: 'ACHIEVE_COMPLETE', context: {} })
})

test.each([
  ['override', ['doctor', '--set', 'GATHER_EDITING', '--because', 'We do it otherwise.'], 'GATHER_EDITING'],
  [
    'override into a review',
    ['doctor', '--set', 'PR_REVIEW_TASK_DRAFT_A', '--because', 'Mine.'],
    'PR_REVIEW_TASK_DRAFT_A',
  ],
  ['new', ['new', '--yes'], 'GATHER_NEEDS_CONTEXT'],
])('nothing is remembered after %s', (_, args, at) => {
  const { say, shop } = workAt('executed')
  say('reparo')
  spellHere(shop.path, args)
  const { to } = JSON.parse(say('lumos', '--json'))
  expect(to).toBe(at)
  const saved = shop.contents()[stateFile]
  expect(saved === undefined ? {} : JSON.parse(saved).context).toEqual({})
})

describe('what is remembered, changed by hand,', () => {
  const changed = () => {
    const work = workAt('executed')
    work.say('reparo')
    const edited = { ...work.state(), context: { review_from: 'ACHIEVE_COMPLETE' } }
    work.shop.write({ [stateFile]: `${JSON.stringify(edited, null, 2)}\n` })
    return work
  }

  test('is named by doctor, which puts it right', () => {
    const { shop, state, at } = changed()
    const told = spellHere(shop.path, ['doctor'])
    expect(told.exitCode).not.toBe(0)
    expect(told.stdout).toContain('review_from')
    expect(spellHere(shop.path, ['doctor', '--fix']).exitCode).toBe(0)
    expect(state().context).toEqual({ review_from: at })
    expect(spellHere(shop.path, ['doctor']).exitCode).toBe(0)
  })

  test('is named by check, and by the history once a spell has gone on from it', () => {
    const { shop } = changed()
    const { findings } = JSON.parse(spellHere(shop.path, ['check', '--json']).stdout)
    expect(findings.map(({ rule }: { rule: string }) => rule)).toEqual(['context-by-hand'])
    const { stdout } = spellHere(shop.path, ['reverto'])
    expect(stdout).toContain('\n- The state had been changed by hand; the history says so now.\n')
    expect(spellHere(shop.path, ['history']).stdout).toContain('“The state was changed by hand.”')
  })

  test('leads no cast into complete work whose criteria are open', () => {
    const { shop, state } = changed()
    spellHere(shop.path, ['reverto'])
    expect(state().current_state).toBe('ACHIEVE_TASK_DRAFTING')
  })
})
