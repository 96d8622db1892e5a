import { toJsonSchema } from '@valibot/to-json-schema'
import { workflowFile } from '../src/flows/own/format'

/** @returns the JSON Schema of a workflow's file, which gives an editor completion and errors */
export function workflowSchema(): string {
  const schema = toJsonSchema(workflowFile, { target: 'draft-2020-12', errorMode: 'ignore' })
  const { $schema, ...rest } = schema
  const titled = {
    $schema,
    $id: 'workflow.schema.json',
    title: 'Workflow',
    description:
      'A workflow of a repository: `.ai/workflows/NAME.yaml`. What each part means is in docs/own-workflows.md.',
    ...rest,
  }
  return `${JSON.stringify(titled, null, 2)}\n`
}
