import { each, words as forms } from '../../../templates/discovery/workflow.yaml'
import { wordsOf } from '../../workflow/words'

/** What is said of a plan, and what it takes. */
export const words = wordsOf({ words: forms, each })
