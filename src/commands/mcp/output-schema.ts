const text = { type: 'string' }
const texts = { type: 'array', items: text }

/**
 * What every tool answers. Clients give the model this alone, so it has all that the text has, and nothing else: of an answer
 * its parts and what can be said next, of an error what it says, of anything else its text.
 */
export const outputSchema = {
  type: 'object' as const,
  properties: {
    ok: { type: 'boolean' },
    ai: text,
    developer: text,
    next: texts,
    text,
    code: text,
    message: text,
    fix: text,
    details: texts,
    warnings: texts,
  },
  required: ['ok'],
  additionalProperties: false,
}
