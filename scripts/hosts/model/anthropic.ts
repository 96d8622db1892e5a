import type { Body, Events, Protocol } from './protocol'

/** Whether Claude Code compacts the conversation: it offers tools, but wants a text. */
const compacts = ({ messages = [] }: Body): boolean =>
  /Respond with TEXT ONLY|create a detailed summary of the conversation/.test(JSON.stringify(messages.slice(-1)))

/** Anthropic's Messages. */
export const anthropic: Protocol = {
  path: /\/messages$/,
  offered: (body) => (compacts(body) ? [] : (body.tools ?? []).flatMap(({ name = [] }) => name)),
  aside: (body) => (compacts(body) ? '<summary>The developer spoke.</summary>' : '{"title":"A mock"}'),
  answer({ model }, { id, text, call }) {
    const content = [
      ...(text ? [{ type: 'text', text }] : []),
      ...(call ? [{ type: 'tool_use', id: `toolu_${id}`, name: call.name, input: call.args }] : []),
    ]
    const end = { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null }
    const usage = { input_tokens: 100, output_tokens: 10 }
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model, content, ...end, usage }
    const blocks = content.flatMap((block, index): Events => {
      const isText = block.type === 'text'
      const delta = isText
        ? { type: 'text_delta', text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(call?.args) }
      const empty = isText ? { type: 'text', text: '' } : { ...block, input: {} }
      return [
        ['content_block_start', { type: 'content_block_start', index, content_block: empty }],
        ['content_block_delta', { type: 'content_block_delta', index, delta }],
        ['content_block_stop', { type: 'content_block_stop', index }],
      ]
    })
    const events: Events = [
      ['message_start', { type: 'message_start', message: { ...message, content: [], stop_reason: null } }],
      ...blocks,
      ['message_delta', { type: 'message_delta', delta: end, usage: { output_tokens: 10 } }],
      ['message_stop', { type: 'message_stop' }],
    ]
    return { whole: message, events }
  },
}
