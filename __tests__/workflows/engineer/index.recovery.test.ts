import { needs } from '../../../src/workflows/engineer'
import { file } from '../../../src/workflows/engineer/files'
import { states } from '../../../src/workflows/engineer/states'

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
