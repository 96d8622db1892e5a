import { isRecord } from '../../text/json'
import { titleOf } from '../../text/markdown/title'
import { isSeen } from '../../workflow/event-words'
import { type DecisionIn, partOfPlan, type Reporting } from '../../workflow/reporting'
import { peopleIn } from './facts'

/** The part of a report for a workflow of the repository: the criteria of its plan, and the title of its first file. */
const partOf: Reporting['partOf'] = ({ files, shown }) => {
  const [title = ''] = Object.entries(files).flatMap(([path, text]) =>
    path.endsWith('.md') && titleOf(text) ? titleOf(text) : [],
  )
  return {
    title,
    tasks: [],
    ...partOfPlan(shown),
  }
}

/** What the developer said, what came with it, and whom the counters have counted by then: `Approve; approvals: a@example.org`. */
const decisionIn: DecisionIn = ({ trigger, word, note = '', about: { remembered, took = '' } = {} }) => {
  if (word === undefined || !isRecord(remembered)) return undefined
  const counted = Object.keys(remembered).flatMap((counter) => {
    const people = peopleIn(remembered, counter)
    return people.length > 0 ? [`; ${counter}: ${people.join(', ')}`] : []
  })
  const by = isSeen(word) ? 'developer' : 'passed on'
  return { kind: 'decision', text: `${trigger}${took && `; ${took}`}${counted.join('')}`, by, said: note }
}

export const reporting: Reporting = { partOf, decisionIn }
