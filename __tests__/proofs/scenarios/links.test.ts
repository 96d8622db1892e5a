import { existsSync, mkdirSync, renameSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Failure } from '../../../src/text/failure'
import { castIn } from '../../support/casting'
import type { Act } from '../../support/crash-points'
import { archiveWork, takeBack } from '../../support/engineer-acts'
import { type Folder, makeFolder, snapshot } from '../../support/folder'
import { spellHere } from '../../support/packed-program'
import { describeOnPosix } from '../../support/posix'
import { type Reached, reachedWithMany, worldOf } from '../../support/row-worlds'

// Windows lets only administrators make links.
const world = (id: string, from: string) =>
  worldOf(reachedWithMany.find(({ row, from: state }) => row.id === id && state === from) as Reached)

/** Everything that moves and creates files. */
// biome-ignore format: a case is a line
const acts: Readonly<Record<string, { files: Record<string, string>; first?: Act; act: Act }>> = {
  'accio that archives a task': {
    files: { ...world('A2', 'ACHIEVE_TASK_EXECUTED'), '.ai/task/plan.md': '- [ ] a\n' },
    act: (folder) => castIn(folder, 'accio'),
  },
  'reparo that sets a review aside': { files: world('C2', 'PR_CONFIRM_RESTART_TASK_A'), act: (folder) => castIn(folder, 'reparo') },
  'spell new': { files: world('A2', 'ACHIEVE_TASK_EXECUTED'), act: archiveWork },
  'spell undo': {
    files: { ...world('A2', 'ACHIEVE_TASK_EXECUTED'), '.ai/task/plan.md': '- [ ] a\n' },
    first: (folder) => castIn(folder, 'accio'),
    act: takeBack,
  },
  'spell undo of spell new': { files: world('A2', 'ACHIEVE_TASK_EXECUTED'), first: archiveWork, act: takeBack },
}

// biome-ignore format: in one paragraph
const places = [
  '.ai', '.ai/task', '.ai/archive', '.ai/task/tasks', '.ai/task/tasks/task-header-row-2026-08-20-1530',
  '.ai/task/pr-reviews', '.ai/task/state.json', '.ai/task/history.jsonl', '.ai/task/plan.md', '.ai/task/task.md',
  '.ai/task/task-results.md', '.ai/task/comments.md', '.ai/.local', '.ai/.local/.gitignore', '.ai/.local/lock',
  '.ai/.local/next', '.ai/.local/next/state.json', '.ai/.local/backups', '.ai/.local/backups/000000002.json',
  '.ai/.local/aside',
]

const isFile = (path: string) => /\.\w+$/.test(path) && !/\/\.?(ai|local)$/.test(path)

/** Puts a link in a place; what was there is where it leads, unless it leads nowhere. */
function link(shop: Folder, elsewhere: Folder, place: string, leads: string): void {
  const full = join(shop.path, place)
  mkdirSync(dirname(full), { recursive: true })
  const target = join(leads === 'outside' ? elsewhere.path : shop.path, 'kept')
  if (leads === 'outside' || leads === 'inside') {
    if (existsSync(full)) renameSync(full, target)
    else if (isFile(place)) (leads === 'outside' ? elsewhere : shop).write({ kept: 'kept\n' })
    else mkdirSync(target)
  } else {
    shop.remove(place)
  }
  const to = { outside: target, inside: relative(dirname(full), target), nowhere: 'not/there', 'in a circle': full }[
    leads
  ]
  symlinkSync(to ?? '', full)
}

describeOnPosix('a link', () => {
  describe.each(Object.entries(acts))('in the way of %s', (_, { files, first, act }) => {
    test.each(['outside', 'inside', 'nowhere', 'in a circle'])('that leads %s', async (leads) => {
      for (const place of places) {
        const shop = makeFolder({ ...files, '.ai/task/notes.txt': 'Ask Kim.\n' })
        const elsewhere = makeFolder({ 'theirs.txt': 'theirs\n' })
        await first?.(shop)
        link(shop, elsewhere, place, leads)
        const before = snapshot(elsewhere.path)
        const there = snapshot(shop.path)
        try {
          await act(shop)
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          const { exitCode, message } = error
          // What is not about the link is said of any folder like this.
          const about = exitCode === 3 || exitCode === 5 || message.includes(place)
          expect({ place, message, about }).toEqual({ place, message, about: true })
          if (exitCode !== 1) expect({ place, there: snapshot(shop.path) }).toEqual({ place, there })
        }
        expect({ place, outside: snapshot(elsewhere.path) }).toEqual({ place, outside: before })
      }
    })
  })

  test('that leads out of the root is named, with the command that tells more', () => {
    const shop = makeFolder({ '.ai/notes.txt': '' })
    const elsewhere = makeFolder({ 'task/plan.md': '- [ ] theirs\n' })
    symlinkSync(join(elsewhere.path, 'task'), join(shop.path, '.ai/task'))
    const { exitCode, stdout, stderr } = spellHere(shop.path, ['accio'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toMatch(
      /^spell: \.ai\/task is a link that leads out of .+; nothing is written through it\.\n {2}fix: test -L \.ai\/task && rm \.ai\/task .*\n$/,
    )
    expect(snapshot(elsewhere.path)).toEqual({ task: 'a folder', 'task/plan.md': '- [ ] theirs\n' })
  })

  test('that stays inside the root is followed, for folders', () => {
    const shop = makeFolder({ 'docs/plans/plan.md': '- [ ] ours\n' })
    mkdirSync(join(shop.path, '.ai'))
    symlinkSync('../docs/plans', join(shop.path, '.ai/task'))
    expect(spellHere(shop.path, ['accio']).exitCode).toBe(0)
    expect(statSync(join(shop.path, 'docs/plans/context.md')).isFile()).toBe(true)
  })
})
