import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Folder } from '../support/folder'
import { commitAll } from '../support/git'
import { as, say, withExamples, written } from '../support/packed-own'
import { spellHere } from '../support/packed-program'
import { checked } from '../support/packed-provable'
import { sessionIn } from '../support/packed-words'

/** A workflow of a repository where its promises are not expected: the next pull request, the second piece, after an upgrade. */

const flow = `workflow: flow
about: Plan, do, done
start: plan
words: { next: go on, park: put it aside, resume: take it up again }
files: { plan: plan.md, log: notes/log.md }
states:
  plan:  { phase: planning, title: Plan, agent: "Write {plan}.", developer: "Look." }
  doing: { phase: task, title: Doing, agent: "Do {plan}; write {log}.", developer: "Look." }
  aside: { phase: between, title: Aside, agent: "Wait.", developer: "Look." }
  done:  { phase: complete, title: Done, goal: true, developer: "Look." }
steps:
  - { id: P1, from: plan, word: next, by: developer, when: { count: criteria, in: plan, least: 1 }, to: doing, do: [ { create: log } ] }
  - { id: P2, from: [plan, doing], word: park, by: developer, to: aside, do: [ { remember: origin } ] }
  - { id: A1, from: aside, word: resume, by: developer, to: { back: origin }, do: [ { forget: origin } ] }
  - { id: D1, from: doing, word: next, by: developer, when: { count: open, in: plan, most: 0 }, to: done }
`

function withFlow(): Folder {
  const folder = withExamples()
  folder.write({
    '.ai/workflows/flow.yaml': flow,
    '.ai/workflows/flow/files/notes/log.md': '# Log\n\n- what was done\n',
  })
  commitAll(folder, 'flow')
  return folder
}

test('a box that is ticked in a task counts as met once the task is left, as in the six spells', () => {
  const folder = withFlow()
  say(folder, 'flow', 'new', 'w')
  folder.write({ '.ai/work/w/plan.md': '- [ ] it works\n' })
  say(folder, 'flow', 'next')
  folder.write({ '.ai/work/w/plan.md': '- [x] it works\n' })
  expect(say(folder, 'flow', 'next')).toMatchObject({ to: 'done' })
  expect(checked(folder)).toMatchObject({ rules: [] })
})

test('a word that is the plain word of a spell as well is seen, and lets one step happen', () => {
  const folder = withFlow()
  folder.write({ '.ai/spell.json': '{"word":"required"}' })
  const session = sessionIn(folder)
  say(folder, 'flow', 'new', 'w')
  folder.write({ '.ai/work/w/plan.md': '- [ ] it works\n' })
  session.says('yes, next')
  expect(session.asks('flow', 'next')).toMatchObject({ ok: true, to: 'doing' })
  folder.write({ '.ai/work/w/plan.md': '- [x] it works\n' })
  expect(session.asks('flow', 'next')).toMatchObject({ code: 'no-word' })
  session.says('spell flow next')
  expect(session.asks('flow', 'next')).toMatchObject({ ok: true, to: 'done' })
})

test('a word alone, as a message, is cast in the first state, too', () => {
  const folder = withFlow()
  const session = sessionIn(folder)
  say(folder, 'flow', 'new', 'w')
  folder.write({ '.ai/work/w/plan.md': '- [ ] it works\n', '.ai/spell.json': '{"workflow":"flow"}' })
  expect(session.hears('next').stdout).toContain('spell has cast Next on the developer')
  expect(say(folder, 'flow', 'status')).toMatchObject({ to: 'doing' })
})

test('the guard of commits asks the piece of work that is in use', () => {
  const folder = withExamples()
  folder.write({ '.ai/spell.json': '{"guard":{"blockIn":["rfc.reading"]}}' })
  written(folder)
  say(folder, 'rfc', 'new', 'store')
  const blocked = (...options: string[]) => spellHere(folder.path, ['guard', 'pre-commit', ...options]).exitCode
  spellHere(folder.path, ['work', 'use', 'store'])
  expect(blocked()).toBe(0)
  expect(blocked('--work', 'cache')).toBe(10)
  spellHere(folder.path, ['work', 'use', 'cache'])
  expect(blocked()).toBe(10)
  expect(blocked('--work', 'store')).toBe(0)
})

describe('a definition', () => {
  const path = '.ai/workflows/rfc.yaml'
  const changed = (folder: Folder, part: string, other: string) =>
    folder.write({ [path]: folder.read(path).replaceAll(part, other) })

  test('that counts fewer things leaves what earlier entries have sealed, also for an undo', () => {
    const folder = withExamples()
    changed(folder, 'rounds: { most: 5 }', 'rounds: { most: 5, people: distinct }')
    written(folder)
    changed(folder, 'rounds: { most: 5, people: distinct }', 'rounds: { most: 5 }')
    expect(say(folder, 'workflow', 'upgrade')).toMatchObject({ exitCode: 0 })
    expect(say(folder, 'rfc', 'back')).toMatchObject({ exitCode: 0, to: 'drafting' })
    expect(checked(folder)).toMatchObject({ rules: [] })
    expect(spellHere(folder.path, ['doctor']).exitCode).toBe(0)
  })

  test('that knows nothing of what was counted, or would count one person twice, is refused', () => {
    const folder = withExamples()
    changed(folder, 'most: 2, people: distinct', 'most: 2')
    written(folder)
    as(folder, 'ada')
    say(folder, 'rfc', 'approve')
    const refused = { exitCode: 3, message: expect.stringContaining('approvals: 1') }
    changed(folder, 'most: 2 }', 'most: 2, people: distinct }')
    expect(say(folder, 'workflow', 'upgrade')).toMatchObject(refused)
    changed(folder, 'most: 2, people: distinct }', 'most: 2 }')
    changed(folder, 'approvals', 'votes')
    expect(say(folder, 'workflow', 'upgrade')).toMatchObject(refused)
  })

  test('that a link brings from elsewhere is not read', () => {
    const folder = withExamples()
    const secret = join(folder.path, '../secret')
    writeFileSync(secret, 'key: secret\n')
    folder.write({ '.ai/workflows/rfc/files/question.md': '' })
    folder.remove('.ai/workflows/rfc/files/question.md')
    symlinkSync(secret, join(folder.path, '.ai/workflows/rfc/files/question.md'))
    const { exitCode, stdout } = spellHere(folder.path, ['verify', 'rfc'])
    expect({ exitCode, stdout }).toEqual({
      exitCode: 10,
      stdout: expect.stringContaining('leads out of the repository'),
    })
    expect(say(folder, 'rfc', 'new', 'cache')).toMatchObject({ exitCode: 10, code: 'workflow-unproven' })
  })
})
