import * as v from 'valibot'
import { visible } from '../../text/markdown/visible'
import { type Step, type WorkflowFile, workflowForm } from './format'
import { type Misnamed, misnamedIn, misnamedInText, saidIn } from './names'
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
  /** The state whose text beside the file is at fault. */
  readonly textOf?: string
}

type States = Readonly<Record<string, string>>

/**
 * Reads and proves a workflow.
 *
 * @param text YAML, as docs/own-workflows.md describes it
 * @param beside the texts for the agent that lie beside it, by their states
 * @returns the workflow, or its faults in the order of the file, those of the texts beside it last
 */
export function readWorkflow(text: string, beside: States = {}): ReadWorkflow {
  const { value, placeOf, faults } = readSource(text)
  if (faults.length > 0)
    return { faults: faults.map((fault) => ({ ...fault, message: inLine(fault.message), way: '' })) }
  const placed = (found: readonly (Misnamed & { readonly way?: string })[]): WorkflowFault[] =>
    found
      .map(({ path, message, way = '' }) => ({ ...placeOf(path), message: inLine(message), way }))
      .sort((one, other) => one.line - other.line || one.column - other.column)
  const read = v.safeParse(workflowForm(knownIn(value)), value)
  if (!read.success) {
    const whole = read.issues.filter(({ type, path = [] }) => type === 'strict_object' && path.length === 1)
    // Where a part is missing, all that names what it has would be wrong, too.
    const issues = whole.some(({ expected }) => expected !== 'never') ? whole : read.issues
    return {
      faults: placed(
        issues.map(({ path = [], message }) => ({ path: path.map(({ key }) => key as string | number), message })),
      ),
    }
  }
  const file = read.output
  const named = misnamedIn(file)
  const unproven = named.every(({ isAside }) => isAside) ? prove(file) : []
  const found = [...placed([...named, ...missingTexts(file, beside), ...unproven]), ...faultsBeside(file, beside)]
  return found.length > 0 ? { faults: found } : { file, faults: [] }
}

/** Finds the texts that somebody will read, and nobody has written. */
function missingTexts({ workflow, states, steps }: WorkflowFile, beside: States): Misnamed[] {
  const ofStates = Object.entries(states).flatMap(([state, { goal, agent, developer }]) => {
    const path = ['states', state]
    const isAsked = goal || agent !== undefined || Object.hasOwn(beside, state)
    return [
      ...(isAsked
        ? []
        : [{ path, message: `${state} has no text for the agent: \`agent\`, or ${workflow}/${state}.md` }]),
      ...(developer === undefined ? [{ path, message: `${state} has no text for the developer: \`developer\`` }] : []),
    ]
  })
  const ofSteps = steps.flatMap(({ id, answer, text }, index) =>
    text === undefined && tellsWhy.includes(answer)
      ? [{ path: ['steps', index], message: `${id} has \`answer: ${answer}\`, and no \`text\` that says why` }]
      : [],
  )
  return [...ofStates, ...ofSteps]
}

/** The answers after which nobody knows why, if no text says so. */
const tellsWhy: readonly Step['answer'][] = ['refuse', 'nothing', 'confirm', 'missing']

function faultsBeside(file: WorkflowFile, beside: States): WorkflowFault[] {
  const said = saidIn(file)
  return Object.keys(file.states).flatMap((state) => {
    const text = Object.hasOwn(beside, state) ? (beside[state] ?? '') : undefined
    if (text?.trim() === '') return [{ textOf: state, line: 1, column: 1, message: 'it is empty', way: '' }]
    return (text ?? '').split('\n').flatMap((line, index) => {
      const doubled = line.includes('{{') ? ['a file is named by {name}, not {{name}}'] : []
      const named = misnamedInText(file, state, line, [], said).map(({ message }) => inLine(message))
      return [...named, ...doubled].map((message) => ({ textOf: state, line: index + 1, column: 1, message, way: '' }))
    })
  })
}

/** A message may quote what the file says, however long that is. */
const inLine = (message: string): string => {
  const line = visible(message.replace(/\s+/g, ' ').replace(/\.$/, ''))
  return line.length > longest ? `${line.slice(0, longest)}…` : line
}

const longest = 400
