import { standardVerbs } from '../../../src/commands/word-commands'
import { otherCommands } from '../../../src/entry/commands'
import { spellNames, spells } from '../../../src/workflows/engineer/spells'
import { readWorkflow } from '../../../src/workflows/own/read-workflow'
import { commandNames, isReserved, isReservedWord, ownVerbs } from '../../../src/workflows/own/reserved'
import { entryOf } from '../../../src/workflows/registry'

test('no workflow of a repository can be called like a command, a spell or a built-in workflow', () => {
  expect([...commandNames].sort()).toEqual([...otherCommands.map(({ name }) => name), 'help'].sort())
  for (const name of [...commandNames, ...spellNames, ...Object.values(spells).map(({ alias }) => alias), 'hope'])
    expect([name, isReserved(name)]).toEqual([name, true])
  expect(['rfc', 'release'].map(isReserved)).toEqual([false, false])
})

test('no word can be called like what every workflow has', () => {
  const none = async () => Promise.reject(new Error('none'))
  const verbs = standardVerbs({ entry: entryOf('hope'), words: {}, meant: none, say: none })
  expect(Object.keys(verbs).every((name) => ownVerbs.includes(name))).toBe(true)
  expect(['status', 'undo', 'accio', 'next'].map(isReservedWord)).toEqual([true, true, true, false])
})

const file = (workflow: string, word: string) => `workflow: ${workflow}
about: a test
start: one
words: { ${word}: go on }
states:
  one: { phase: planning, title: One, agent: "Wait.", developer: "Say **${word}**." }
  two: { phase: complete, title: Two, goal: true, developer: "Look." }
steps:
  - { id: A, from: one, word: ${word}, by: developer, to: two }
`

test.each([
  ['check', 'go', 1, '"check" is a command of spell'],
  ['mine', 'undo', 4, '"undo" means something else in every workflow'],
])('a workflow %s with the word %s is refused in line %i', (workflow, word, line, message) => {
  expect(readWorkflow(file(workflow, word)).faults).toEqual([expect.objectContaining({ line, message })])
})

test.each([
  ['Say **go**, once you have seen it.', []],
  ['Say **go**, then read {plan}.', ['"plan" is not known']],
])('a text that names a file that is not there is refused: %s', (text, expected) => {
  const { faults } = readWorkflow(file('mine', 'go').replace('Say **go**.', text))
  expect(faults.map(({ message }) => message)).toEqual(expected)
})

test('a text that names a word which cannot be said in its state is refused', () => {
  const { faults } = readWorkflow(file('mine', 'go').replace('"Look."', '"Say **go**."'))
  expect(faults).toEqual([expect.objectContaining({ line: 7, message: '"go" cannot be said in two' })])
})
