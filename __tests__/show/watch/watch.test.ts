import { follow } from '../../../src/show/watch/live'
import { waveColumns } from '../../../src/show/watch/terminal-watch'
import { openerOn } from '../../../src/show/watch/watch'
import type { ReportedTask } from '../../../src/workflow/reporting'
import { standing } from '../../support/casting'
import { beforeFoldersGo, makeRepository } from '../../support/folder'

test.each<[platform: string, env: Record<string, string>, opener: readonly string[] | undefined]>([
  ['linux', { DISPLAY: ':0' }, ['xdg-open']],
  ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, ['xdg-open']],
  ['freebsd', { DISPLAY: ':0' }, ['xdg-open']],
  ['linux', {}, undefined],
  ['linux', { DISPLAY: '' }, undefined],
  ['darwin', {}, ['open']],
  ['win32', {}, ['cmd', '/c', 'start', '']],
  ...['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY'].flatMap((name) =>
    ['linux', 'darwin', 'win32'].map((platform): [string, Record<string, string>, undefined] => [
      platform,
      { [name]: 'x', DISPLAY: ':0' },
      undefined,
    ]),
  ),
])('on %s with %j the browser is opened with %j', (platform, env, opener) => {
  expect(openerOn(platform, env)).toEqual(opener)
})

let resting = () => {}
beforeFoldersGo(() => resting())

/** Follows a repository; `next` resolves at the next look. */
function followed(path: string) {
  let looks = 0
  let seen = () => {}
  const live = follow(
    path,
    async () => {
      looks++
      seen()
    },
    (error) => {
      throw error
    },
  )
  resting = live.rest
  const next = () =>
    new Promise<void>((resolve) => {
      seen = resolve
    })
  return { live, next, looks: () => looks }
}

test('a change is looked at, also after a rest that began while one was waiting', async () => {
  const folder = makeRepository(standing('GATHER_EDITING'))
  const { live, next } = followed(folder.path)
  for (const round of [1, 2, 3]) {
    await live.begin()
    const seen = next()
    folder.write({ '.ai/task/plan.md': `# ${round}\n` })
    await seen
    folder.write({ '.ai/task/context.md': `# ${round}\n` })
    live.rest()
  }
})

test('folders that come are followed, and what does not matter is not looked at', async () => {
  const folder = makeRepository()
  const { live, next, looks } = followed(folder.path)
  await live.begin()
  const before = looks()
  folder.write({ 'src/a.ts': '', 'README.md': '', '.git/index.lock': '', '.git/COMMIT_EDITMSG': '' })
  const seen = next()
  folder.write({ '.ai/work/csv/plan.md': '# CSV\n' })
  await seen
  // The folders came one after the other; in the last of them, too, a change is seen.
  folder.write({ '.ai/work/csv/state.json': '{}' })
  while (looks() < before + 2) await next()
})

test('a call while it looks makes it look once more, however many there are', async () => {
  const folder = makeRepository()
  let looks = 0
  let isLooking = false
  const live = follow(
    folder.path,
    async () => {
      expect(isLooking).toBe(false)
      isLooking = true
      await new Promise((resolve) => setImmediate(resolve))
      isLooking = false
      looks++
    },
    () => {},
  )
  resting = live.rest
  await Promise.all(Array.from({ length: 50 }, () => live.begin()))
  expect(looks).toBe(2)
})

const task = (id: string, more: Partial<ReportedTask>): ReportedTask => {
  return { id, name: id, group: 'Wave 1', status: 'open', dependsOn: [], achieved: '', ...more }
}

test('each wave is a column, in which each task has its state and what it comes after', () => {
  const tasks = [
    task('csv', { status: 'done' }),
    task('help', { name: 'Say it', group: 'Wave 2', dependsOn: ['csv', 'flag'] }),
  ]
  expect(waveColumns(tasks)).toEqual([
    { heading: 'Wave 1', cards: [{ title: 'csv', lines: ['✓ done'], dimmed: [] }] },
    { heading: 'Wave 2', cards: [{ title: 'help: Say it', lines: ['○ open'], dimmed: ['after: csv, flag'] }] },
  ])
})

test('what does not say what it depends on is in no wave', () => {
  const { dependsOn: _, ...item } = task('item', { group: 'Items' })
  expect(waveColumns([item])).toEqual([])
})
