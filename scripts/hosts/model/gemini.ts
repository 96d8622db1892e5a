import type { Protocol } from './protocol'

/** Google's generateContent: Gemini CLI. */
export const gemini: Protocol = {
  path: /:streamGenerateContent$/,
  offered: ({ tools = [] }) => tools.flatMap((tool) => (tool.functionDeclarations ?? []).map(({ name }) => name)),
  events(_, { id, text, call }) {
    const parts = [call ? { functionCall: { name: call.name, args: call.args } } : { text }]
    const candidates = [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts } }]
    const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 }
    return [['', { candidates, usageMetadata, modelVersion: 'mock', responseId: `r${id}` }]]
  },
}
