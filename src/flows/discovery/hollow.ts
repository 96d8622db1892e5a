import { isRecord } from '../../failure/json'
import { cannotFail } from '../../proof/criteria/cannot-fail'
import { codeSpan } from '../../proof/criteria/code-span'
import { hollowText, isHollow } from '../../workflow/hollow'
import { type Artifact, listIn } from './artifact'
import { criterionIn } from './coverage'
import type { Phase } from './phases'

/**
 * The texts without which an artifact says nothing: each of those that are there, in each item of a list, and at least
 * one of them. Where a text may stand instead of an object, the text itself; of `title|description` both together.
 */
export const required: Readonly<Record<Phase, readonly string[]>> = {
  discovery: ['codebase_understanding.overview', 'ambiguities_discovered[].question'],
  clarification: ['resolved_ambiguities[].original_question', 'resolved_ambiguities[].final_decision', 'decisions[]'],
  contracts: [
    'interface_design',
    'method_contracts[].purpose',
    'data_models[].description',
    'api_contracts[].description',
    'integration_contracts[].interface',
    'contracts_defined[]',
    'design_notes[]',
  ],
  implementation_plan: ['subtasks[].title|description', 'subtasks[].acceptance_criteria[]', 'implementation_plan'],
  validation: ['approval_reasoning'],
}

/** @returns what an artifact leaves unsaid, each with its place */
export function unsaidIn(phase: Phase, artifact: Artifact): readonly string[] {
  const found = required[phase].flatMap((path) => textsAt(artifact, path.split('.')))
  // A plan in prose may stand for one in subtasks, and is not what is asked for.
  const names = new Set(required[phase].map((path) => path.split(/[.[]/)[0] ?? '').filter((name) => name !== phase))
  if (found.length === 0) return [`${[...names].join(' or ')}: nothing is said; what is so?`]
  return found.flatMap(({ place, text }) =>
    isHollow(criterionIn(text).text) ? [`${place}: ${hollowText(text, 'what is so?')}`] : [],
  )
}

/** The commands of a plan that end well whatever is done. */
export const unfailingIn = (artifact: Artifact): readonly string[] =>
  [
    ['subtasks[]', 'verify'],
    ['subtasks[]', 'acceptance_criteria[]'],
  ].flatMap((path) =>
    textsAt(artifact, path).flatMap(({ place, text }) => {
      const said = (path[1] === 'verify' ? text : criterionIn(text).verify).trim()
      const how = codeSpan(said) ?? said
      const help = 'name one that fails without the work, or how to look at it'
      return cannotFail(how) ? [`${place}: \`${how}\` cannot fail, so it shows nothing; ${help}`] : []
    }),
  )

interface Placed {
  readonly place: string
  readonly text: string
}

function textsAt(value: unknown, [step = '', ...rest]: readonly string[], before = ''): readonly Placed[] {
  if (typeof value === 'string') return [{ place: before, text: value }]
  if (!isRecord(value) || step === '') return []
  const keys = step.replace('[]', '').split('|')
  const place = `${before}${before && '.'}${keys[0]}`
  const given = keys.map((key) => value[key]).filter((one) => one !== undefined)
  if (step.endsWith('[]')) return listIn(given[0]).flatMap((item, index) => textsAt(item, rest, `${place}[${index}]`))
  // What an item of a list leaves out is missing; a whole field may be left out.
  if (given.length === 0) return before === '' ? [] : [{ place, text: '' }]
  return keys.length > 1 ? [{ place, text: given.join(' ') }] : textsAt(given[0], rest, place)
}
