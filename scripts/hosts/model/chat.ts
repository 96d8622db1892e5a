import type { Protocol } from './protocol'

/** OpenAI's Chat Completions: OpenCode and Copilot. */
export const chat: Protocol = {
  path: /\/chat\/completions$/,
  offered: ({ tools = [] }) => tools.flatMap((tool) => tool.function?.name ?? []),
  events({ model }, { id, text: content = '', call }) {
    const described = call && { name: call.name, arguments: JSON.stringify(call.args) }
    const calls = described && { tool_calls: [{ index: 0, id: `call_${id}`, type: 'function', function: described }] }
    const chunk = { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: 1_700_000_000, model }
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
    const delta = { role: 'assistant', content, ...calls }
    return [
      ['', { ...chunk, choices: [{ index: 0, delta, finish_reason: null }] }],
      ['', { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: call ? 'tool_calls' : 'stop' }] }],
      ['', { ...chunk, choices: [], usage }],
      ['', '[DONE]'],
    ]
  },
}
