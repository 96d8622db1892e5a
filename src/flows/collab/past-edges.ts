import { flow, isRouter, type State, skillStates } from './flow'

/** The states that a state can lead to through routers, whatever the conditions. */
const endsOf = (id: State): State[] =>
  (flow.find((state) => state.id === id)?.transitions ?? []).flatMap(({ to }) => {
    const next = flow.find((state) => state.id === to)
    return next && isRouter(next) ? endsOf(to) : [to]
  })

/** 0.1.0 accepted the report of any skill in any state. Its histories have such steps. */
export const edgesAhead = flow
  .filter((state) => !isRouter(state) && state.id !== 'done')
  .flatMap(({ id: from }) =>
    skillStates.flatMap(({ id }) => endsOf(id).map((to) => ({ from, on: 'complete-skill', to }))),
  )
