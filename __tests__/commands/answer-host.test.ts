import { storedIn } from '../../src/commands/answer-host'
import { definition, openSession } from '../../src/workflows/hope/host-hooks'
import { folder, main } from '../../src/workflows/hope/session'
import { type Folder, makeFolder } from '../support/folder'

function openIn({ path }: Folder) {
  const saved = storedIn(path, { folder, definition })
  return saved && openSession(saved.context, saved.current)
}

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
  expect(openIn(makeFolder(files))).toBeUndefined()
})

test.each(main)('in %s a session is under way, unless it is over', (state) => {
  const found = openIn(makeFolder(stateOf({ regions: regions(state), context: { text: 'Orders' } })))
  if (state === 'completed' || state === 'ended') expect(found).toBeUndefined()
  else expect(found).toMatchObject({ main: state, text: 'Orders', items: [] })
})

// biome-ignore format: in one paragraph
test.each([
  '', '{', 'null', '[]', '7', '{}', '{"regions":7,"context":{}}', '{"regions":{"soul":"a","main":"b"},"context":{}}',
  '{"regions":{"soul":"a","main":"b","service":"c"}}',
  '{"regions":{"soul":"a","main":["b"],"service":"c"},"context":{}}',
])('%j cannot be read, and a hook stays silent', (text) => {
  expect(openIn(makeFolder(stateOf(text)))).toBeUndefined()
})
