import type { Body, Events, Protocol, Tool } from './protocol'
import type { Call } from './step'

/** With newer models Codex puts its tools into the input. */
function toolsOf({ tools = [], input = [] }: Body): readonly Tool[] {
  const later = typeof input === 'string' ? [] : input.filter(({ type }) => type === 'additional_tools')
  return [...tools, ...later.flatMap((item) => item.tools ?? [])].flatMap((tool) =>
    tool.type === 'namespace'
      ? (tool.tools ?? []).map((each) => ({ ...each, ...(tool.name && { namespace: tool.name }) }))
      : [tool],
  )
}

/** What such a model can call only from JavaScript, which it hands to the tool `exec`. */
const inCode = ['exec_command', 'apply_patch']
const printed = "text(typeof r === 'string' ? r : JSON.stringify(r))"

function inJavaScript({ name, args, patch }: Call): Call {
  // Tools of MCP servers have longer names.
  const tool = inCode.includes(name) ? `'${name}'` : `ALL_TOOLS.map((t) => t.name).find((n) => n.endsWith('__${name}'))`
  const code = `const r = await tools[${tool}](${JSON.stringify(patch ?? args)}); ${printed}`
  return { name: 'exec', args, patch: code }
}

/** OpenAI's Responses: Codex. */
export const responses: Protocol = {
  path: /\/responses$/,
  offered(body) {
    const names = toolsOf(body).flatMap(({ name = [] }) => name)
    return names.includes('exec') ? [...names, ...inCode] : names
  },
  aside: () => 'A mock',
  answer(body, { id, text, call }) {
    const tools = toolsOf(body)
    const isOffered = (name: string) => tools.find((tool) => tool.name === name)
    const made = call && isOffered('exec') && !isOffered(call.name) ? inJavaScript(call) : call
    const tool = made && isOffered(made.name)
    const named = { call_id: `call_${id}`, name: made?.name, ...(tool?.namespace && { namespace: tool.namespace }) }
    const said = { type: 'output_text', text, annotations: [] }
    const isText = tool?.type === 'custom'
    const input = isText ? { input: made?.patch } : { arguments: JSON.stringify(made?.args) }
    const type = isText ? 'custom_tool_call' : 'function_call'
    const item = made
      ? { type, id: `fc_${id}`, status: 'completed', ...named, ...input }
      : { type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content: [said] }
    const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 }
    const response = {
      id: `resp_${id}`,
      object: 'response',
      model: body.model,
      status: 'completed',
      output: [item],
      usage,
    }
    const event = (name: string, more: object): Events[number] => [name, { type: name, ...more }]
    const begun = { response: { ...response, status: 'in_progress', output: [] } }
    const events = [
      event('response.created', begun),
      event('response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress' } }),
      event('response.output_item.done', { output_index: 0, item }),
      event('response.completed', { response }),
    ]
    return { whole: response, events }
  },
}
