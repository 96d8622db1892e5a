import { hope } from '../../../../src/flows/hope'
import { main } from '../../../../src/flows/hope/states'
import { findHope } from '../../../../src/verbs/hope/hooks/read-session'
import { statePath } from '../../../../src/work/history/paths'
import { makeFolder } from '../../../support/folder'
import { hoped } from '../../../support/hope-session'

const stateOf = (state: unknown) => ({
  '.ai/hope/state.json': typeof state === 'string' ? state : JSON.stringify(state),
})
const regions = (state: string) => ({ soul: 'soul.silent_audit', main: state, service: 'idle' })

test('without hope in use, none is found', async () => {
  expect(await findHope(makeFolder({ '.ai/task/plan.md': '' }).path)).toBe('none')
})

test('a folder without a session is idle', async () => {
  expect(await findHope(makeFolder({ '.ai/hope/history.jsonl': '' }).path)).toBe('idle')
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

test('a session that was not started is idle', async () => {
  expect(await findHope(makeFolder(stateOf({ regions: regions('user_need'), context: {} })).path)).toBe('idle')
})

// biome-ignore format: in one paragraph
test.each([
  '', '{', 'null', '[]', '7', '{}', '{"regions":7,"context":{}}', '{"regions":{"soul":"a","main":"b"},"context":{}}',
  '{"regions":{"soul":"a","main":"b","service":"c"}}',
  '{"regions":{"soul":"a","main":["b"],"service":"c"},"context":{}}',
])('%j cannot be read, and that is told', async (text) => {
  expect(await findHope(makeFolder(stateOf(text)).path)).toBe('unreadable')
})

test('a folder in the place of the state cannot be read either', async () => {
  expect(await findHope(makeFolder({ '.ai/hope/state.json/x': '' }).path)).toBe('unreadable')
})

describe('a session that was changed by hand', () => {
  const path = statePath(hope())
  const started = async () => {
    const folder = makeFolder()
    await hoped(folder, { verb: 'start', text: 'Add CSV export', engagement: 'Collaborative' } as never)
    return folder
  }

  test('is reported, and is still found', async () => {
    const folder = await started()
    expect(await findHope(folder.path)).toMatchObject({ isByHand: false })
    folder.write({ [path]: folder.read(path).replace('"engagement":"Collaborative"', '"engagement":"Autonomous"') })
    expect(await findHope(folder.path)).toMatchObject({ isByHand: true, session: { engagement: 'Autonomous' } })
  })

  test.each(['user_need', 'shape.extract', 'loop.wave_execution'])('in the state %s is reported', async (other) => {
    const folder = await started()
    const { main: stood } = JSON.parse(folder.read(path)).regions
    folder.write({ [path]: folder.read(path).replace(`"main":"${stood}"`, `"main":"${other}"`) })
    expect(await findHope(folder.path)).toMatchObject({ isByHand: true, session: { main: other } })
  })

  test('to be over is not believed', async () => {
    const folder = await started()
    const { main: stood } = JSON.parse(folder.read(path)).regions
    folder.write({ [path]: folder.read(path).replace(`"main":"${stood}"`, '"main":"completed"') })
    expect(await findHope(folder.path)).toBe('unreadable')
  })
})
