import { utimesSync } from 'node:fs'
import { join } from 'node:path'
import { discovery } from '../../src/workflows/discovery'
import { type InstanceKind, namesOf, resolveInstance } from '../../src/works/instances'
import { makeFolder } from '../support/folder'

const plans: InstanceKind = {
  workflow: 'discovery',
  called: 'plan',
  folder: '.ai/discovery',
  open: discovery,
  flag: '--task',
  begin: 'spell discovery start "…"',
}
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
  expect(resolveInstance(makeFolder(three).path, plans, undefined).folder).toBe('.ai/discovery/new')
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

test('one can be named, in any case', () => {
  expect(resolveInstance(makeFolder(three).path, plans, ' OLD').folder).toBe('.ai/discovery/old')
})

test('one can be named as its people call it', () => {
  const folder = makeFolder({ '.ai/discovery/add-csv-export/state.json': state('2026-08-20T12:00:00Z') }).path
  expect(resolveInstance(folder, plans, 'Add CSV export').folder).toBe('.ai/discovery/add-csv-export')
  expect(() => resolveInstance(folder, plans, '../add-csv-export')).toThrow('there is add-csv-export')
})

test('the way out names the nearest, and works', () => {
  expect(() => resolveInstance(makeFolder(three).path, plans, 'ol')).toThrow(
    expect.objectContaining({ code: 'unknown-plan', fix: 'spell discovery status --task old' }),
  )
})

test('one that is not there is refused with the nearest names', () => {
  expect(() => resolveInstance(makeFolder(three).path, plans, 'olt')).toThrow(
    'There is no plan "olt"; the nearest are old',
  )
  expect(() => resolveInstance(makeFolder(three).path, plans, '../old')).toThrow('There is no plan "../old"')
})

test('if there is none the way to begin is told', () => {
  expect(() => resolveInstance(makeFolder().path, plans, 'old')).toThrow('There is no plan here yet.')
})
