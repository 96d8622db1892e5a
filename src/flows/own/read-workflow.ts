import * as v from 'valibot'
import { visible } from '../../markdown/visible'
import { type WorkflowFile, workflowForm } from './format'
import { type Misnamed, misnamedIn } from './names'
import { prove } from './prove'
import { knownIn } from './refs'
import { type Fault, readSource } from './source'

/** What was read of a workflow's file: a proven workflow, or everything that is wrong with it. */
export type ReadWorkflow =
  | { readonly file: WorkflowFile; readonly faults: readonly [] }
  | { readonly file?: undefined; readonly faults: readonly WorkflowFault[] }

/** What is wrong, where, and the shortest way there; empty if it does not depend on one. */
export interface WorkflowFault extends Fault {
  readonly way: string
}

/**
 * Reads and proves a workflow.
 *
 * @param text YAML, as docs/own-workflows.md describes it
 * @returns the workflow, or its faults in the order of the file
 */
export function readWorkflow(text: string): ReadWorkflow {
  const { value, placeOf, faults } = readSource(text)
  if (faults.length > 0)
    return { faults: faults.map((fault) => ({ ...fault, message: inLine(fault.message), way: '' })) }
  const faulty = (found: readonly (Misnamed & { readonly way?: string })[]): ReadWorkflow => ({
    faults: found
      .map(({ path, message, way = '' }) => ({ ...placeOf(path), message: inLine(message), way }))
      .sort((one, other) => one.line - other.line || one.column - other.column),
  })
  const read = v.safeParse(workflowForm(knownIn(value)), value)
  if (!read.success)
    return faulty(
      read.issues.map(({ path = [], message }) => ({ path: path.map(({ key }) => key as string | number), message })),
    )
  const file = read.output
  const misnamed = misnamedIn(file)
  if (misnamed.length > 0) return faulty(misnamed)
  const unproven = prove(file)
  return unproven.length > 0 ? faulty(unproven) : { file, faults: [] }
}

/** A message may quote what the file says, however long that is. */
const inLine = (message: string): string => {
  const line = visible(message.replace(/\s+/g, ' ').replace(/\.$/, ''))
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

const longest = 400
