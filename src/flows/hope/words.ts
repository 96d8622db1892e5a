import { words as forms } from '../../../templates/hope/workflow.yaml'
import { wordsOf } from '../../workflow/words'

/** What is said in a session, and what it takes. */
export const words = wordsOf({ words: forms })
