import type { Protocol } from './protocol'

const nextSpeaker = '{"reasoning":"mock","model_choice":"flash","next_speaker":"user"}'

/** Google's generateContent. */
export const gemini: Protocol = {
  path: /:(?:streamGenerateContent|generateContent)$/,
  offered: ({ tools = [] }) =>
    tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.flatMap(({ name = [] }) => name)),
  aside: ({ generationConfig }) => (generationConfig?.responseMimeType === 'application/json' ? nextSpeaker : 'A mock'),
  answer(_, { id, text, call }) {
    const parts = [
      ...(text ? [{ text }] : []),
      ...(call ? [{ functionCall: { name: call.name, args: call.args } }] : []),
    ]
    const whole = {
      candidates: [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts } }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
      modelVersion: 'mock',
      responseId: `r${id}`,
    }
    return { whole, events: [['', whole]] }
  },
}
