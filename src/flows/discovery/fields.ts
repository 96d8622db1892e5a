import { mapValues } from '../../engine/records'
import { type Artifact, type ArtifactForm, artifactOf } from '../../workflow/artifacts/form'
import type { Phase } from './phases'

const level = ['LOW', 'MEDIUM', 'HIGH']
const verdicts = ['APPROVED', 'NEEDS_REVISION', 'REJECTED', 'PENDING']
const incomplete = 'the discovery is incomplete. Check file permissions, and that the tools work'
const namedElsewhere = 'the subtasks that it builds on are named in scope.depends_on_subtasks'

/** What each phase hands in; fields that are not named are kept as they are. */
// biome-ignore format: a field a line, where it fits
const forms: Readonly<Record<Phase, ArtifactForm>> = {
  discovery: {
    also: {
      findings: 'codebase_understanding', complexity: 'complexity_assessment',
      files_to_modify: 'relevant_files', questions: 'ambiguities_discovered',
    },
    says: ['codebase_understanding.overview', 'ambiguities_discovered[].question'],
    fields: {
      'codebase_understanding!~': { heading: 'How the Code Works', is: 'map', help: incomplete },
      complexity_assessment: { heading: 'Complexity', is: level, else: 'MEDIUM' },
      relevant_files: { heading: 'Files', is: 'filled texts', else: [] },
      'integration_points~': { heading: 'Integration Points', else: [], each: {
        'component_name*': 'text', 'integration_type*': 'text', interface_signature: 'text',
        dependencies: 'texts', examples: 'texts',
      } },
      'code_patterns~': { heading: 'Patterns', else: [], each: {
        'pattern_type*': 'text', example_code: 'text', usage_context: 'text', file_locations: 'texts',
      } },
      'ambiguities_discovered~': { heading: 'Questions', each: {
        'question!*': { ends: '?' }, context: 'text', impact_if_wrong: 'text', discovery_source: 'text',
      } },
      existing_components: { heading: 'Components', is: 'map' },
      extracted_context: { heading: 'Context', is: 'map' },
      discovery_notes: { heading: 'Notes', is: 'texts' },
      tools_used: { heading: 'Tools', is: 'texts' },
      tool_failures: { heading: 'Tools That Failed', is: 'texts' },
    },
  },
  clarification: {
    says: ['resolved_ambiguities[].original_question', 'resolved_ambiguities[].final_decision', 'decisions[]'],
    fields: {
      resolved_ambiguities: { heading: 'Questions and Decisions', each: {
        'original_question*': 'text', human_response: 'text', clarification: 'text', follow_up_questions: 'texts',
        final_decision: 'text', rationale: 'text', delegated: 'yes or no', risk_level: level,
      } },
      updated_requirements: { heading: 'Requirements That the Agent Rewrote', each: {
        'original_requirement*': 'text', updated_requirement: 'text', reason_for_change: 'text',
      } },
      decisions: { heading: 'Decisions', is: 'texts' },
      additional_constraints: { heading: 'Constraints That the Agent Noted', is: 'texts' },
      domain_knowledge_gained: { heading: 'Domain Knowledge', is: 'texts' },
      business_context: { heading: 'Business Context', is: 'map' },
      clarification_dialogue: { heading: 'Dialogue' },
      conversation_log: { heading: 'Conversation', each: {
        'speaker*': ['AI', 'HUMAN'], message: 'text', timestamp: 'text',
      } },
    },
  },
  contracts: {
    says: [
      'interface_design', 'method_contracts[].purpose', 'data_models[].description', 'api_contracts[].description',
      'integration_contracts[].interface', 'contracts_defined[]', 'design_notes[]',
    ],
    fields: {
      interface_design: { heading: 'Design' },
      method_contracts: { heading: 'Interfaces', each: {
        'class_name*': 'text', 'method_name*': 'text', signature: 'text', purpose: 'text', return_type: 'text',
        test_approach: 'text', parameters: 'list', error_handling: 'list',
      } },
      data_models: { heading: 'Data Models', each: {
        'name*': 'text', description: 'text', fields: 'list', validation_rules: 'list', relationships: 'list',
      } },
      api_contracts: { heading: 'Endpoints', each: {
        'method*': 'text', 'endpoint*': 'text', description: 'text', error_responses: 'list',
      } },
      integration_contracts: { heading: 'Integrations', each: {
        'component*': 'text', interface: 'text', communication_pattern: 'text', dependencies: 'texts',
      } },
      error_handling_strategy: { heading: 'Error Handling', is: 'map' },
      design_principles: { heading: 'Principles', is: 'list' },
      contracts_defined: { heading: 'Contracts', is: 'list' },
      design_notes: { heading: 'Notes', is: 'list' },
    },
  },
  implementation_plan: {
    says: ['subtasks[].title|description', 'subtasks[].acceptance_criteria[]', 'implementation_plan'],
    fields: {
      implementation_plan: { heading: 'Plan' },
      subtasks: { heading: 'Subtasks', each: {
        'subtask_id!*': 'text', 'title*': 'text', description: 'text', location: 'text', operation: 'text',
        verify: 'text', acceptance_criteria: 'texts', dependencies: { is: 'nothing', help: namedElsewhere },
        scope: { is: { depends_on_subtasks: 'texts' } },
      } },
      dependency_order: { heading: 'Order', is: 'list' },
      file_operations: { heading: 'Files', each: {
        'operation*': ['CREATE', 'MODIFY', 'DELETE'], 'file_path*': 'text',
        changes_description: 'text', affected_methods: 'texts',
      } },
      test_plan: { heading: 'Tests', is: 'map' },
      implementation_notes: { heading: 'Notes', is: 'list' },
      risks: { heading: 'Risks', is: 'list' },
    },
  },
  validation: {
    says: ['approval_reasoning'],
    fields: {
      final_approval_status: { heading: 'Verdict', is: verdicts, else: 'PENDING' },
      approval_reasoning: { heading: 'Reasons' },
      requirement_coverage: { heading: 'Coverage', each: {
        'requirement*': 'text', implementation_location: 'text', coverage_confidence: 'share',
      } },
      risk_assessment: { heading: 'Risks', each: {
        'risk*': 'text', mitigation: 'text', contingency_plan: 'text', probability: level, impact: level,
      } },
      issues_found: { heading: 'Issues', is: 'list' },
    },
  },
}

export const schemas = mapValues<Phase, ArtifactForm, Artifact>(forms, (form, phase) => artifactOf(phase, form))

export const fieldNames = (phase: Phase): readonly string[] => schemas[phase].fields.map(({ key }) => key)
