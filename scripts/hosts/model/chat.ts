import type { Protocol } from './protocol'

/** OpenAI's Chat Completions: OpenCode and Copilot. */
export const chat: Protocol = {
  path: /\/chat\/completions$/,
  offered: ({ tools = [] }) => tools.flatMap((tool) => tool.function?.name ?? []),
  aside: () => 'A mock',
  answer({ model }, { id, text = '', call }) {
    const described = call && { name: call.name, arguments: JSON.stringify(call.args) }
    const calls = described && { tool_calls: [{ index: 0, id: `call_${id}`, type: 'function', function: described }] }
    const base = { id: `chatcmpl-${id}`, created: 1_700_000_000, model }
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 }
    const finish_reason = call ? 'tool_calls' : 'stop'
    const message = { role: 'assistant', content: text, ...calls }
    const chunk = { ...base, object: 'chat.completion.chunk' }
    return {
      whole: { ...base, object: 'chat.completion', usage, choices: [{ index: 0, finish_reason, message }] },
      events: [
        ['', { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] }],
        ['', { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }] }],
        ['', { ...chunk, choices: [], usage }],
        ['', '[DONE]'],
      ],
    }
  },
}
