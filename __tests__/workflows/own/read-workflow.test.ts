import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { standardVerbs } from '../../../src/commands/word-commands'
import { otherCommands } from '../../../src/entry/commands'
import { spellNames, spells } from '../../../src/workflows/engineer/spells'
import type { StepCondition } from '../../../src/workflows/own/format'
import { readWorkflow } from '../../../src/workflows/own/read-workflow'
import { commandNames, isReserved, isReservedWord, ownVerbs } from '../../../src/workflows/own/reserved'
import { conditionText } from '../../../src/workflows/own/texts'
import { entryOf } from '../../../src/workflows/registry'

const rfc = readFileSync(join(__dirname, '../../../docs/workflows/rfc.yaml'), 'utf8')

const faultsOf = (text: string): readonly string[] =>
  readWorkflow(text).faults.map(({ line, column, message, way }) => `${line}:${column} ${message}${way && `: ${way}`}`)

/** @returns the text with one part replaced, which has to be there */
function replaced(text: string, part: string | RegExp, other: string): string {
  const changed = text.replace(part, other)
  if (changed === text) throw new Error(`there is no ${part}`)
  return changed
}

test('the example is proven', () => {
  expect(readWorkflow(rfc)).toMatchObject({ file: { workflow: 'rfc', start: 'asking' }, faults: [] })
})

describe('each kind of fault is found, with its place, what was meant, and the shortest way there', () => {
  // biome-ignore format: a case is a line
  test.each<[what: string, part: string | RegExp, other: string, faults: string[]]>([
    ['a step is dropped', /.*id: R3.*\n/, '', ['10:3 from drafting no goal can be reached: next with question.md', '11:3 nothing leads to reading', '12:3 nothing leads to decided']],
    ['a step leads to another state', 'to: decided', 'to: drafting', ['12:3 nothing leads to decided', '19:5 R5 counts approvals beyond 2: next with question.md, next with proposal.md, approve ×2, next with proposal.md, approve']],
    ['a step stands in the way of another', 'when: { count: open, in: proposal, least: 1 }, ', '', ['17:5 R3 can never answer in drafting: R2 answers first']],
    ['a circle counts nothing', /word: back, .*/, 'word: back, to: drafting }', ['20:5 R6 goes round without a word of the developer, and nothing counts (`by: developer`, or `add` with a limit in `when`, ends it): next with question.md, next with proposal.md, back']],
    ['a circle stays in its state', 'by: developer, when: { count: rounds, most: 4 }, to: drafting, do: [ { keep: proposal }, { add: rounds }', 'to: same, do: [ { keep: proposal }', ['20:5 R6 goes round without a word of the developer, and nothing counts']],
    ['a counter goes too far', 'when: { count: rounds, most: 4 }, ', '', ['20:5 R6 counts rounds beyond 5: next with question.md, (next with proposal.md, back) ×6']],
    ['a file is not known', '[question]', '[qestion]', ['15:54 "qestion" is not known; did you mean "question"? There is "question", "proposal"']],
    ['no state is the goal', 'goal: true,', '', ['8:1 no state has `goal: true`']],
    ['a condition contradicts itself', '{ count: open, in: proposal, least: 1 }', '{ all: [ { count: open, in: proposal, least: 1 }, { not: { there: proposal } } ] }', ['16:5 R2 can never answer in drafting: its condition never holds there']],
    ['a state is there twice', '  reading:', '  drafting: { phase: task, title: X }\n  reading:', ['11:3 "drafting" is there twice']],
    ['a part is misspelt', 'states:', 'state:', ['1:1 "states" is missing', '8:1 "state" is not known; did you mean "states"?']],
    ['a file in a text does not end', 'Read {question}.', 'Read {question.', ['9:104 "{question" does not end: {question}']],
    ['a word of a text has two letters changed', 'Approve, or send it back.', 'Say **bakc**.', ['11:104 "bakc" is no word; did you mean "back"?']],
    ['a key is misspelt', 'needs: [question]', 'need: [question]', ['15:46 "need" is not known; did you mean "needs"?']],
    ['what is missing leads nowhere', 'answer: refuse', 'answer: missing', ['16:93 R2 has `answer: missing`, which leads to another state that is no goal: `to: STATE`']],
    ['an end is to be confirmed', 'to: decided, do', 'to: decided, answer: confirm, do', ['19:74 R5 has `answer: confirm`, which leads to another state that is no goal: `to: STATE`']],
    ['a word has no step', 'words: { ', 'words: { shout: be loud, ', ['4:10 no step has the word shout']],
    ['a misspelt word of a text', 'Approve, or send it back.', 'Say **aprove**, or send it back.', ['11:104 "aprove" is no word; did you mean "approve"?']],
    ['a command with a word of another state', 'Read {question}.', 'Run `spell rfc approve`.', ['9:104 "approve" cannot be said in asking']],
    ['a word of another state in the text of a step', 'to: drafting, do: [ { create', 'developer: "Then **approve**.", to: drafting, do: [ { create', ['15:65 "approve" cannot be said in drafting']],
    ['a misspelt word of a text, as code', 'Approve, or send it back.', 'Say `aprove`, or send it back.', ['11:104 "aprove" is no word; did you mean "approve"?']],
    ['a refusal does something', 'answer: refuse', 'answer: refuse, do: [ { add: rounds } ]', ['16:93 R2 has `answer: refuse`, which changes nothing: leave out `to` and `do`']],
    ['a count is compared with nothing', 'in: proposal, least: 1', 'in: proposal', ['16:46 `least: N` or `most: N` is missing']],
    ['a file is outside', 'question.md', '../../question.md', ['5:10 a path in the folder of the piece of work is expected']],
    ['a file is one of ours', 'question.md', 'State.json', ['5:10 a file of this name is kept already']],
    ['two files are one', 'proposal.md', 'Question.md', ['5:33 "Question.md" is where the file question is']],
    ['a state has the name of none', 'states:', 'states:\n  same: { phase: task, title: Same }', ['9:3 "same" means the state']],
    ['a step is called like ours', 'id: R5', 'id: begin', ['19:7 every workflow has a step begin']],
    ['a counter is kept already', /rounds/g, 'definition', ['6:53 "definition" means something else in every workflow']],
    ['a file is the folder of another', 'proposal.md', 'Question.md/a.md', ['5:10 "question.md" is where the file proposal is']],
    ['a file is where a folder of ours is', 'question.md', 'state.json/a.md', ['5:10 a file of this name is kept already']],
    ['a file is moved into another', '{ keep: proposal }', '{ move: [proposal], to: question.md/old }', ['20:135 "question.md/old" is where the file question is']],
    ['a folder is named by what is not known', '{ keep: proposal }', '{ move: [proposal], to: "old/<stamp>-<foo>" }', ['20:135 only <name> and <stamp> are filled in']],
    ['what is proven has no criteria', 'when: { count: open, in: proposal, least: 1 }', 'when: { not: proven }', ['16:46 "proven" asks for criteria, and no step counts those of a file']],
    ['a condition says nothing', 'when: { count: rounds, most: 4 }', 'when: { not: {} }', ['"all", "any", "not": one is missing']],
    ['an effect has no file', '{ keep: proposal }', 'list links', ['20:115 `{ list links: … }` is expected']],
    ['what is handed over has no file', '{ keep: proposal }', 'take over', ['20:115 `take over` fills the files context, plan, task, of which there is none']],
    ['a step counts twice', '{ add: rounds }', '{ add: rounds }, { add: rounds }', ['20:5 R6 counts rounds beyond 5: next with question.md, (next with proposal.md, back) ×3']],
    ['what is remembered is a counter', '{ add: rounds }', '{ remember: rounds }', ['20:137 "rounds" is kept already, as something else']],
    ['the way to a trap has one criterion', /answer: refuse[\s\S]*/, 'to: reading }', ['next with proposal.md (1 criterion']],
    ['there are too many combinations', '{ count: open, in: proposal, least: 1 }', '{ any: [ { count: open, in: proposal, least: 99 }, { count: criteria, in: question, least: 99 } ] }', ['10:3 next asks in drafting for more than 50,000 combinations']],
    ['it leads back to what nothing remembers', 'to: decided', 'to: { back: origin }', ['19:67 "origin" is not known']],
  ])('%s', (_, part, other, faults) => {
    const found = faultsOf(replaced(rfc, part, other))
    for (const fault of faults) expect(found).toContainEqual(expect.stringContaining(fault))
  })
})

describe('of YAML, what is not read is refused with its place', () => {
  // biome-ignore format: a case is a line
  test.each<[what: string, text: string, fault: string]>([
    ['an anchor', rfc.replace('start: asking', 'start: &a asking'), '3:11 anchors are not read: write it out'],
    ['a tag', rfc.replace('start: asking', 'start: !x asking'), '3:8 Unresolved tag: !x'],
    ['a colon', rfc.replace('start: asking', 'start: asking: now'), '3:8 a text with `: ` in it stands in quotes'],
    ['a tab', rfc.replace('states:\n  ', 'states:\n\t'), '9:1 a line is indented by spaces, not by a tab'],
    ['two documents', `${rfc}\n---\n${rfc}`, '22:1 a file has one document'],
    ['too much', `workflow: ${'x'.repeat(10 * 1024 * 1024)}`, '1:1 the file has more than 256 kB'],
    ['nothing', '', '1:1 a map with'],
    ['a NUL', rfc.replace('go on', 'go \0'), '4:19 this is no text in UTF-8'],
    ['a long text', 'x'.repeat(1000), 'x…'],
    ['what is nested too deeply', `${rfc}x: ${'['.repeat(60)}${']'.repeat(60)}`, 'this is nested too deeply'],
    ['what is nested without an end', 'a: ['.repeat(20_000), 'this is nested too deeply'],
    ['a map as a key', rfc.replace('start: asking', '? { a: 1 }\n: x'), '3:3 this cannot be a name'],
    ['a name of JavaScript', rfc.replace('files: {', 'files: { __proto__: x.md,'), '5:10 this cannot be a name'],
    ['a merge', rfc.replace('start: asking', '<<: { start: asking }'), '1:1 "start" is missing'],
    ['a letter that is a picture', rfc.replaceAll('asking', '🙂'), '3:1 a name has letters, digits, - and _'],
    ['keys without an end', 'a: 1\n'.repeat(20_000), '2:1 "a" is there twice'],
  ])('%s', (_, text, fault) => {
    const [first, ...others] = faultsOf(text)
    expect(first).toContain(fault)
    expect(others).not.toContain(first)
  })

  test('line endings and names of other scripts are read', () => {
    const text = rfc.replaceAll('asking', 'Frage_für_alle').replaceAll('\n', '\r\n')
    expect(faultsOf(text)).toEqual([])
  })
})

describe('a name that Windows or JavaScript has a meaning for is refused', () => {
  const inPlaces: Readonly<Record<string, (name: string) => string>> = {
    'a workflow': (name) => replaced(rfc, 'workflow: rfc', `workflow: ${name}`),
    'a state': (name) => rfc.replaceAll('asking', name),
    'a word': (name) => rfc.replaceAll(/\bback\b/g, name),
    'a file': (name) => rfc.replaceAll(/question(?!\.md)/g, name),
    'a counter': (name) => rfc.replaceAll('rounds', name),
  }
  const names = ['con', 'nul', 'com1', 'constructor', 'tostring', 'valueof', 'prototype', '__proto__']
  test.each(Object.keys(inPlaces))('as that of %s', (place) => {
    for (const name of names) {
      const faults = faultsOf(inPlaces[place]?.(name) ?? '')
      expect([name, faults[0]]).toEqual([
        name,
        expect.stringMatching(/is a name of Windows or JavaScript|this cannot be a name|begins with a letter/),
      ])
    }
  })

  test('and a device is no path', () => {
    expect(faultsOf(replaced(rfc, 'question.md', 'drafts/Aux.md'))).toEqual(['5:10 Windows has a device of this name'])
  })
})

test('a file may be called like what spell knows of every piece of work', () => {
  const open = '{ count: open, in: proposal, least: 1 }'
  const called = (text: string, name: string) => text.replaceAll('proposal', name)
  for (const name of ['proof', 'begun', 'criteria'])
    expect(faultsOf(called(replaced(rfc, open, `{ any: [ ${open}, { not: proven } ] }`), name))).toEqual([])
})

test('a text beside the file is that of its state, and a fault in it has its line', () => {
  const text = replaced(rfc, ' agent: "Ask who has the problem; write {question}.",', '')
  expect(faultsOf(text)).toEqual(['9:3 asking has no text for the agent: `agent`, or rfc/asking.md'])
  expect(readWorkflow(text, { asking: 'Write {question}.\n' }).faults).toEqual([])
  const faulty = (asking: string) => readWorkflow(text, { asking }).faults.map(({ way: _, ...fault }) => fault)
  expect(faulty('Write {question}.\n\nThen say **approve**, and fill in {{proposal}}.\n')).toEqual([
    { textOf: 'asking', line: 3, column: 1, message: '"approve" cannot be said in asking' },
    { textOf: 'asking', line: 3, column: 1, message: 'a file is named by {name}, not {{name}}' },
  ])
  expect(faulty(' \n')).toEqual([{ textOf: 'asking', line: 1, column: 1, message: 'it is empty' }])
})

test('a fault in a text hides no trap, which is named where it begins, and where it ends', () => {
  const outage = readFileSync(join(__dirname, 'examples/outage.yaml'), 'utf8')
  const text = outage.replace(/ {2}- \{ id: (?:B2|C1).*\n/g, '').replace('Read the change.', 'Say **reel**.')
  expect(faultsOf(text)).toEqual([
    '9:3 no step has the word over',
    '10:3 no step has the word leave',
    '15:3 from curing no goal can be reached, and nothing leads out of learning: real with sighting.md',
    '15:67 "reel" is no word; did you mean "real"?',
    '17:88 "over" cannot be said in learning',
    '18:3 nothing leads to learnt',
    '20:3 nothing leads to left',
  ])
})

test('a step that remembers where it is, and leads back there, stays', () => {
  const text = `
workflow: round
about: It comes back
start: asking
words: { next: go on, finish: end it }
states:
  asking: { phase: planning, title: Asking, agent: "Wait.", developer: "Look." }
  doing: { phase: task, title: Doing, agent: "Wait.", developer: "Look." }
  ended: { phase: complete, title: Ended, goal: true, developer: "Look." }
steps:
  - { id: A1, from: asking, word: next, to: doing, do: [ { remember: origin } ] }
  - { id: A2, from: asking, word: finish, to: ended }
  - { id: A3, from: doing, word: next, by: developer, to: { back: origin } }
`
  expect(faultsOf(text)).toEqual([])
  const again = text.replace('{ back: origin } }', '{ back: origin }, do: [ { remember: origin } ] }')
  expect(faultsOf(again)).toEqual(['8:3 from doing no goal can be reached: next'])
  // A state that was set by hand remembers nothing; what changes nothing may be said again and again.
  const unasked = '{ not: { remembered: origin, is: [asking] } }'
  for (const more of [`when: ${unasked}, to: ended`, 'to: same'])
    expect(faultsOf(`${text}  - { id: A4, from: doing, word: finish, ${more} }\n`)).toEqual([])
})

/** Which word of the developer is a consent. Each case says so of one step. */

const incident = `
workflow: incident
about: From an alarm to its lessons
start: planning
words: { next: go on, reject: return it, handover: another team, resume: take it back, park: give it up }
files: { plan: plan.md }
counts: { rounds: { most: 3 } }
states:
  planning: { phase: planning, title: Plan, agent: "Write {plan}.", developer: "Look." }
  repairing: { phase: task, title: Repair, agent: "Do {plan}.", developer: "Look." }
  elsewhere: { phase: between, title: Elsewhere, agent: "Wait.", developer: "Look." }
  reading: { phase: review, title: Being read, agent: "Wait.", developer: "Look." }
  ended: { phase: complete, title: Ended, goal: true, developer: "Look." }
  parked: { phase: complete, title: Parked, goal: true, developer: "Look." }
steps:
  - { id: open, from: planning, word: next, by: developer, when: { count: open, in: plan, least: 1 }, answer: refuse, text: "open boxes" }
  - { id: plan, from: planning, word: next, by: developer, needs: [plan], to: repairing }
  - { id: repair, from: repairing, word: next, to: reading }
  - { id: read, from: reading, word: next, by: developer, to: ended }
  - { id: reject, from: [repairing, reading], word: reject, by: developer, to: planning }
  - { id: stay, from: reading, word: handover, by: developer, when: { count: rounds, most: 2 }, to: same, do: [ { add: rounds } ] }
  - { id: handover, from: repairing, word: handover, by: developer, to: elsewhere, do: [ { remember: origin } ] }
  - { id: resume, from: elsewhere, word: resume, by: developer, to: { back: origin } }
  - { id: park, from: [planning, repairing, reading, elsewhere], word: park, by: developer, to: parked }
`
const agreeing = (id: string): string => incident.replace(new RegExp(`id: ${id}, .*(?= }$)`, 'm'), '$&, agrees: true')
const messagesOf = (text: string) => readWorkflow(text).faults.map(({ message }) => message)
const noStep = 'agrees, so it is `by: developer`, names the state that it leads to, and has no `answer`'

// biome-ignore format: a case is a line
test.each<[what: string, id: string, faults: readonly string[]]>([
  ['agrees to a plan', 'plan', []],
  ['accepts what was made', 'read', []],
  ['refuses', 'open', [`open ${noStep}`]],
  ['is the agent’s', 'repair', [`repair ${noStep}`]],
  ['stays', 'stay', [`stay ${noStep}`]],
  ['leads back to where it was', 'resume', [`resume ${noStep}`]],
  ['goes back', 'reject', ['reject agrees, and goes back from repairing to planning']],
  ['hands over', 'handover', ['handover agrees, and hands over: from elsewhere the work only comes back to repairing']],
  ['gives up', 'park', ['park agrees, and gives up in planning, where another word leads on']],
])('a step that %s', (_, id, faults) => {
  expect(messagesOf(incident)).toEqual([])
  expect(messagesOf(agreeing(id))).toEqual(faults)
})

test.each(['rfc', 'release'])('the example %s says which word agrees', (name) => {
  const text = readFileSync(join(__dirname, `../../../docs/workflows/${name}.yaml`), 'utf8')
  const words = readWorkflow(text).file?.steps.flatMap(({ agrees, word }) => (agrees ? [word] : []))
  expect(words).toEqual(['approve'])
})

// biome-ignore format: a case is a line
test.each<[condition: StepCondition, is: string, isNot: string]>([
  ['proven', 'every criterion is proven', 'a criterion is not proven'],
  ['command missing', 'a criterion has no command', 'every criterion has a command'],
  ['handed over', 'it comes with `--from`', 'it comes without `--from`'],
  [{ there: 'plan' }, '`plan.md` is there', '`plan.md` is not there'],
  [{ written: 'plan' }, '`plan.md` is written', '`plan.md` is not written'],
  [{ count: 'open', in: 'plan', least: 1 }, '`plan.md` has at least 1 open criterion', '`plan.md` has fewer than 1 open criterion'],
  [{ count: 'criteria', in: 'plan', least: 2, most: 4 }, '`plan.md` has at least 2 and at most 4 criteria', '`plan.md` has fewer than 2 or more than 4 criteria'],
  [{ count: 'open', in: 'plan', most: 0 }, '`plan.md` has no open criteria', '`plan.md` has more than 0 open criteria'],
  [{ count: 'rounds', most: 0 }, '`rounds` is at most 0', '`rounds` is more than 0'],
  [{ links: 'plan', are: ['new', 'done'] }, 'the links of `plan.md` are new or done', 'the links of `plan.md` are not new or done'],
  [{ remembered: 'origin', is: ['doing'] }, '`origin` is doing', '`origin` is not doing'],
  [{ items: 'open' }, 'an item is left', 'no item is left'],
  [{ items: 'wave done' }, 'the wave at hand is done', 'the wave at hand is not done'],
  [{ items: 'done' }, 'every item is done', 'not every item is done'],
  [{ all: ['proven', { any: [{ there: 'a' }, { there: 'b' }] }] }, 'every criterion is proven and (`a.md` is there or `b.md` is there)', 'a criterion is not proven or `a.md` is not there and `b.md` is not there'],
])('%j', (condition, is, isNot) => {
  const pathOf = (file: string) => `${file}.md`
  expect(conditionText(condition, pathOf)).toBe(is)
  expect(conditionText({ not: condition }, pathOf)).toBe(isNot)
  expect(conditionText({ not: { not: condition } }, pathOf)).toBe(is)
})

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
