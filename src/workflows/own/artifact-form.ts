import * as v from 'valibot'
import type { ArtifactForm, FieldForm } from '../../workflow/artifacts/form'
import { listOf, mapOf, named, object, oneOf, text } from './form-parts'

/** The form of what is handed in: a part of that of a workflow's file. */

const kinds = ['text', 'filled text', 'prose', 'name', 'command', 'yes or no', 'map'] as const
const lists = ['texts', 'filled texts', 'names', 'paths', 'numbers', 'items'] as const

const isTrue = v.optional(v.literal(true, 'it is true, or left out'))
const kind = v.lazy((given): v.GenericSchema => {
  const [one, several] = [oneOf([...kinds, ...lists]), listOf(text)]
  if (given === undefined) return v.union([one, several])
  return Array.isArray(given) ? several : one
})

const field: v.GenericSchema = v.lazy((given): v.GenericSchema => {
  const more = object({
    is: v.optional(kind),
    each: v.optional(v.lazy(() => fields)),
    none: isTrue,
    once: isTrue,
    asks: v.optional(text),
    ends: v.optional(text),
    help: v.optional(text),
  })
  if (given === undefined) return v.union([kind, more])
  return typeof given === 'object' && !Array.isArray(given) ? more : kind
})

const fields = mapOf(
  named(/^[A-Za-z][A-Za-z0-9_-]*[!~*]*$/, 'a field has letters, digits, - and _, and may end with !, ~ or *'),
  field,
) as v.GenericSchema<Readonly<Record<string, FieldForm>>>

export const artifactForm = object({ says: v.optional(listOf(text)), fields }) as v.GenericSchema<ArtifactForm>
