import { items } from '../../../templates/hope/workflow.yaml'

/** How a session has its items, as they are handed in and as they are stored. */
export const itemForm = items
