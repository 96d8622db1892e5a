import { seenWith, storedState, workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { standing } from '../support/casting'
import { makeFolder } from '../support/folder'
import { failing } from '../support/posix'

const path = '.ai/task/state.json'

test('a state is read alone: its history is not looked at', async () => {
  const there = makeFolder({ ...standing('GATHER_EDITING'), '.ai/task/history.jsonl': 'garbage' })
  expect(storedState(there.path, engineer)).toMatchObject({ current: 'GATHER_EDITING' })
  expect(storedState(makeFolder().path, engineer)).toBeUndefined()
  const broken = makeFolder({ [path]: 'garbage' })
  expect(await failing(async () => storedState(broken.path, engineer))).toMatchObject({ code: 'state-unreadable' })
})

test('while a hook manager hides a part of a state, it is what the developer sees, with the files as they are', () => {
  const { path: root } = makeFolder({ ...standing('GATHER_EDITING'), '.ai/task/context.md': '# Orders' })
  const work = workIn(root, engineer)
  const seen = seenWith(work, (name, text) =>
    name === path ? text.replace('GATHER_EDITING', 'ACHIEVE_COMPLETE') : text,
  )
  expect(seen.state.current).toBe('ACHIEVE_COMPLETE')
  expect(seen.probe).toEqual(work.probe)
  expect(seenWith(work, (_, text) => text).state).toEqual(work.saved)
})

test('before the first step nothing is hidden', () => {
  const work = workIn(makeFolder().path, engineer)
  expect(seenWith(work, () => 'garbage').state.current).toBe(engineer.definition.initial)
})
