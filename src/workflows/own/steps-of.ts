import { type Facts, isAvailable } from '../../engine/definition'
import { leavesOf } from '../../workflow/conditions'
import { kindOf } from '../../workflow/steps'
import { countedOnce, factNames, fromsOf } from './facts'
import type { Leaf, Step, WorkflowFile } from './format'

/** The words that are the developer's wherever they do something. */
export const reservedIn = ({ words, steps }: WorkflowFile): string[] =>
  Object.keys(words).filter((word) => {
    const doing = steps.filter((step) => step.word === word && isAvailable(kindOf(step)))
    return doing.length > 0 && doing.every(({ by }) => by === 'developer')
  })

/** @returns the words by which the agent goes on from a state, or changes something there */
export const wordsOfAgent = (file: WorkflowFile, state: string): string[] => [
  ...new Set(
    stepsOf(file, state).flatMap((step) => (step.by !== 'developer' && isAvailable(kindOf(step)) ? [step.word] : [])),
  ),
]

export const isDevelopers = (file: WorkflowFile, state: string, word: string): boolean =>
  stepsOf(file, state, word).some(({ by }) => by === 'developer')

/** Whether a word counts each person once, and has counted one. */
export const isForAnother = (file: WorkflowFile, state: string, word: string, facts: Facts): boolean =>
  stepsOf(file, state, word).some((step) =>
    countedOnce(file, step).some((counter) => Number(facts[factNames.countOf(counter)]) > 0),
  )

/** @returns the steps from a state; `word` absent: those of every word */
export const stepsOf = (file: WorkflowFile, state: string, word?: string): Step[] =>
  file.steps.filter((step) => (word ?? step.word) === step.word && fromsOf(file, step).includes(state))

/** @param planned the file whose open criteria count as well */
export const asksProof = ({ when }: Step, planned?: string): boolean =>
  leavesOf<Leaf>(when).some((each) =>
    typeof each === 'object' && 'count' in each ? each.count === 'open' && each.in === planned : each === 'proven',
  )
