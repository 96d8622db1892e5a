import * as v from 'valibot'
import { mapValues } from '../../engine/records'
import { among } from '../one-of'
import type { Phase } from './phases'

/** A field of an artifact: what it must be if it exists, its heading, and the keys that name one of its items. */
interface Field {
  readonly schema: v.GenericSchema
  readonly heading: string
  readonly names: readonly string[]
}

/** Rejects lists, which valibot accepts as objects. */
const unlessList = (schema: v.GenericSchema) =>
  v.lazy((input) => (Array.isArray(input) ? v.never('must be an object') : schema)) as v.GenericSchema<
    Readonly<Record<string, unknown>>
  >
const object = (entries: v.ObjectEntries) => unlessList(v.looseObject(entries))
const each = (kind: v.GenericSchema, ...names: readonly string[]): v.ObjectEntries =>
  Object.fromEntries(names.map((name) => [name, kind]))

const filled = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== '', 'must not be empty'),
)
const level = among(['LOW', 'MEDIUM', 'HIGH'])
const share = v.pipe(v.number(), v.minValue(0, 'must be from 0 to 1'), v.maxValue(1, 'must be from 0 to 1'))

const text = v.optional(v.string())
const texts = v.optional(v.array(v.string()))
const things = v.optional(v.array(v.unknown()))
const anything = v.optional(object({}))

const field = (heading: string, schema: v.GenericSchema): Field => ({ schema, heading, names: [] })
const objects = (heading: string, names: readonly string[], entries: v.ObjectEntries): Field => ({
  schema: v.optional(v.array(object(entries))),
  heading,
  names,
})
/** A list of objects, each of which may also be plain text. */
const textsOr = (heading: string, names: readonly string[], entries: v.ObjectEntries): Field => {
  const either = v.lazy((input) => (typeof input === 'string' ? filled : object(entries))) as v.GenericSchema
  return { schema: v.optional(v.array(either), []), heading, names }
}

const incomplete = 'must not be empty: the discovery is incomplete. Check file permissions, and that the tools work'

const understanding = v.lazy((input) =>
  typeof input === 'string'
    ? filled
    : v.pipe(
        typeof input === 'object' && input !== null ? object({}) : v.looseObject({}, 'must be an object or text'),
        v.check((found) => Object.keys(found).length > 0, incomplete),
      ),
) as v.GenericSchema
const question = v.pipe(
  v.string(),
  v.check((asked) => asked.trim().endsWith('?'), 'must end with a question mark'),
)
const namedElsewhere = 'must be empty: the subtasks that it builds on are named in scope.depends_on_subtasks'

/**
 * The known fields of each artifact, in the order in which a reader needs them. They are validated if they exist; others
 * are kept unchanged. Enumerations are accepted in any case and stored in capitals.
 */
export const fields: Readonly<Record<Phase, Readonly<Record<string, Field>>>> = {
  discovery: {
    codebase_understanding: field('How the Code Works', understanding),
    complexity_assessment: field('Complexity', v.optional(level, 'MEDIUM')),
    relevant_files: field('Files', v.optional(v.array(filled), [])),
    integration_points: textsOr('Integration Points', ['component_name', 'integration_type'], {
      ...each(text, 'component_name', 'integration_type', 'interface_signature'),
      ...each(texts, 'dependencies', 'examples'),
    }),
    code_patterns: textsOr('Patterns', ['pattern_type'], {
      ...each(text, 'pattern_type', 'example_code', 'usage_context'),
      file_locations: texts,
    }),
    ambiguities_discovered: objects('Questions', ['question'], {
      question,
      ...each(text, 'context', 'impact_if_wrong', 'discovery_source'),
    }),
    existing_components: field('Components', anything),
    extracted_context: field('Context', anything),
    discovery_notes: field('Notes', texts),
    tools_used: field('Tools', texts),
    tool_failures: field('Tools That Failed', texts),
  },
  clarification: {
    resolved_ambiguities: objects('Questions and Decisions', ['original_question'], {
      ...each(text, 'original_question', 'human_response', 'clarification'),
      follow_up_questions: texts,
      ...each(text, 'final_decision', 'rationale'),
      delegated: v.optional(v.boolean()),
      risk_level: v.optional(level),
    }),
    updated_requirements: objects('Requirements That the Agent Rewrote', ['original_requirement'], {
      ...each(text, 'original_requirement', 'updated_requirement', 'reason_for_change'),
    }),
    decisions: field('Decisions', texts),
    additional_constraints: field('Constraints That the Agent Noted', texts),
    domain_knowledge_gained: field('Domain Knowledge', texts),
    business_context: field('Business Context', anything),
    clarification_dialogue: field('Dialogue', text),
    conversation_log: objects('Conversation', ['speaker'], {
      speaker: v.optional(among(['AI', 'HUMAN'])),
      ...each(text, 'message', 'timestamp'),
    }),
  },
  contracts: {
    interface_design: field('Design', text),
    method_contracts: objects('Interfaces', ['class_name', 'method_name'], {
      ...each(text, 'class_name', 'method_name', 'signature', 'purpose', 'return_type', 'test_approach'),
      ...each(things, 'parameters', 'error_handling'),
    }),
    data_models: objects('Data Models', ['name'], {
      ...each(text, 'name', 'description'),
      ...each(things, 'fields', 'validation_rules', 'relationships'),
    }),
    api_contracts: objects('Endpoints', ['method', 'endpoint'], {
      ...each(text, 'endpoint', 'method', 'description'),
      error_responses: things,
    }),
    integration_contracts: objects('Integrations', ['component'], {
      ...each(text, 'component', 'interface', 'communication_pattern'),
      dependencies: texts,
    }),
    error_handling_strategy: field('Error Handling', anything),
    design_principles: field('Principles', things),
    contracts_defined: field('Contracts', things),
    design_notes: field('Notes', things),
  },
  implementation_plan: {
    implementation_plan: field('Plan', text),
    subtasks: objects('Subtasks', ['subtask_id', 'title'], {
      subtask_id: filled,
      ...each(text, 'title', 'description', 'location', 'operation', 'verify'),
      acceptance_criteria: texts,
      dependencies: v.optional(v.pipe(v.array(v.string()), v.maxLength(0, namedElsewhere))),
      scope: v.optional(object({ depends_on_subtasks: texts })),
    }),
    dependency_order: field('Order', things),
    file_operations: objects('Files', ['operation', 'file_path'], {
      ...each(text, 'file_path', 'changes_description'),
      operation: v.optional(among(['CREATE', 'MODIFY', 'DELETE'])),
      affected_methods: texts,
    }),
    test_plan: field('Tests', anything),
    implementation_notes: field('Notes', things),
    risks: field('Risks', things),
  },
  validation: {
    final_approval_status: field(
      'Verdict',
      v.optional(among(['APPROVED', 'NEEDS_REVISION', 'REJECTED', 'PENDING']), 'PENDING'),
    ),
    approval_reasoning: field('Reasons', text),
    requirement_coverage: objects('Coverage', ['requirement'], {
      ...each(text, 'requirement', 'implementation_location'),
      coverage_confidence: v.optional(share),
    }),
    risk_assessment: objects('Risks', ['risk'], {
      ...each(text, 'risk', 'mitigation', 'contingency_plan'),
      ...each(v.optional(level), 'probability', 'impact'),
    }),
    issues_found: field('Issues', things),
  },
}

export const fieldNames = (phase: Phase): readonly string[] => Object.keys(fields[phase])

/** What an artifact must be as a whole. */
export const schemas = mapValues<Phase, (typeof fields)[Phase], v.GenericSchema>(fields, (known) =>
  object(mapValues(known, ({ schema }) => schema)),
)
