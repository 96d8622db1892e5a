const text = { type: 'string' }
const texts = { type: 'array', items: text }

/**
 * The output of every other tool. Some clients give the model only this, so it has everything that the text has, and no more:
 * for an answer its parts, what they show the developer as new, and the next spells; for an error its message, for anything
 * else the text.
 */
export const outputSchema = {
  type: 'object' as const,
  properties: {
    ok: { type: 'boolean' },
    ai: text,
    developer: text,
    shown: { type: 'object' },
    next: texts,
    details: texts,
    warnings: texts,
  },
  required: ['ok'],
  // `code`, `message` and `fix`, or `text`: every tool repeats this schema, so it names the parts alone.
  additionalProperties: text,
}

/** The output of proving, which is the document of `--json`, or an error as above. */
export const proofSchema = {
  type: 'object' as const,
  properties: { ok: { type: 'boolean' }, ai: text, developer: text },
  required: ['ok'],
}
