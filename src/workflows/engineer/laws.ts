import type { Law } from '../../engine/definition'
import type { Spell, State } from './states'

const origin = (state: State) => /_([GA])$/.exec(state)?.[1]
const isGather = (state: State) => state.startsWith('GATHER')
const isAchieve = (state: State) => state.startsWith('ACHIEVE')

export const laws: readonly Law<State, Spell>[] = [
  {
    name: 'a review keeps where it came from',
    holds: ({ from, to }) => origin(from) === undefined || origin(to) === undefined || origin(from) === origin(to),
  },
  {
    name: 'a review that began while gathering returns there',
    holds: ({ from, to }) => origin(from) !== 'G' || !isAchieve(to),
  },
  {
    name: 'a review that began in a task returns there, unless Finite is cast',
    holds: ({ from, to, on }) => origin(from) !== 'A' || !isGather(to) || on === 'finite',
  },
  {
    name: 'a review that begins while gathering is marked so, one that begins in a task too',
    holds: ({ from, to }) => !(isGather(from) && origin(to) === 'A') && !(isAchieve(from) && origin(to) === 'G'),
  },
  {
    name: 'the work is complete only when the plan has criteria, and all are ticked and proven',
    holds: ({ from, to, facts }) =>
      to !== 'ACHIEVE_COMPLETE' ||
      from === to ||
      (Number(facts.criteria) > 0 && facts.openCriteria === 0 && facts.proof === 'complete'),
  },
  {
    name: 'the work becomes complete by Accio in a task draft, by leaving a review, or by archiving one of complete work',
    holds: ({ from, to, on, facts }) =>
      to !== 'ACHIEVE_COMPLETE' ||
      from === to ||
      (on === 'accio' && from === 'ACHIEVE_TASK_DRAFTING') ||
      (on === 'accio' && from === 'PR_APPLIED_PENDING_ARCHIVE_A' && facts.began === 'complete') ||
      (on === 'reverto' && origin(from) === 'A'),
  },
  {
    name: 'Expecto never leaves planning',
    holds: ({ to, from, on, kind }) => on !== 'expecto' || from === to || kind === 'missing',
  },
]
