import { follow } from '../../../src/show/watch/live'
import { standing } from '../../support/casting'
import { beforeFoldersGo, makeRepository } from '../../support/folder'

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
