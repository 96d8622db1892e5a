import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { type InstanceKind, namesOf } from '../../src/work/overview'
import { discovery } from '../../src/workflows/discovery'
import { makeFolder } from '../support/folder'

const plans: InstanceKind = { workflow: 'discovery', folder: '.ai/discovery', open: discovery, flag: '--task' }
const state = (timestamp: string) =>
  JSON.stringify({
    current_state: 'discovery',
    history: [{ timestamp, transition: 'discovery → discovery', trigger: 'Start' }],
  })
const three = {
  '.ai/discovery/old/state.json': state('2026-08-20T12:00:00Z'),
  '.ai/discovery/new/state.json': state('2026-08-21T12:00:00Z'),
  '.ai/discovery/broken/state.json': '{',
  '.ai/discovery/no-folder': '',
}

test('the one that was last worked on comes first, and one that cannot be read is among them', () => {
  expect(namesOf(makeFolder(three).path, plans)).toEqual(['new', 'old', 'broken'])
})

test.each([
  [1000.25, 1001],
  [1000, 1000.125],
  [999.5, 1000],
])('of two in the same second the one that was written later comes first (%d and %d)', (earlier, later) => {
  const { path } = makeFolder({
    '.ai/discovery/a/state.json': state('2026-08-20T12:00:00Z'),
    '.ai/discovery/b/state.json': state('2026-08-20T12:00:00Z'),
  })
  const written = (name: string, time: number) =>
    utimesSync(join(path, '.ai/discovery', name, 'state.json'), time, time)
  written('a', earlier)
  written('b', later)
  expect(namesOf(path, plans)).toEqual(['b', 'a'])
  written('a', later)
  written('b', earlier)
  expect(namesOf(path, plans)).toEqual(['a', 'b'])
})
