import { tag } from '../../src/flows/hope/hooks/deny-chain'

/** Lines of a transcript as Claude Code writes them. */
export const user = (text: string, more: object = {}): string =>
  JSON.stringify({ type: 'user', message: { role: 'user', content: text }, ...more })

export const assistant = (text: string, more: object = {}): string =>
  JSON.stringify({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text }] }, ...more })

/** The assistant shows a plan. */
export const showsPlan = (id: string): string =>
  JSON.stringify({
    type: 'assistant',
    message: {
      role: 'assistant',
      content: [{ type: 'tool_use', id, name: 'ExitPlanMode', input: { plan: '# Plan' } }],
    },
  })

/** The output of a tool. */
export const toolResult = (id: string, content: unknown, isError = false): string =>
  JSON.stringify({
    type: 'user',
    message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }] },
    toolUseResult: `Error: ${JSON.stringify(content)}`,
  })

/** A denied plan. */
export const denial = (id: string, part: string): string[] => [showsPlan(id), toolResult(id, `${tag} ${part}. …`, true)]

export const brief = 'OBJECTIVE: Orders as CSV\nACCEPTANCE:\n- A download appears'
export const shape = 'criteria:\n- C1: A file appears\nmustNot:\n- Touch the schema'
