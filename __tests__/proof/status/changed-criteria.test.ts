import { changedName, changeText, followChanges } from '../../../src/proof/status/changed-criteria'
import { saidOf } from '../../../src/proof/status/said-criterion'
import { likelyBoxes } from '../../../src/text/markdown/task-items'
import type { HistoryLine } from '../../../src/work/history/history-line'
import { criteriaDigest, knownCriteria } from '../../../src/work/history/known-criteria'
import { knownIn } from '../../../src/work/known'
import { readCriterion } from '../../../src/workflow/criteria/criterion'
import {
  commandFields,
  type FieldName,
  fieldNames,
  plannedCommand,
} from '../../../src/workflow/criteria/planned-command'
import type { Proof } from '../../../src/workflow/criteria/status'
import { engineer } from '../../../src/workflows/engineer'
import { otherFields } from '../../support/other-fields'

const criteriaOf = (plan: string) => likelyBoxes(plan).map(readCriterion)

/** What happens to a piece of work, with the plan that is there then; `passed 2` is on other files than `passed 1`. */
type Event = readonly [
  what: 'planned' | 'planned by a word' | 'agreed' | 'unseen' | 'failed' | 'not there' | 'passed 1' | 'passed 2',
  plan: string,
]

/** @returns what is said at the end of the changes on the way to the last plan */
const told = (...events: readonly Event[]) => toldIn(engineer, events)

function toldIn(flow: Parameters<typeof followChanges>[0], events: readonly Event[]): string[] {
  const changes = followChanges(flow)
  const proofs: Proof[] = []
  events.forEach(([what, plan], index) => {
    const criteria = criteriaOf(plan)
    const time = `2026-01-01T10:0${index}:00Z`
    const known = knownIn(criteria)
    if (what === 'failed' || what === 'not there' || what.startsWith('passed')) {
      const [{ commands: [command] = [] } = {}, { criterion = '', commands = '' } = {}] = [criteria[0], known[0]]
      const run = {
        time,
        criterion,
        commands,
        command: 1,
        of: 1,
        argv: command?.text.split(' ') ?? [],
        ms: 1,
        output: '',
      }
      const came = {
        outcome: what.startsWith('passed') ? 'passed' : 'failed',
        ...(what === 'not there' && { missing: true as const }),
        exit: 1,
        treeAll: what,
        node: '',
        os: '',
      } as const
      proofs.push({ ...run, ...came })
      return
    }
    const seen = knownCriteria(
      plan,
      likelyBoxes(plan),
      known.map(({ commands }) => commands),
    )
    const transition = what.startsWith('planned')
      ? 'GATHER_EDITING → ACHIEVE_TASK_DRAFTING'
      : 'ACHIEVE_TASK_EXECUTED → ACHIEVE_TASK_DRAFTING'
    const said = { criteria: criteria.length, open: 0, ...seen, said: criteria.map(saidOf) }
    const word =
      what === 'planned by a word'
        ? ({ word: 'typed' } as const)
        : what === 'agreed'
          ? ({ word: 'said', agreed: { criteria: criteriaDigest(seen) } } as const)
          : {}
    changes.take({ timestamp: time, transition, trigger: 'Accio', plan: said, ...word } satisfies HistoryLine)
  })
  const shown = changes.end(criteriaOf(events.at(-1)?.[1] ?? ''), proofs)
  return shown.map((each) => `${changedName(each)} ${changeText(each, (time) => time.slice(11, 16))}`)
}

const long = (columns: string) =>
  `- [ ] The header of the export has the totals in ${columns} columns, which the office has asked for\n`
const a = (run = 'node t.js', ...items: readonly string[]) =>
  ['- [ ] A\n', `  - run: \`${run}\`\n`, ...items.map((item) => `  - ${item}\n`)].join('')
const wants = (text: string) => a('node t.js', `expect: stdout contains \`${text}\``)
const b = '- [ ] B\n'
const never = 'the developer has not agreed to it'
const to = 'expect: stdout contains `a-b` → `a--b`'

// biome-ignore format: a case is a line
test.each<[what: string, events: readonly Event[], told: readonly string[]]>([
  ['nothing changed', [['planned', wants('a-b')], ['failed', wants('a-b')], ['passed 1', wants('a-b')]], []],
  ['what had failed before it was planned', [['failed', wants('a-b')], ['planned', wants('a--b')]], []],
  ['an expectation, after it had failed', [['planned', wants('a-b')], ['failed', wants('a-b')], ['passed 1', wants('a--b')]], [`Criterion 1 changed after it had failed: ${to}; ${never}`]],
  ['the same, agreed to later', [['planned', wants('a-b')], ['failed', wants('a-b')], ['passed 1', wants('a--b')], ['agreed', wants('a--b')]], [`Criterion 1 changed after it had failed: ${to}; agreed to 10:03, on the developer's word`]],
  ['the same, in a step that agrees to nothing', [['planned', wants('a-b')], ['failed', wants('a-b')], ['unseen', wants('a--b')]], [`Criterion 1 changed after it had failed: ${to}; ${never}`]],
  ['the same, planned again', [['planned', wants('a-b')], ['failed', wants('a-b')], ['planned', wants('a--b')]], [`Criterion 1 changed after it had failed: ${to}; passed 10:02, by a word that spell has not seen`]],
  ['a command, after it was agreed to', [['planned', a()], ['agreed', a()], ['passed 1', a('true')]], [`Criterion 1 changed after it was agreed to: run: \`node t.js\` → \`true\`; ${never}`]],
  ['a command, after files had changed', [['planned', a()], ['passed 1', a()], ['passed 2', a('true')]], [`Criterion 1 changed after it had passed on earlier files: run: \`node t.js\` → \`true\`; ${never}`]],
  ['what had failed, and then passed', [['planned', wants('a-b')], ['failed', wants('a-b')], ['passed 1', wants('a-b')], ['passed 2', wants('a--b')]], [`Criterion 1 changed after it had passed on earlier files: ${to}; ${never}`]],
  ['the same on the same files', [['planned', wants('a-b')], ['failed', wants('a-b')], ['passed 1', wants('a-b')], ['passed 1', wants('a--b')]], [`Criterion 1 changed after it was agreed to: ${to}; ${never}`]],
  ['the same, agreed to by nobody', [['planned', b], ['unseen', wants('a-b') + b], ['failed', wants('a-b') + b], ['passed 1', wants('a-b') + b], ['passed 1', wants('a--b') + b]], [`Criterion 1 changed after it had failed: ${to}; ${never}`]],
  ['a command that could not run, which has shown nothing', [['planned', a()], ['not there', a()], ['passed 2', a('true')]], [`Criterion 1 changed after it was agreed to: run: \`node t.js\` → \`true\`; ${never}`]],
  ['a command that only passed, and was agreed to by nobody', [['passed 1', a()], ['passed 1', a('true')]], []],
  ['what was put right again', [['planned', a()], ['passed 1', a('true')], ['passed 1', a()]], []],
  ['a text', [['planned', a() + b], ['agreed', a() + b.replace('B', 'C')]], ["Criterion 2 changed after it was agreed to: “B” → “C”; agreed to 10:01, on the developer's word"]],
  ['a word of a long text', [['planned', long('three')], ['agreed', long('four')]], ["Criterion 1 changed after it was agreed to: “… in three columns, …” → “… in four columns, …”; agreed to 10:01, on the developer's word"]],
  ['a word of a long command', [['planned', a('node a.js --one 1 --two 2 --three 3 --all x')], ['agreed', a('node a.js --one 1 --two 4 --three 3 --all x')]], ["Criterion 1 changed after it was agreed to: run: `… --two 2 --three 3 --all x` → `… --two 4 --three 3 --all x`; agreed to 10:01, on the developer's word"]],
  ['a text, after its command had failed', [['planned', a()], ['failed', a()], ['unseen', a().replace('A', 'C')]], [`Criterion 1 changed after it had failed: “A” → “C”; ${never}`]],
  ['one that is gone', [['planned', a() + b], ['unseen', a()]], [`“B” changed after it was agreed to: taken out; ${never}`]],
  ['one that is gone and came back', [['planned', a() + b], ['unseen', a()], ['unseen', a() + b]], []],
  ['a criterion that was only moved, ticked or formatted', [['planned', a() + b], ['unseen', b.replace('[ ]', '[x]') + a().replace('A', ' A')]], []],
  ['what only the developer could confirm', [['planned', `${b}  - by: developer\n`], ['unseen', b]], [`Criterion 1 changed after it was agreed to: without by: developer; ${never}`]],
  ['that it has to be seen failing', [['planned', a('node t.js', 'red: first')], ['unseen', a()]], [`Criterion 1 changed after it was agreed to: without red: first; ${never}`]],
  ['twice', [['planned', wants('a-b')], ['failed', wants('a-b')], ['agreed', wants('a--b')], ['passed 1', wants('a')]], [
    `Criterion 1 changed after it had failed: ${to}; agreed to 10:02, on the developer's word`,
    `Criterion 1 changed after it was agreed to: expect: stdout contains \`a--b\` → \`a\`; ${never}`,
  ]],
])('what was changed is told: %s', (_, events, expected) => {
  expect(told(...events)).toEqual(expected)
})

test('a word passes a plan, though the state in which one builds is said to be planning', () => {
  const states = {
    ...engineer.states,
    stages: { ...engineer.states?.stages, ACHIEVE_TASK_DRAFTING: 'planning' },
  } as const
  const events: readonly Event[] = [
    ['planned by a word', wants('a-b')],
    ['unseen', wants('a--b')],
  ]
  expect(toldIn({ ...engineer, states }, events)).toEqual([
    `Criterion 1 changed after it was agreed to: ${to}; ${never}`,
  ])
})

test.each(fieldNames.filter((name) => commandFields[name].identity === 'counts'))(
  'a change of the field %s can be said',
  (name: FieldName) => {
    const [criterion] = criteriaOf('- [ ] A\n  - run: `npm test`\n')
    if (!criterion) throw new Error('a plan without a criterion')
    const plain = plannedCommand({ text: 'npm test' })
    const saidWith = (command: typeof plain) => saidOf({ ...criterion, commands: [command] })
    expect(saidWith({ ...plain, [name]: otherFields[name].value })).not.toBe(saidWith(plain))
  },
)
