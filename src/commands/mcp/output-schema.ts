import cast from '../../../docs/schemas/cast.schema.json'
import error from '../../../docs/schemas/error.schema.json'

/**
 * What every tool answers: a cast or an error, by their published schemas, put together so that it stands alone. Ids go,
 * because the same one would come with each tool, and what reads them takes that for a mistake.
 *
 * @returns a JSON Schema whose references all lead into itself
 */
export function outputSchema(): { type: 'object'; [keyword: string]: unknown } {
  const { $defs, ...answer } = withoutNames(cast)
  const whole = {
    type: 'object',
    properties: { kind: { description: 'What the document is.', enum: ['cast', 'error'] } },
    required: ['kind', 'ok'],
    anyOf: [{ $ref: '#/$defs/cast' }, { $ref: '#/$defs/error' }],
    $defs: { ...$defs, cast: answer, error: withoutNames(error) },
  } as const
  return JSON.parse(JSON.stringify(whole).replaceAll('"cast.schema.json#', '"#'))
}

function withoutNames<T extends object>(schema: T): Omit<T, '$schema' | '$id'> {
  const { $schema: _, $id: __, ...rest } = schema as T & { $schema?: string; $id?: string }
  return rest
}
