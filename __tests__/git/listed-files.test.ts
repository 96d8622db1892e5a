import { depthOfRecords, recordsAmong } from '../../src/git/listed-files'
import { workflows } from '../../src/workflows/registry'

test.each(workflows)('work of $name makes the folder that it is in one of spell’s', ({ folder, named }) => {
  for (const work of [folder, named && `${named}/orders`].filter((path) => path !== undefined)) {
    const isRecord = recordsAmong([`packages/api/${work}/state.json`, 'packages/api/index.ts'])
    expect([work, isRecord(`packages/api/${work}/plan.md`)]).toEqual([work, true])
    expect(isRecord('packages/web/.ai/notes.md')).toBe(false)
    expect(work.split('/').length - 1).toBeLessThanOrEqual(depthOfRecords)
  }
})
