import type { Law } from '../../engine/definition'
import { partsOf } from '../../engine/place'
import { modes } from './states'

const mainOf = (state: string): string => partsOf(state)[1] ?? ''
const goes = (from: string, to: string, into: string): boolean => mainOf(to) === into && mainOf(from) !== into

/** What is true of every step of this workflow, over and above what `verify` proves of all. */
export const laws: readonly Law<string, string>[] = [
  {
    name: 'nothing is carried out that has not been approved, by the developer or as the developer has agreed',
    holds: ({ from, to, on, facts }) =>
      !goes(from, to, 'loop.decompose') ||
      (mainOf(from) === 'loop.shape_approval' && on === 'answer') ||
      (mainOf(from) === 'loop.spec_scoring' && facts.alone === true),
  },
  {
    name: 'work goes on beyond its limits only with the word of the developer',
    holds: ({ from, to, on, facts }) =>
      !goes(from, to, 'loop.wave_execution') ||
      on !== 'submit' ||
      facts.enough === false ||
      mainOf(from) === 'loop.decompose',
  },
  {
    name: 'nobody gives feedback before the gate has passed',
    holds: ({ from, to, facts }) =>
      !goes(from, to, 'loop.review_feedback') || (mainOf(from) === 'loop.verify_gate' && facts.gate === 'passes'),
  },
  {
    name: 'the gate is asked only after a review without BLOCKERs',
    holds: ({ from, to, facts }) =>
      !goes(from, to, 'loop.verify_gate') || (mainOf(from) === 'loop.expert_review' && facts.review === 'clear'),
  },
  {
    name: 'a BLOCKER of an outside view is not skipped',
    holds: ({ from, to, on, facts }) =>
      mainOf(from) !== 'consult' || from === to || on !== 'answer' || facts.held === false,
  },
  {
    name: 'a limit that is violated ends the work',
    holds: ({ to, on, facts }) =>
      on !== 'wave' ||
      facts.report !== 'violated' ||
      facts.given === 'wrong' ||
      ['ended'].includes(mainOf(to)) ||
      !mainOf(to).startsWith('loop.w'),
  },
  {
    name: 'a score below five leads to questions, unless the open points are assumptions',
    holds: ({ from, to, on, facts }) =>
      on !== 'score' ||
      mainOf(from) !== 'loop.spec_scoring' ||
      mainOf(from) === mainOf(to) ||
      facts.spec !== 'clarify' ||
      facts.waived === true ||
      mainOf(to) === 'intent.acknowledge',
  },
  {
    name: 'work that is being carried out is not moved by the audit',
    holds: ({ from, to, on }) => on !== 'audit' || mainOf(from) === mainOf(to),
  },
  {
    name: 'a conversation beside the work is opened and closed, and one at a time',
    holds: ({ from, to, on }) => {
      const [before, after] = [partsOf(from)[2], partsOf(to)[2]]
      return (
        before === after ||
        before === 'idle' ||
        after === 'idle' ||
        !modes.some((mode) => after === `consult.${mode}`) ||
        on === 'always'
      )
    },
  },
]
