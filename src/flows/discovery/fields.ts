import type { Phase } from './phases'

/** How a field of an artifact is rendered: its heading, and the keys that name one of its items. */
export type Field = readonly [field: string, heading: string, ...names: readonly string[]]

/** The known fields of each artifact, in the order in which a reader needs them. */
export const fields: Readonly<Record<Phase, readonly Field[]>> = {
  discovery: [
    ['codebase_understanding', 'How the Code Works'],
    ['complexity_assessment', 'Complexity'],
    ['relevant_files', 'Files'],
    ['integration_points', 'Integration Points', 'component_name', 'integration_type'],
    ['code_patterns', 'Patterns', 'pattern_type'],
    ['ambiguities_discovered', 'Questions', 'question'],
    ['existing_components', 'Components'],
    ['extracted_context', 'Context'],
    ['discovery_notes', 'Notes'],
    ['tools_used', 'Tools'],
    ['tool_failures', 'Tools That Failed'],
  ],
  clarification: [
    ['resolved_ambiguities', 'Questions and Decisions', 'original_question'],
    ['updated_requirements', 'Requirements That the Agent Rewrote', 'original_requirement'],
    ['decisions', 'Decisions'],
    ['additional_constraints', 'Constraints That the Agent Noted'],
    ['domain_knowledge_gained', 'Domain Knowledge'],
    ['business_context', 'Business Context'],
    ['clarification_dialogue', 'Dialogue'],
    ['conversation_log', 'Conversation', 'speaker'],
  ],
  contracts: [
    ['interface_design', 'Design'],
    ['method_contracts', 'Interfaces', 'class_name', 'method_name'],
    ['data_models', 'Data Models', 'name'],
    ['api_contracts', 'Endpoints', 'method', 'endpoint'],
    ['integration_contracts', 'Integrations', 'component'],
    ['error_handling_strategy', 'Error Handling'],
    ['design_principles', 'Principles'],
    ['contracts_defined', 'Contracts'],
    ['design_notes', 'Notes'],
  ],
  implementation_plan: [
    ['implementation_plan', 'Plan'],
    ['subtasks', 'Subtasks', 'subtask_id', 'title'],
    ['dependency_order', 'Order'],
    ['file_operations', 'Files', 'operation', 'file_path'],
    ['test_plan', 'Tests'],
    ['implementation_notes', 'Notes'],
    ['risks', 'Risks'],
  ],
  validation: [
    ['final_approval_status', 'Verdict'],
    ['approval_reasoning', 'Reasons'],
    ['requirement_coverage', 'Coverage', 'requirement'],
    ['risk_assessment', 'Risks', 'risk'],
    ['issues_found', 'Issues'],
  ],
}

export const fieldNames = (phase: Phase): readonly string[] => fields[phase].map(([name]) => name)
