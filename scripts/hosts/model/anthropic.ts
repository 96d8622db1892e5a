import type { Event, Protocol } from './protocol'

const wantsText = /Respond with TEXT ONLY|create a detailed summary of the conversation/

/** Anthropic's Messages: Claude Code, which offers tools also where it compacts. */
export const anthropic: Protocol = {
  path: /\/messages$/,
  offered: ({ tools = [], messages = [] }) =>
    wantsText.test(JSON.stringify(messages.slice(-1))) ? [] : tools.flatMap(({ name = [] }) => name),
  events({ model }, { id, text, call }) {
    const usage = { input_tokens: 100, output_tokens: 10 }
    const begun = { id: `msg_${id}`, type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage }
    const end = { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null }
    const block = call
      ? { type: 'tool_use', id: `toolu_${id}`, name: call.name, input: {} }
      : { type: 'text', text: '' }
    const delta = call
      ? { type: 'input_json_delta', partial_json: JSON.stringify(call.args) }
      : { type: 'text_delta', text }
    const event = (type: string, more: object): Event => [type, { type, ...more }]
    return [
      event('message_start', { message: begun }),
      event('content_block_start', { index: 0, content_block: block }),
      event('content_block_delta', { index: 0, delta }),
      event('content_block_stop', { index: 0 }),
      event('message_delta', { delta: end, usage }),
      event('message_stop', {}),
    ]
  },
}
