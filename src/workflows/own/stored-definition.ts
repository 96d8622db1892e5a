import * as v from 'valibot'
import { fromJson, isRecord } from '../../text/json'
import { type WorkflowFile, workflowForm } from './format'
import { misnamedIn } from './names'
import { knownIn } from './refs'
import type { Beside } from './texts'

/** A workflow as a piece of work keeps it: as it was when the work began, with all its texts. */
export interface StoredDefinition {
  readonly file: WorkflowFile
  readonly beside: Beside
  /** What earlier definitions of the piece of work had, and this one has not; absent before the first upgrade. */
  readonly gone?: Gone | undefined
}

export type Gone = v.InferOutput<typeof gone>

const texts = v.record(v.string(), v.string())
const edge = v.object({ from: v.string(), on: v.string(), to: v.string() })
const gone = v.object({
  states: v.array(v.string()),
  edges: v.array(edge),
  /** Keys of the context: entries have a digest of them. */
  remembers: v.optional(v.array(v.string())),
})
const keptForm = (file: unknown) =>
  v.object({ file: workflowForm(knownIn(file)), states: texts, templates: texts, gone: v.optional(gone) })

/** @returns the text that is kept; equal definitions have equal texts */
export const printStored = ({ file, beside, gone }: StoredDefinition): string =>
  `${JSON.stringify({ workflow: file.workflow, file, ...beside, gone }, undefined, 1)}\n`

/** @returns what a text of `printStored` says; undefined if it was changed into none */
export function readStored(text: string): StoredDefinition | undefined {
  const given = fromJson(text)
  const read = v.safeParse(keptForm(isRecord(given) && given.file), given)
  if (!read.success || misnamedIn(read.output.file).some(({ isAside }) => !isAside)) return undefined
  const { file, states, templates, gone } = read.output
  return { file, beside: { states, templates }, gone }
}
