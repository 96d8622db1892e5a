import { branchesOf, readCommit } from '../../src/git/branches'
import { type Objects, withGit } from '../../src/git/git'
import { workReader } from '../../src/work/branch-work'
import { manyBranches, textsOf } from '../support/branch-folders'
import { type Folder, plainEnv } from '../support/folder'

/** Reads the work of all branches, and counts how often each object was read, and how much of it. */
async function counted(folder: Folder) {
  const reads = new Map<string, number>()
  let bytes = 0
  const pieces = await withGit(folder.path, plainEnv, async (git) => {
    const { find, read } = git.objects
    const counting: Objects = {
      ...git.objects,
      read: async (id, most) => {
        reads.set(id, (reads.get(id) ?? 0) + 1)
        const found = await read(id, most)
        bytes += found?.length ?? 0
        return found
      },
    }
    const reader = workReader(counting, textsOf)
    const branches = await branchesOf(git)
    const found = branches.map(async ({ tip }) => {
      const commit = await readCommit(git.objects, tip)
      const ai = await find(`${commit?.tree}:.ai`)
      return await reader(ai?.id ?? '')
    })
    return (await Promise.all(found)).flat()
  })
  return { pieces, reads, bytes }
}

test('each object is read once, however many branches have it, and none outside of what is listed', async () => {
  const folder = await manyBranches(40, {
    '.ai/task/history.jsonl': () => '',
    '.ai/task/plan.md': () => '# The same\n\n- [ ] a\n',
    '.ai/archive/old/state.json': (number) => `{"number":${number}}`,
    'src/app.ts': (number) => `export const app = ${number}\n`,
  })
  const { pieces, reads } = await counted(folder)
  expect(pieces).toHaveLength(40)
  expect(new Set(pieces.map(({ piece }) => piece.id)).size).toBe(40)
  expect([...reads.values()].filter((times) => times !== 1)).toEqual([])
  // Of each branch `.ai`, `.ai/task` and the state, of all together the plan and the history.
  expect(reads.size).toBe(40 * 3 + 2)
})

test('a file of many megabytes is not read at all', async () => {
  const folder = await manyBranches(3, { '.ai/task/plan.md': (number) => ' '.repeat(number === 1 ? 20_000_000 : 1) })
  const { pieces, bytes } = await counted(folder)
  expect(pieces.map(({ piece: { where } }) => where)).toEqual([
    'Task in progress',
    '.ai/task/plan.md is too large to be read from a branch.',
    'Task in progress',
  ])
  expect(bytes).toBeLessThan(100_000)
})
