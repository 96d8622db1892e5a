import type { Session } from './session'
import { pipelines } from './session-type'

/** What each stage of a session comes to, in a line. */
const stages: Readonly<Record<string, string>> = {
  intent: 'Intent: find out what is wanted until it can be tested, and write the brief.',
  shape: 'Shape: decide how it is done, with criteria to meet and limits to keep.',
  consult: 'Consult: have it looked at from outside.',
  loop: 'Loop: approve, cut into items, work in waves, review, verify, ask for feedback.',
  output: 'Output: hand over what came of it.',
}

/** @returns the whole way of a session as an ordered checklist */
export const checklist = ({ type }: Session): string =>
  ['Engagement: how the developer takes part.', ...pipelines[type].map((stage) => stages[stage] ?? stage)]
    .map((line, index) => `${index + 1}. [ ] ${line}`)
    .join('\n')
