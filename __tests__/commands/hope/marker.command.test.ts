import { makeFolder } from '../../support/folder'
import { spellHere } from '../../support/packed-program'

const context = { text: 'Orders', type: 'Debug' }
const engaged = { ...context, engagement: 'Guided', horizon: 'Tactical', feasible: { axis: 'time', bound: '2h' } }
const stateOf = (remembered: object, main = 'intent.clarify') => ({
  '.ai/hope/state.json': JSON.stringify({
    regions: { soul: 'soul.silent_audit', main, service: 'idle' },
    context: remembered,
  }),
})

test('the marker is one line, and nothing else', () => {
  const { stdout, exitCode } = spellHere(makeFolder(stateOf(engaged)).path, ['hope', 'marker'])
  expect({ stdout, exitCode }).toEqual({
    stdout: '[SESSION] Type: Debug | Engagement: Guided | Horizon: Tactical | Feasible: time (2h)\n',
    exitCode: 0,
  })
})

test.each<[string, Record<string, string>, number, string]>([
  ['no session', {}, 3, 'no-session'],
  ['one that is over', stateOf(engaged, 'ended'), 3, 'no-session'],
  ['one without an engagement', stateOf(context), 3, 'no-marker'],
  ['one that cannot be read', { '.ai/hope/state.json': '{' }, 5, 'state-unreadable'],
])('of %s there is none, and it is told what to do', (_, files, code, name) => {
  const { stdout, exitCode } = spellHere(makeFolder(files).path, ['hope', 'marker', '--json'])
  expect(exitCode).toBe(code)
  expect(JSON.parse(stdout)).toMatchObject({ code: name, fix: expect.stringMatching(/^spell hope /) })
})
