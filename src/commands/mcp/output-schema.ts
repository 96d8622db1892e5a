/** What every tool answers. Clients give the model this alone, so it has all that the text has, and nothing else. */
export const outputSchema = {
  type: 'object' as const,
  properties: {
    ok: { type: 'boolean' },
    ai: { type: 'string', description: 'For you: do this and nothing beyond it.' },
    developer: { type: 'string', description: 'Relay this as it is.' },
    next: { type: 'array', items: { type: 'string' }, description: 'What can be said or run next.' },
    text: { type: 'string' },
    warnings: { type: 'array', items: { type: 'string' } },
    code: { type: 'string' },
    message: { type: 'string' },
    fix: { type: 'string' },
    details: { type: 'array', items: { type: 'string' } },
  },
  required: ['ok'],
}
