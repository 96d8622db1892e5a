import { stopCallIn } from '../../src/guard/stop-guard'

const stop = { hook_event_name: 'Stop', session_id: 's', stop_hook_active: false }

test('a stop says which, whose and whether it is the first', () => {
  expect(stopCallIn({ ...stop, prompt_id: 'p' })).toEqual({ event: 'Stop', session: 's', turn: 'p', isAgain: false })
})

test.each([
  ['a subagent of Claude Code', { ...stop, hook_event_name: 'SubagentStop', agent_id: 'a1', agent_type: 'Explore' }],
  ['a subagent whose host calls it a stop', { ...stop, agent_id: 'a1' }],
  ['a subagent that is not named', { ...stop, hook_event_name: 'SubagentStop' }],
  ['an agent that the user has stopped', { conversation_id: 's', loop_count: 0, status: 'aborted' }],
])('the stop of %s is not judged', (_, payload) => {
  expect(stopCallIn(payload)).toBeUndefined()
})
