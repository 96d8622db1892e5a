import { items } from '../../../templates/collab/workflow.yaml'

/** How a session has its tasks; one that is only described otherwise is the same. */
export const taskForm = items
