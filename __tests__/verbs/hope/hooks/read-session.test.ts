import { hope } from '../../../../src/flows/hope'
import { main } from '../../../../src/flows/hope/states'
import { findHope } from '../../../../src/verbs/hope/hooks/read-session'
import { statePath } from '../../../../src/work/history/paths'
import { makeFolder } from '../../../support/folder'
import { hoped, savedHope } from '../../../support/hope-session'

const stateOf = (state: unknown) => ({
  '.ai/hope/state.json': typeof state === 'string' ? state : JSON.stringify(state),
})
const regions = (state: string) => ({ soul: 'soul.silent_audit', main: state, service: 'idle' })

test.each<[what: string, files: Record<string, string>, found: string]>([
  ['without hope in use there is', { '.ai/task/plan.md': '' }, 'none'],
  ['a folder without a session is', { '.ai/hope/history.jsonl': '' }, 'idle'],
  ['a session that was not started is', stateOf({ regions: regions('user_need'), context: {} }), 'idle'],
  ['a folder in the place of the state is', { '.ai/hope/state.json/x': '' }, 'unreadable'],
])('%s %j: %s', async (_, files, found) => {
  expect(await findHope(makeFolder(files).path)).toBe(found)
})

test.each(main)('in %s a session is under way, unless it is over', async (state) => {
  const found = await findHope(makeFolder(stateOf({ regions: regions(state), context: { text: 'Orders' } })).path)
  if (state === 'completed' || state === 'ended') expect(found).toBe('idle')
  else
    expect(found).toMatchObject({
      state: `soul.silent_audit + ${state} + idle`,
      session: { main: state, text: 'Orders', items: [] },
    })
})

// biome-ignore format: in one paragraph
test.each([
  '', '{', 'null', '[]', '7', '{}', '{"regions":7,"context":{}}', '{"regions":{"soul":"a","main":"b"},"context":{}}',
  '{"regions":{"soul":"a","main":"b","service":"c"}}',
  '{"regions":{"soul":"a","main":["b"],"service":"c"},"context":{}}',
])('%j cannot be read, and that is told', async (text) => {
  expect(await findHope(makeFolder(stateOf(text)).path)).toBe('unreadable')
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
    expect(await findHope(folder.path)).toMatchObject({ isByHand: false })
    folder.write({ [path]: folder.read(path).replace('"engagement":"Collaborative"', '"engagement":"Autonomous"') })
    expect(await findHope(folder.path)).toMatchObject({ isByHand: true, session: { engagement: 'Autonomous' } })
  })

  test.each(['user_need', 'shape.extract', 'loop.wave_execution'])('in the state %s is reported', async (other) => {
    expect(await findHope((await started(other)).path)).toMatchObject({ isByHand: true, session: { main: other } })
  })

  test('to be over is not believed', async () => {
    expect(await findHope((await started('completed')).path)).toBe('unreadable')
  })
})
