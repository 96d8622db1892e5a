import type { Body, Event, Protocol, Tool } from './protocol'
import type { Call } from './step'

/** With newer models Codex puts its tools into the input. */
function toolsOf({ tools = [], input = [] }: Body): readonly Tool[] {
  const later = input.flatMap((item) => (item.type === 'additional_tools' ? (item.tools ?? []) : []))
  return [...tools, ...later].flatMap((tool) =>
    tool.type === 'namespace' ? (tool.tools ?? []).map((each) => ({ ...each, namespace: tool.name ?? '' })) : [tool],
  )
}

/** What such a model can call only from JavaScript, which it hands to the tool `exec`. */
const inCode = ['exec_command', 'apply_patch']

function inJavaScript({ name, args, patch }: Call): Call {
  // Tools of MCP servers have longer names.
  const tool = inCode.includes(name) ? `'${name}'` : `ALL_TOOLS.map((t) => t.name).find((n) => n.endsWith('__${name}'))`
  const code = `const r = await tools[${tool}](${JSON.stringify(patch ?? args)})`
  return { name: 'exec', args, patch: `${code}; text(typeof r === 'string' ? r : JSON.stringify(r))` }
}

/** OpenAI's Responses: Codex. */
export const responses: Protocol = {
  path: /\/responses$/,
  offered(body) {
    if (/Generate a concise, single-line task title/.test(JSON.stringify(body.input?.slice(-1)))) return []
    const names = toolsOf(body).flatMap(({ name = [] }) => name)
    return names.includes('exec') ? [...names, ...inCode] : names
  },
  events(body, { id, text, call }) {
    const tools = toolsOf(body)
    const toolOf = (name: string) => tools.find((tool) => tool.name === name)
    const made = call && toolOf('exec') && !toolOf(call.name) ? inJavaScript(call) : call
    const { type, namespace } = (made && toolOf(made.name)) ?? {}
    const named = { call_id: `call_${id}`, name: made?.name, ...(namespace && { namespace }) }
    const input =
      type === 'custom'
        ? { type: 'custom_tool_call', input: made?.patch }
        : { type: 'function_call', arguments: JSON.stringify(made?.args) }
    const content = [{ type: 'output_text', text, annotations: [] }]
    const message = { type: 'message', role: 'assistant', content }
    const item = { id: `item_${id}`, status: 'completed', ...(made ? { ...named, ...input } : message) }
    const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 }
    const response = { id: `resp_${id}`, object: 'response', model: body.model, usage }
    const event = (name: string, more: object): Event => [name, { type: name, ...more }]
    return [
      event('response.created', { response: { ...response, status: 'in_progress', output: [] } }),
      event('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress' } }),
      event('response.output_item.done', { output_index: 0, item }),
      event('response.completed', { response: { ...response, status: 'completed', output: [item] } }),
    ]
  },
}
