import { words as forms, taken } from '../../../templates/collab/workflow.yaml'
import { wordsOf } from '../../workflow/words'

/** What becomes of the documents of a finished session. */
export type Choice = 'archive' | 'delete' | 'keep'

/** What is said in a session, and what it takes. */
export const words = wordsOf({ words: forms, taken })
