import { castIn } from './support/casting'
import { makeFolder } from './support/folder'

describe('cast', () => {
  test('the first accio creates the context and both guides', async () => {
    const folder = makeFolder()
    const answer = await castIn(folder, 'accio')
    expect(answer.to).toBe('GATHER_EDITING_CONTEXT')
    expect(answer.files.created).toEqual(['.ai/task/context.md', '.ai/plan-guide.md', '.ai/task-guide.md'])
  })
})
