import { engineer } from '../../../src/flows/engineer'
import { criteriaRule } from '../../../src/rules/check/criteria-rule'

const [between, task, complete] = ['ACHIEVE_TASK_DRAFTING', 'ACHIEVE_TASK_EXECUTED', 'ACHIEVE_COMPLETE'] as const
const planning = 'GATHER_EDITING'

type Steps = readonly (readonly [from: string, to: string, plan: string])[]

/** What is told of steps; what an item of their plans says, and then its command, stand for what they are known by. */
function told(hasCommands: boolean, steps: Steps): string[] {
  const rule = criteriaRule(engineer, (_, commands) => hasCommands && commands === 'shown')
  for (const [index, [from, to, plan]] of steps.entries()) {
    const items = plan.split(', ')
    const [texts, commands] = [0, 1].map((part) => items.map((item) => item.slice(2).split(': ')[part] ?? ''))
    const ticked = items.map((item) => item.charAt(0)).join('')
    const open = items.filter((item) => item.startsWith('-')).length
    const counted = { digest: String(index), criteria: items.length, open, texts, ticked }
    const said = { ...counted, ...(hasCommands && { commands }) }
    const line = { timestamp: '', transition: `${from} → ${to}`, trigger: 'Accio', plan: said } as const
    rule.take(line as never, undefined, { where: 'history', line: index + 1, index }, false)
  }
  const [, state] = steps.at(-1) ?? ['', '']
  return rule.end(state, undefined, steps.length).map(({ code: name, message }) => `${name}: ${message}`)
}
/** Of plans such as `x one, - two`. */
const toldOf = (...steps: Steps) => told(false, steps)
/** Of plans such as `- one: npm test`; a criterion that has the command `shown` is proven. */
const toldOfCommands = (...steps: Steps) => told(true, steps)
const begun = [planning, between, '- one, - two, - three'] as const

test('what was ticked in a task that was never finished is told once, when the work is complete', () => {
  const ticked = [begun, [between, task, '- one, - two, - three'], [task, between, 'x one, x two, - three']] as const
  expect(toldOf(...ticked)).toEqual([])
  expect(toldOf(...ticked, [between, complete, 'x one, x two, - three'])).toEqual([
    'criteria-ticked: 2 criteria were ticked before this, but no task or review was finished that could have met them: number 1; number 2.',
  ])
})

test('a criterion with other words is reworded while planning only, and the old words put it right', () => {
  const reworded = [between, task, '- one, - TWO, - three'] as const
  expect(
    toldOf(begun, [between, planning, '- one, - two, - three'], [planning, between, '- one, - TWO, - three']),
  ).toEqual([])
  const message = 'criteria-reworded: One criterion was reworded before this, outside planning: number 2.'
  expect(toldOf(begun, reworded)).toEqual([message])
  expect(toldOf(begun, reworded, [task, between, '- one, - TWO, - three'])).toEqual([message])
  expect(toldOf(begun, reworded, [task, between, '- one, - two, - three'])).toEqual([])
  // Planning does not make it right afterwards; to have it back first does.
  expect(
    toldOf(begun, reworded, [task, planning, '- one, - TWO, - three'], [planning, between, '- one, - TWO, - three']),
  ).toEqual([message])
})

test('a criterion that came outside planning may go again', () => {
  const more = [between, between, '- one, - two, - three, - four'] as const
  expect(toldOf(begun, more)).toEqual([])
  expect(toldOf(begun, more, [between, between, '- one, - two, - three'])).toEqual([])
  // Once it has been through planning it is one like any other.
  const through = [
    [between, planning, more[2]],
    [planning, between, more[2]],
  ] as const
  expect(toldOf(begun, more, ...through, [between, between, '- one, - two, - three'])).toEqual([
    'criteria-dropped: One criterion was taken out of the plan before this, outside planning: number 4.',
  ])
})

test('a tick stays with its criterion, whatever that is called', () => {
  const steps = [begun, [between, planning, 'x one, - two, - three']] as const
  const message = (number: number) =>
    `criteria-ticked: One criterion was ticked before this, but no task or review was finished that could have met it: number ${number}.`
  expect(toldOf(...steps)).toEqual([message(1)])
  expect(toldOf(...steps, [planning, between, '- two, x ONE, - three'])).toEqual([message(2)])
  expect(toldOf(...steps, [planning, between, '- one, - two, - three'])).toEqual([])
  expect(toldOf(...steps, [planning, between, '- one, x two, - three'])).toEqual([message(2)])
})

test('what was dropped is given back by the same criterion, and not by an unticked one', () => {
  const dropped = [begun, [between, between, '- one, - two']] as const
  const message = 'criteria-dropped: One criterion was taken out of the plan before this, outside planning: number 3.'
  expect(toldOf(...dropped)).toEqual([message])
  expect(toldOf(...dropped, [between, between, '- one, - two, - three'])).toEqual([])
  expect(toldOf(...dropped, [between, planning, '- one, x two'], [planning, between, '- one, - two'])).toEqual([
    message,
  ])
})

describe('commands', () => {
  const start = [planning, between, '- one: a, - two: b'] as const
  const changed =
    'criterion-command-changed: The commands of one criterion were changed before this, outside planning: number 1.'

  test('may be changed while planning only, and the old ones put it right', () => {
    expect(
      toldOfCommands(start, [between, planning, '- one: a, - two: b'], [planning, between, '- one: c, - two: b']),
    ).toEqual([])
    expect(toldOfCommands(start, [between, task, '- one: c, - two: b'])).toEqual([changed])
    expect(toldOfCommands(start, [between, task, '- one, - two: b'])).toEqual([changed])
    expect(toldOfCommands(start, [between, task, '- one: c, - two: b'], [task, between, '- one: a, - two: b'])).toEqual(
      [],
    )
    expect(
      toldOfCommands(
        start,
        [between, task, '- one: c, - two: b'],
        [task, between, '- one: d, - two: b'],
        [between, task, '- one: a, - two: b'],
      ),
    ).toEqual([])
  })

  test('that a criterion gets outside planning are told, too', () => {
    expect(toldOfCommands([planning, between, '- one, - two: b'], [between, task, '- one: c, - two: b'])).toEqual([
      changed,
    ])
  })

  test('of a criterion that came outside planning may change', () => {
    expect(
      toldOfCommands(
        start,
        [between, task, '- one: a, - two: b, - more: x'],
        [task, between, '- one: a, - two: b, - more: y'],
      ),
    ).toEqual([])
  })

  test('that were proven account for a tick, also without a finished task', () => {
    const ticked = (command: string) =>
      toldOfCommands(
        [planning, between, `- one: ${command}`],
        [between, task, `x one: ${command}`],
        [task, between, `x one: ${command}`],
        [between, complete, `x one: ${command}`],
      )
    expect(ticked('shown')).toEqual([])
    expect(ticked('a')).toEqual([expect.stringMatching(/^criteria-ticked: /)])
  })
})
