import { judgePlan, maxDenials } from '../../../../src/flows/hope/hooks/deny-chain'
import { listen, parts } from '../../../../src/flows/hope/hooks/transcript'
import { empty, type Session } from '../../../../src/flows/hope/session'
import { types } from '../../../../src/flows/hope/session-type'
import { assistant, brief, denial, marker, shape, user } from '../../../support/transcripts'

function judge(lines: readonly string[], session?: Session, plan = '') {
  const { line, heard } = listen()
  for (const one of lines) line(one)
  return judgePlan(heard(), session, plan)
}

const request = user('Export the orders as CSV')
const allowed = { allow: true, missing: [] }
const nothing: Session = { ...empty, main: 'user_need' }
const engaged: Session = {
  ...nothing,
  text: 'Orders',
  engagement: 'Collaborative',
  horizon: 'Strategic',
  feasible: { axis: 'solo' },
}
const whole = {
  brief: { objective: 'x', acceptance: ['y'] },
  shape: { criteria: [{ id: 'C1', text: 'z' }], mustNot: ['n'] },
} as unknown as Partial<Session>

test('without a transcript, and without a marker, a plan is shown', () => {
  expect(judgePlan(undefined, engaged, '')).toEqual(allowed)
  expect(judge([request, assistant(brief)])).toEqual(allowed)
  expect(judge([request], nothing)).toEqual(allowed)
})

test('of an unknown type, too', () => {
  expect(judge([request, assistant(marker.replace('Build', 'Ship'))])).toEqual(allowed)
})

test('the first part that is missing is named, in their order', () => {
  const said = ['OBJECTIVE: x', 'ACCEPTANCE:\n- y', 'criteria:\n- z', 'mustNot:\n- n']
  for (const [index, part] of parts.entries()) {
    const lines = said.filter((_, at) => at !== index).map((text) => assistant(text))
    expect(judge([request, assistant(marker), ...lines])).toEqual({ allow: false, part })
    expect(judge([request, assistant(marker), ...said.slice(0, index).map((text) => assistant(text))])).toEqual({
      allow: false,
      part,
    })
  }
})

test.each(types)('a session of the type %s needs what its pipeline has', (type) => {
  const lines = [request, assistant(marker.replace('Build', type)), assistant(brief)]
  expect(judge(lines)).toEqual(
    type === 'Reflect'
      ? { allow: false, part: 'coverage', request: 'Export the orders as CSV' }
      : { allow: false, part: 'criteria' },
  )
})

test('the session comes before what was written, for the marker and for the parts', () => {
  expect(judge([request, assistant(marker.replace('Build', 'Reflect'))], { ...engaged, ...whole })).toMatchObject({
    part: 'coverage',
  })
  expect(judge([request, assistant(marker.replace('Build', 'Reflect')), assistant(brief)], engaged)).toMatchObject({
    part: 'criteria',
  })
})

test('what the plan itself says counts: the assistant has written it', () => {
  expect(judge([request, assistant(marker)], undefined, `# Plan\n\n${brief}\n\n${shape}`)).toMatchObject({
    part: 'coverage',
  })
})

test('coverage is denied once, with the beginning of the first request, and passes on the next call', () => {
  const long = user(`Export\n  ${'x'.repeat(400)}`)
  const lines = [long, assistant(marker), assistant(brief), assistant(shape)]
  const first = judge(lines)
  expect(first).toEqual({ allow: false, part: 'coverage', request: `Export ${'x'.repeat(293)}` })
  expect(judge([...lines, ...denial('p1', 'coverage')])).toEqual(allowed)
  expect(judge([...lines, ...denial('p1', 'criteria')])).toEqual(first)
})

test('if nothing was asked for there is nothing to cover', () => {
  expect(judge([assistant(`${marker}\n\n${brief}\n\n${shape}`)])).toEqual(allowed)
})

test('it prevents three times at most; everything after that is advice', () => {
  const lines = [request, assistant(marker)]
  for (const count of [0, 1, 2, 3, 4, 10]) {
    const denials = Array.from({ length: count }, (_, index) => denial(`p${index}`, 'OBJECTIVE')).flat()
    const judged = judge([...lines, ...denials])
    expect(judged).toEqual(count < maxDenials ? { allow: false, part: 'OBJECTIVE' } : { allow: true, missing: parts })
  }
})

test('what the gate has said is never taken for what it asks for', () => {
  const denied = denial('p1', 'OBJECTIVE: the line OBJECTIVE: and\nOBJECTIVE: this\nACCEPTANCE:\n- that')
  expect(judge([request, assistant(marker), ...denied])).toEqual({ allow: false, part: 'OBJECTIVE' })
})

test('with a cap of three the last checks may not be reached; what is missing is told then', () => {
  const said = ['OBJECTIVE: x', 'ACCEPTANCE:\n- y', 'criteria:\n- z'].map((text) => assistant(text))
  const lines = [request, assistant(marker)]
  for (const [index, part] of parts.slice(0, 3).entries()) {
    expect(judge(lines)).toEqual({ allow: false, part })
    lines.push(...denial(`p${index}`, part), said[index] ?? '')
  }
  expect(judge(lines)).toEqual({ allow: true, missing: ['mustNot'] })
  expect(judge([...lines, assistant(shape)])).toEqual(allowed)
})
