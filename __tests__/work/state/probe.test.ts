import { probeFiles } from '../../../src/work/state/probe'
import { makeFolder } from '../../support/folder'
import { failing } from '../../support/posix'

describe('a probe', () => {
  test('finds the text of some files and whether others are there', () => {
    const { path } = makeFolder({ 'plan.md': '\uFEFFThe plan.', 'empty.md': '', 'task.md': 'not read' })
    const wanted = {
      'plan.md': 'text',
      'empty.md': 'text',
      'context.md': 'text',
      'task.md': 'presence',
      'results.md': 'presence',
    } as const
    expect(probeFiles(path, wanted)).toEqual({
      'plan.md': 'The plan.',
      'empty.md': '',
      'context.md': undefined,
      'task.md': true,
      'results.md': undefined,
    })
  })

  test.each(['text', 'presence'] as const)('a folder in the place of a file is refused (%s)', async (need) => {
    const { path } = makeFolder({ 'plan.md/file': '' })
    expect(await failing(() => probeFiles(path, { 'plan.md': need }))).toMatchObject({ code: 'not-a-file' })
  })
})
