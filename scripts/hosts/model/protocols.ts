import { type Body, inCode, objectsIn, toolsIn } from './body'
import type { Call } from './step'

/** A text, or a call of a tool; the number of the request makes its ids. */
type Answer = { readonly id: number; readonly text?: string; readonly call?: Call }

/** With a name where the protocol has some. */
export type Event = readonly [name: string, data: unknown]

type Protocol = (body: Body, answer: Answer) => readonly Event[]

const event = (type: string, more: object): Event => [type, { type, ...more }]

/** Anthropic's Messages: Claude Code. */
const anthropic: Protocol = ({ model }, { id, text, call }) => {
  const usage = { input_tokens: 100, output_tokens: 10 }
  const begun = { id: `msg_${id}`, type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage }
  const end = { stop_reason: call ? 'tool_use' : 'end_turn', stop_sequence: null }
  const [block, delta] = call
    ? [{ type: 'tool_use', id: `toolu_${id}`, name: call.name, input: {} }, { partial_json: JSON.stringify(call.args) }]
    : [{ type: 'text', text: '' }, { text }]
  const type = call ? 'input_json_delta' : 'text_delta'
  return [
    event('message_start', { message: begun }),
    event('content_block_start', { index: 0, content_block: block }),
    event('content_block_delta', { index: 0, delta: { type, ...delta } }),
    event('content_block_stop', { index: 0 }),
    event('message_delta', { delta: end, usage }),
    event('message_stop', {}),
  ]
}

/** OpenAI's Chat Completions: OpenCode and Copilot. */
const chat: Protocol = ({ model }, { id, text: content = '', call }) => {
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
}

/** Google's generateContent: Gemini CLI. */
const google: Protocol = (_, { id, text, call }) => {
  const parts = [call ? { functionCall: { name: call.name, args: call.args } } : { text }]
  const candidates = [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts } }]
  const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 }
  return [['', { candidates, usageMetadata, modelVersion: 'mock', responseId: `r${id}` }]]
}

function inJavaScript({ name, args, patch }: Call): Call {
  // Tools of MCP servers have longer names.
  const tool = inCode.includes(name) ? `'${name}'` : `ALL_TOOLS.map((t) => t.name).find((n) => n.endsWith('__${name}'))`
  const code = `const r = await tools[${tool}](${JSON.stringify(patch ?? args)})`
  return { name: 'exec', args, patch: `${code}; text(typeof r === 'string' ? r : JSON.stringify(r))` }
}

/** OpenAI's Responses: Codex, which groups its tools by namespaces. */
const responses: Protocol = (body, { id, text, call }) => {
  const tools = toolsIn(body)
  const toolOf = (name: string) => tools.find((tool) => tool.name === name)
  const made = call && toolOf('exec') && !toolOf(call.name) ? inJavaScript(call) : call
  const tool = made && toolOf(made.name)
  const namespace = tool && tools.find(({ type, tools }) => type === 'namespace' && objectsIn(tools).includes(tool))
  const named = { call_id: `call_${id}`, name: made?.name, ...(namespace && { namespace: namespace.name }) }
  const input =
    tool?.type === 'custom'
      ? { type: 'custom_tool_call', input: made?.patch }
      : { type: 'function_call', arguments: JSON.stringify(made?.args) }
  const content = [{ type: 'output_text', text, annotations: [] }]
  const message = { type: 'message', role: 'assistant', content }
  const item = { id: `item_${id}`, status: 'completed', ...(made ? { ...named, ...input } : message) }
  const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 }
  const response = { id: `resp_${id}`, object: 'response', model: body.model, usage }
  return [
    event('response.created', { response: { ...response, status: 'in_progress', output: [] } }),
    event('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress' } }),
    event('response.output_item.done', { output_index: 0, item }),
    event('response.completed', { response: { ...response, status: 'completed', output: [item] } }),
  ]
}

/** By the end of the address; all hosts ask for a stream. */
export const protocols: readonly (readonly [path: RegExp, events: Protocol])[] = [
  [/\/messages$/, anthropic],
  [/\/responses$/, responses],
  [/\/chat\/completions$/, chat],
  [/:streamGenerateContent$/, google],
]
