import * as v from 'valibot'
import type { Phase } from './phases'

/**
 * What an artifact may be (specs: discovery §5). Fields that are listed are checked where they are there; others are kept
 * as they are. Enumerations are taken in any case and kept in capitals.
 */

const isFilled = (text: string) => text.trim() !== ''
/** A list is none. */
const unlessList = (schema: v.GenericSchema) =>
  v.lazy((input) => (Array.isArray(input) ? v.never('must be an object') : schema)) as v.GenericSchema<
    Readonly<Record<string, unknown>>
  >
const object = (entries: v.ObjectEntries) => unlessList(v.looseObject(entries))
const values = (value: v.GenericSchema) => unlessList(v.record(v.string(), value))
const filled = v.pipe(v.string(), v.check(isFilled, 'must not be empty'))
const texts = v.optional(v.array(v.string()))
const text = v.optional(v.string())
const anything = v.optional(object({}))
const word = <const Words extends readonly string[]>(...words: Words) =>
  v.pipe(
    v.string(`must be one of ${words.join(', ')}`),
    v.toUpperCase(),
    v.picklist(words, `must be one of ${words.join(', ')}`),
  )
const share = v.optional(v.pipe(v.number(), v.minValue(0, 'must be from 0 to 1'), v.maxValue(1, 'must be from 0 to 1')))
const long = (least: number) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((said) => said.trim().length >= least, `must have at least ${least} characters`),
    ),
  )
const list = <Item extends v.GenericSchema>(item: Item) => v.optional(v.array(item))
const objects = (entries: v.ObjectEntries) => list(object(entries))
/** Also plain text is taken. */
const textOr = (entries: v.ObjectEntries) =>
  list(v.lazy((input) => (typeof input === 'string' ? filled : object(entries))) as v.GenericSchema)

const level = word('LOW', 'MEDIUM', 'HIGH')
const question = v.pipe(
  v.string(),
  v.check((asked) => asked.trim().length >= 10, 'must have at least 10 characters'),
  v.check((asked) => asked.trim().endsWith('?'), 'must end with a question mark'),
)

/** The one field that is required. */
const understanding = v.lazy((input) =>
  typeof input === 'string'
    ? filled
    : v.pipe(
        typeof input === 'object' && input !== null ? object({}) : v.looseObject({}, 'must be an object or text'),
        v.check((found) => Object.keys(found).length > 0, 'must not be empty'),
      ),
) as v.GenericSchema

export const schemas: Readonly<Record<Phase, v.GenericSchema>> = {
  discovery: object({
    codebase_understanding: understanding,
    complexity_assessment: v.optional(level, 'MEDIUM'),
    relevant_files: v.optional(v.array(filled), []),
    integration_points: v.optional(
      v.unwrap(
        textOr({
          component_name: text,
          integration_type: text,
          interface_signature: text,
          dependencies: texts,
          examples: texts,
        }),
      ),
      [],
    ),
    code_patterns: v.optional(
      v.unwrap(textOr({ pattern_type: text, example_code: text, usage_context: text, file_locations: texts })),
      [],
    ),
    ambiguities_discovered: objects({ question, context: text, impact_if_wrong: text, discovery_source: text }),
    existing_components: anything,
    extracted_context: anything,
    discovery_notes: texts,
    tools_used: texts,
    tool_failures: texts,
  }),
  clarification: object({
    resolved_ambiguities: objects({
      original_question: text,
      human_response: text,
      clarification: text,
      follow_up_questions: texts,
      final_decision: long(10),
      rationale: text,
      risk_level: v.optional(level),
    }),
    updated_requirements: objects({ original_requirement: text, updated_requirement: text, reason_for_change: text }),
    domain_knowledge_gained: texts,
    additional_constraints: texts,
    decisions: texts,
    conversation_log: objects({
      speaker: v.optional(word('AI', 'HUMAN')),
      message: text,
      timestamp: text,
    }),
    business_context: anything,
    clarification_dialogue: text,
  }),
  contracts: object({
    method_contracts: objects({
      class_name: text,
      method_name: text,
      signature: text,
      purpose: text,
      parameters: v.optional(v.array(v.unknown())),
      return_type: text,
      error_handling: v.optional(v.array(v.unknown())),
      test_approach: text,
    }),
    data_models: objects({
      name: text,
      description: text,
      fields: v.optional(v.array(v.unknown())),
      validation_rules: v.optional(v.array(v.unknown())),
      relationships: v.optional(v.array(v.unknown())),
    }),
    api_contracts: objects({
      endpoint: text,
      method: text,
      description: text,
      error_responses: v.optional(v.array(v.unknown())),
    }),
    integration_contracts: objects({
      component: text,
      interface: text,
      dependencies: texts,
      communication_pattern: text,
    }),
    error_handling_strategy: anything,
    design_principles: v.optional(v.array(v.unknown())),
    contracts_defined: v.optional(v.array(v.unknown())),
    design_notes: v.optional(v.array(v.unknown())),
    interface_design: text,
  }),
  implementation_plan: object({
    file_operations: objects({
      file_path: text,
      operation: v.optional(word('CREATE', 'MODIFY', 'DELETE')),
      changes_description: text,
      affected_methods: texts,
    }),
    subtasks: objects({
      subtask_id: filled,
      title: text,
      description: text,
      location: text,
      operation: text,
      acceptance_criteria: texts,
      dependencies: v.optional(
        v.pipe(
          v.array(v.string()),
          v.maxLength(0, 'must be empty: a subtask stands alone. Name what it builds on in scope.depends_on_subtasks'),
        ),
      ),
      scope: v.optional(object({ depends_on_subtasks: texts })),
    }),
    test_plan: anything,
    implementation_notes: v.optional(v.array(v.unknown())),
    dependency_order: v.optional(v.array(v.unknown())),
    risks: v.optional(v.array(v.unknown())),
    implementation_plan: text,
  }),
  validation: object({
    plan_summary: v.optional(values(v.number())),
    requirement_coverage: objects({
      requirement: text,
      implementation_approach: text,
      coverage_confidence: share,
      implementation_location: text,
    }),
    risk_assessment: objects({
      risk: text,
      probability: v.optional(level),
      impact: v.optional(level),
      mitigation: text,
      contingency_plan: text,
    }),
    subtask_independence_check: list(
      v.pipe(
        object({
          subtask_id: text,
          is_independent: v.optional(v.boolean()),
          dependencies_found: texts,
          context_completeness: share,
        }),
        v.check(
          ({ is_independent: alone, dependencies_found: found }) =>
            alone === undefined || !Array.isArray(found) || alone === (found.length === 0),
          'is_independent must be true exactly where dependencies_found is empty',
        ),
      ),
    ),
    final_approval_status: v.optional(word('APPROVED', 'NEEDS_REVISION', 'REJECTED', 'PENDING'), 'PENDING'),
    approval_reasoning: text,
    quality_metrics: v.optional(values(v.unwrap(share))),
    ready_for_implementation: v.optional(v.boolean()),
    issues_found: v.optional(v.array(v.unknown())),
  }),
}
