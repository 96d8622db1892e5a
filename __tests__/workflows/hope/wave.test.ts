import { makeFolder } from '../../support/folder'
import { hoped, hopingAt, savedHope, task } from '../../support/hope-session'

const a = task('a', { files: ['src/csv.js'] })
const c = task('c', { files: ['docs'] })

test('what a wave has brought is kept with its items and in the history', async () => {
  const folder = makeFolder(
    hopingAt('loop.wave_execution', { round: 1, items: [a, c, task('d', { dependsOn: ['a'], files: ['lib'] })] }),
  )
  await hoped(folder, {
    verb: 'wave',
    done: [{ id: 'a', reason: 'quotes are doubled' }],
    carry: [{ id: 'c', reason: 'no time' }],
  })
  expect(savedHope(folder).session.items[0]).toMatchObject({ done: true, wave: 1, outcome: 'quotes are doubled' })
  expect(JSON.parse(folder.read('.ai/hope/history.jsonl')).about).toEqual({
    done: [{ id: 'a', reason: 'quotes are doubled' }],
    carry: [{ id: 'c', reason: 'no time' }],
  })
})
