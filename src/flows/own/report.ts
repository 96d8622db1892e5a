import { headingIn } from '../../markdown/heading'
import { countsOf, type Reporting } from '../reporting'

/** The part of a report for a workflow of the repository: the criteria of its plan, and the title of its first file. */
export const reporting: Reporting = {
  partOf: ({ files, shown }) => {
    const [title = ''] = Object.entries(files).flatMap(([path, text]) =>
      path.endsWith('.md') && headingIn(text) ? headingIn(text) : [],
    )
    return {
      title,
      criteria: shown.map(({ criterion }) => criterion),
      tasks: [],
      byHand: [],
      ...countsOf(shown.filter(({ isAlways }) => !isAlways).map(({ criterion }) => criterion)),
      isStopped: false,
    }
  },
  decisionIn: () => undefined,
}
