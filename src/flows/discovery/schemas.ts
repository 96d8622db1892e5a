import * as v from 'valibot'
import { among } from '../one-of'
import type { Phase } from './phases'

/**
 * The schemas of artifacts. Listed fields are validated if they exist; others are kept unchanged. Enumerations are
 * accepted in any case and stored in capitals.
 */

/** Rejects lists, which valibot accepts as objects. */
const unlessList = (schema: v.GenericSchema) =>
  v.lazy((input) => (Array.isArray(input) ? v.never('must be an object') : schema)) as v.GenericSchema<
    Readonly<Record<string, unknown>>
  >
const object = (entries: v.ObjectEntries) => unlessList(v.looseObject(entries))
const list = <Item extends v.GenericSchema>(item: Item) => v.optional(v.array(item))
const objects = (entries: v.ObjectEntries) => list(object(entries))
const each = (kind: v.GenericSchema, ...names: readonly string[]): v.ObjectEntries =>
  Object.fromEntries(names.map((name) => [name, kind]))

const filled = v.pipe(
  v.string(),
  v.check((text) => text.trim() !== '', 'must not be empty'),
)
const level = among(['LOW', 'MEDIUM', 'HIGH'])
const share = v.pipe(v.number(), v.minValue(0, 'must be from 0 to 1'), v.maxValue(1, 'must be from 0 to 1'))

const text = v.optional(v.string())
const texts = list(v.string())
const things = list(v.unknown())
const anything = v.optional(object({}))
/** A list of objects, each of which may also be plain text. */
const textsOr = (entries: v.ObjectEntries) => {
  const either = v.lazy((input) => (typeof input === 'string' ? filled : object(entries))) as v.GenericSchema
  return v.optional(v.array(either), [])
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

export const schemas: Readonly<Record<Phase, v.GenericSchema>> = {
  discovery: object({
    codebase_understanding: understanding,
    complexity_assessment: v.optional(level, 'MEDIUM'),
    relevant_files: v.optional(v.array(filled), []),
    integration_points: textsOr({
      ...each(text, 'component_name', 'integration_type', 'interface_signature'),
      ...each(texts, 'dependencies', 'examples'),
    }),
    code_patterns: textsOr({ ...each(text, 'pattern_type', 'example_code', 'usage_context'), file_locations: texts }),
    ambiguities_discovered: objects({ question, ...each(text, 'context', 'impact_if_wrong', 'discovery_source') }),
    ...each(anything, 'existing_components', 'extracted_context'),
    ...each(texts, 'discovery_notes', 'tools_used', 'tool_failures'),
  }),
  clarification: object({
    resolved_ambiguities: objects({
      ...each(text, 'original_question', 'human_response', 'clarification'),
      follow_up_questions: texts,
      ...each(text, 'final_decision', 'rationale'),
      delegated: v.optional(v.boolean()),
      risk_level: v.optional(level),
    }),
    updated_requirements: objects(each(text, 'original_requirement', 'updated_requirement', 'reason_for_change')),
    ...each(texts, 'domain_knowledge_gained', 'additional_constraints', 'decisions'),
    conversation_log: objects({ speaker: v.optional(among(['AI', 'HUMAN'])), message: text, timestamp: text }),
    business_context: anything,
    clarification_dialogue: text,
  }),
  contracts: object({
    method_contracts: objects({
      ...each(text, 'class_name', 'method_name', 'signature', 'purpose'),
      parameters: things,
      return_type: text,
      error_handling: things,
      test_approach: text,
    }),
    data_models: objects({
      ...each(text, 'name', 'description'),
      ...each(things, 'fields', 'validation_rules', 'relationships'),
    }),
    api_contracts: objects({ ...each(text, 'endpoint', 'method', 'description'), error_responses: things }),
    integration_contracts: objects({
      ...each(text, 'component', 'interface'),
      dependencies: texts,
      communication_pattern: text,
    }),
    error_handling_strategy: anything,
    ...each(things, 'design_principles', 'contracts_defined', 'design_notes'),
    interface_design: text,
  }),
  implementation_plan: object({
    file_operations: objects({
      file_path: text,
      operation: v.optional(among(['CREATE', 'MODIFY', 'DELETE'])),
      changes_description: text,
      affected_methods: texts,
    }),
    subtasks: objects({
      subtask_id: filled,
      ...each(text, 'title', 'description', 'location', 'operation', 'verify'),
      acceptance_criteria: texts,
      dependencies: v.optional(v.pipe(v.array(v.string()), v.maxLength(0, namedElsewhere))),
      scope: v.optional(object({ depends_on_subtasks: texts })),
    }),
    test_plan: anything,
    ...each(things, 'implementation_notes', 'dependency_order', 'risks'),
    implementation_plan: text,
  }),
  validation: object({
    requirement_coverage: objects({
      ...each(text, 'requirement', 'implementation_location'),
      coverage_confidence: v.optional(share),
    }),
    risk_assessment: objects({
      risk: text,
      ...each(v.optional(level), 'probability', 'impact'),
      ...each(text, 'mitigation', 'contingency_plan'),
    }),
    final_approval_status: v.optional(among(['APPROVED', 'NEEDS_REVISION', 'REJECTED', 'PENDING']), 'PENDING'),
    approval_reasoning: text,
    issues_found: things,
  }),
}
