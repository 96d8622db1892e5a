import { sessionsHere } from '../../src/word/sessions'
import { granted, idsLeft } from '../../src/word/uses'
import { linesOf } from '../support/casting'
import { makeRepository } from '../support/folder'
import { sessionIn } from '../support/packed-words'
import { planPath } from '../support/provable-work'

const names = ['export', 'import', 'manual']
const plan = `# Orders\n\n${names.map((name) => `- [ ] There is ${name}\n  - run: \`test -f ${name}.txt\`\n`).join('')}`

/** Leads a small piece of work from its first word to its end. @param third what the developer says once the plan stands */
function leads(third: string) {
  const folder = makeRepository()
  const { env, says, asks, runs } = sessionIn(folder)
  const session = () => Object.values(sessionsHere(folder.path, env).all)[0]
  const left = (word: string) => {
    const kept = session()
    return kept ? idsLeft(kept, word).length : 0
  }
  const told: { developer: string; shown?: { commands: readonly object[] } }[] = []
  let words = 0
  const accio = (said = 'accio') => {
    if (left(granted) === 0) {
      says(said)
      words += left('accio')
    }
    told.push(asks('accio'))
  }
  accio()
  folder.write({ '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' })
  accio()
  folder.write({ [planPath]: plan })
  told.push(asks('lumos'))
  accio(third)
  folder.write({ '.ai/task/task.md': '---\ntask_name: orders\n---\n\n# Task\n\nWrite all three.\n' })
  accio()
  folder.write(Object.fromEntries(names.map((name) => [`${name}.txt`, name])))
  folder.write({ '.ai/task/task-results.md': '## Achieved\n\nAll three are written.\n' })
  const proven = runs(['prove'])
  accio()
  accio()
  const steps = linesOf(folder).map((line) => JSON.parse(line))
  return { folder, words, told, proven, steps, session: session(), left: left('accio') }
}

test.each([
  ['six words', 'accio', 6, 'said said said said said said'],
  ['three with a grant', 'accio until complete', 3, 'said said said granted granted granted'],
])('small work with three commands takes %s, and nothing is asked twice', (_, third, words, sources) => {
  const { folder, told, proven, steps, session, left, ...led } = leads(third)
  expect(led.words).toBe(words)
  expect(steps.map(({ word }) => word).join(' ')).toBe(sources)
  expect(steps.at(-1)).toMatchObject({ transition: expect.stringMatching(/ACHIEVE_COMPLETE$/) })
  expect([left, session?.grant, session?.shown]).toEqual([0, undefined, undefined])
  // The commands run by the word alone, and tick their criteria.
  expect(proven.exitCode).toBe(0)
  expect(folder.read(planPath)).not.toContain('[ ]')
  expect(steps.flatMap(({ agreed }) => agreed ?? [])).toEqual([{ criteria: expect.any(String), commands: 3 }])
  // What is new is shown once, and nobody is sent to a terminal.
  expect(told.map(({ shown }) => shown?.commands.length)).toEqual([undefined, undefined, 3, ...Array(4)])
  const [asking, waiting] = [/The plan, all of it new/, /wait for you|`spell (?:allow|confirm)`/]
  expect(told.filter(({ developer }) => asking.test(developer))).toHaveLength(1)
  expect(told.filter(({ developer }) => waiting.test(developer))).toEqual([])
})
