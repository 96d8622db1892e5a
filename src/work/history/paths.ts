import type { Workflow } from '../../flows/flow'

export const statePath = (workflow: Pick<Workflow, 'folder'>): string => `${workflow.folder}/state.json`
export const historyPath = (workflow: Pick<Workflow, 'folder'>): string => `${workflow.folder}/history.jsonl`
