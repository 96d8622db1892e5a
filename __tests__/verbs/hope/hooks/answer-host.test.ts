import { main } from '../../../../src/flows/hope/states'
import { openSession } from '../../../../src/verbs/hope/hooks/answer-host'
import { makeFolder } from '../../../support/folder'

const stateOf = (state: unknown) => ({
  '.ai/hope/state.json': typeof state === 'string' ? state : JSON.stringify(state),
})
const regions = (state: string) => ({ soul: 'soul.silent_audit', main: state, service: 'idle' })

test.each<[what: string, files: Record<string, string>]>([
  ['without hope in use', { '.ai/task/plan.md': '' }],
  ['in a folder without a session', { '.ai/hope/history.jsonl': '' }],
  ['before a session was started', stateOf({ regions: regions('user_need'), context: {} })],
  ['with a folder in the place of the state', { '.ai/hope/state.json/x': '' }],
])('%s nothing is told', (_, files) => {
  expect(openSession(makeFolder(files).path)).toBeUndefined()
})

test.each(main)('in %s a session is under way, unless it is over', (state) => {
  const found = openSession(makeFolder(stateOf({ regions: regions(state), context: { text: 'Orders' } })).path)
  if (state === 'completed' || state === 'ended') expect(found).toBeUndefined()
  else expect(found).toMatchObject({ main: state, text: 'Orders', items: [] })
})

// biome-ignore format: in one paragraph
test.each([
  '', '{', 'null', '[]', '7', '{}', '{"regions":7,"context":{}}', '{"regions":{"soul":"a","main":"b"},"context":{}}',
  '{"regions":{"soul":"a","main":"b","service":"c"}}',
  '{"regions":{"soul":"a","main":["b"],"service":"c"},"context":{}}',
])('%j cannot be read, and a hook stays silent', (text) => {
  expect(openSession(makeFolder(stateOf(text)).path)).toBeUndefined()
})
