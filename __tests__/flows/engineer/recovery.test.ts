import { file } from '../../../src/flows/engineer/files'
import { impliedBy, needs } from '../../../src/flows/engineer/recovery'
import { states } from '../../../src/flows/engineer/states'

const has = (...paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, true as const]))

test('the first of the files tells the state', () => {
  const order = [
    [file.reviewResults, 'PR_APPLIED_PENDING_ARCHIVE'],
    [file.reviewTask, 'PR_REVIEW_TASK_DRAFT'],
    [file.comments, 'PR_GATHERING_COMMENTS'],
    [file.results, 'ACHIEVE_TASK_EXECUTED'],
    [file.task, 'ACHIEVE_TASK_DRAFTING'],
    [file.plan, 'GATHER_EDITING'],
    [file.context, 'GATHER_EDITING_CONTEXT'],
  ] as const
  // Every set of files there can be.
  for (let set = 0; set < 2 ** order.length; set++) {
    const there = order.filter((_, index) => set & (2 ** index))
    const paths = there.map(([path]) => path)
    const [because, state = 'GATHER_NEEDS_CONTEXT'] = there[0] ?? []
    const origin = paths.includes(file.task) || paths.includes(file.results) ? 'A' : 'G'
    const expected = state.startsWith('PR_') ? `${state}_${origin}` : state
    expect(impliedBy(has(...paths))).toEqual({ state: expected, ...(because && { because }) })
  }
})

test('a state needs its own files, and the plan from planning on', () => {
  const early = ['GATHER_NEEDS_CONTEXT', 'GATHER_EDITING_CONTEXT', 'ERROR_CONTEXT_MISSING', 'ERROR_PLAN_MISSING']
  for (const state of states) {
    const own = [
      !early.includes(state) && file.plan,
      state.startsWith('ACHIEVE_TASK') && file.task,
      /^PR_.*COMMENTS/.test(state) && file.comments,
      /^PR_.*(REVIEW_TASK|RESTART_TASK)/.test(state) && file.reviewTask,
    ].filter(Boolean)
    expect([state, needs[state] ?? []]).toEqual([state, own])
  }
})
