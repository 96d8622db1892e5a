import { findHope } from '../../../../src/commands/hope/hooks/read-session'
import { main } from '../../../../src/workflows/hope/states'
import { makeFolder } from '../../../support/folder'

const stateOf = (state: unknown) => ({
  '.ai/hope/state.json': typeof state === 'string' ? state : JSON.stringify(state),
})
const regions = (state: string) => ({ soul: 'soul.silent_audit', main: state, service: 'idle' })

test('where nobody has used hope, none is found', () => {
  expect(findHope(makeFolder({ '.ai/task/plan.md': '' }).path)).toBe('none')
})

test('a folder without a session is idle', () => {
  expect(findHope(makeFolder({ '.ai/hope/history.jsonl': '' }).path)).toBe('idle')
})

test.each(main)('in %s a session is under way, unless it is over', (state) => {
  const found = findHope(makeFolder(stateOf({ regions: regions(state), context: { text: 'Orders' } })).path)
  if (state === 'completed' || state === 'ended') expect(found).toBe('idle')
  else
    expect(found).toMatchObject({
      state: `soul.silent_audit + ${state} + idle`,
      session: { main: state, text: 'Orders', items: [] },
    })
})

test('a session that nobody has started is idle', () => {
  expect(findHope(makeFolder(stateOf({ regions: regions('user_need'), context: {} })).path)).toBe('idle')
})

test.each([
  '',
  '{',
  'null',
  '[]',
  '7',
  '{}',
  '{"regions":7,"context":{}}',
  '{"regions":{"soul":"a","main":"b"},"context":{}}',
  '{"regions":{"soul":"a","main":"b","service":"c"}}',
  '{"regions":{"soul":"a","main":["b"],"service":"c"},"context":{}}',
])('%j cannot be read, and that is told', (text) => {
  expect(findHope(makeFolder(stateOf(text)).path)).toBe('unreadable')
})

test('a folder in the place of the state cannot be read either', () => {
  expect(findHope(makeFolder({ '.ai/hope/state.json/x': '' }).path)).toBe('unreadable')
})
