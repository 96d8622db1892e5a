import { hope } from '../../../../src/flows/hope'
import { main } from '../../../../src/flows/hope/states'
import { openSession } from '../../../../src/verbs/hope/hooks/read-session'
import { statePath } from '../../../../src/work/history/paths'
import { makeFolder } from '../../../support/folder'
import { hoped, savedHope } from '../../../support/hope-session'

const stateOf = (state: unknown) => ({
  '.ai/hope/state.json': typeof state === 'string' ? state : JSON.stringify(state),
})
const regions = (state: string) => ({ soul: 'soul.silent_audit', main: state, service: 'idle' })

test.each<[what: string, files: Record<string, string>]>([
  ['without hope in use', { '.ai/task/plan.md': '' }],
  ['in a folder without a session', { '.ai/hope/history.jsonl': '' }],
  ['before a session was started', stateOf({ regions: regions('user_need'), context: {} })],
  ['with a folder in the place of the state', { '.ai/hope/state.json/x': '' }],
])('%s nothing is told', async (_, files) => {
  expect(await openSession(makeFolder(files).path)).toBeUndefined()
})

test.each(main)('in %s a session is under way, unless it is over', async (state) => {
  const found = await openSession(makeFolder(stateOf({ regions: regions(state), context: { text: 'Orders' } })).path)
  if (state === 'completed' || state === 'ended') expect(found).toBeUndefined()
  else expect(found).toMatchObject({ session: { main: state, text: 'Orders', items: [] } })
})

// biome-ignore format: in one paragraph
test.each([
  '', '{', 'null', '[]', '7', '{}', '{"regions":7,"context":{}}', '{"regions":{"soul":"a","main":"b"},"context":{}}',
  '{"regions":{"soul":"a","main":"b","service":"c"}}',
  '{"regions":{"soul":"a","main":["b"],"service":"c"},"context":{}}',
])('%j cannot be read, and a hook stays silent', async (text) => {
  expect(await openSession(makeFolder(stateOf(text)).path)).toBeUndefined()
})

describe('a session that was changed by hand', () => {
  const path = statePath(hope())
  /** Started, and brought elsewhere. */
  const started = async (other?: string) => {
    const folder = makeFolder()
    await hoped(folder, { verb: 'start', text: 'Add CSV export', engagement: 'Collaborative' })
    const { main: stood } = savedHope(folder).session
    folder.write({ [path]: folder.read(path).replace(`"main":"${stood}"`, `"main":"${other ?? stood}"`) })
    return folder
  }

  test('is reported, and is still found', async () => {
    const folder = await started()
    expect(await openSession(folder.path)).toMatchObject({ isByHand: false })
    folder.write({ [path]: folder.read(path).replace('"engagement":"Collaborative"', '"engagement":"Autonomous"') })
    expect(await openSession(folder.path)).toMatchObject({ isByHand: true, session: { engagement: 'Autonomous' } })
  })

  test.each(['user_need', 'shape.extract', 'loop.wave_execution'])('in the state %s is reported', async (other) => {
    expect(await openSession((await started(other)).path)).toMatchObject({ isByHand: true, session: { main: other } })
  })
})
