import { countCriteria } from '../../../src/flows/engineer/criteria'

describe('criteria', () => {
  test('are the task items of a plan at any depth, open or ticked', () => {
    expect(countCriteria('# Plan\n\n- [ ] a\n  - run: `b`\n  - [x] c\n\n1. [X] d\n')).toEqual({
      criteria: 3,
      openCriteria: 1,
    })
  })

  test('are none in an empty plan, and none without text', () => {
    expect(countCriteria('')).toEqual({ criteria: 0, openCriteria: 0 })
    expect(countCriteria('- [ ]\n- [x] <!-- a -->\n')).toEqual({ criteria: 0, openCriteria: 0 })
  })
})
