import { cast } from '../../src/cast/cast'
import { check } from '../../src/check/check'
import { archivePiece } from '../../src/commands/new'
import { filesUnder } from '../../src/disk/read'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { engineerNamed } from '../../src/workflows/engineer/named'
import { withinBudget } from '../support/budget'
import { edgeAt, titleOf } from '../support/casting'
import { type Folder, madeOnce, makeRepository } from '../support/folder'
import { commitAll, git } from '../support/git'

/** Every second piece of work has a name, and stays where it is. */
const isNamed = (number: number) => number % 2 === 0

/** A whole piece of work, from its beginning until it is archived, or up to its task draft. */
async function wholeWork(folder: Folder, number: number): Promise<void> {
  const edge = () => ({
    ...edgeAt(folder, new Date(Date.UTC(2026, 7, 20, 15, number))),
    newWork: () => number.toString(16).padStart(8, 'b'),
  })
  const workflow = isNamed(number) ? engineerNamed(`work-${number}`) : engineer
  folder.write({ [`${workflow.folder}/context.md`]: `# Context ${number}\n` })
  for (const text of ['context', 'plan', 'task']) {
    await cast(workIn(edge().root, workflow), 'accio', edge())
    folder.write({ [`${workflow.folder}/${text}.md`]: `# ${text} ${number}\n\n- [ ] criterion ${number}\n` })
  }
  if (!isNamed(number)) await archivePiece(workIn(edge().root, engineer), edge(), async () => true)
}

const branches = 20

async function repository(): Promise<Folder> {
  const folder = makeRepository({ '.gitignore': '.ai/.local/\n', 'README.md': '# Shop\n' })
  git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/main')
  commitAll(folder, 'base')
  for (let number = 1; number <= branches; number++) {
    git(folder, 'checkout', '--quiet', '-b', `work-${number}`, 'main')
    folder.remove('.ai')
    await wholeWork(folder, number)
    commitAll(folder, `work ${number}`)
  }
  git(folder, 'checkout', '--quiet', 'main')
  folder.remove('.ai')
  return folder
}

const ways: Readonly<Record<string, (folder: Folder, branch: string) => void>> = {
  merge: (folder, branch) => void git(folder, 'merge', '--quiet', '--no-edit', branch),
  'cherry-pick': (folder, branch) => void git(folder, 'cherry-pick', branch),
  'merge --squash': (folder, branch) => {
    git(folder, 'merge', '--quiet', '--squash', branch)
    commitAll(folder, branch)
  },
  rebase: (folder, branch) => {
    git(folder, 'checkout', '--quiet', '-B', 'rebased', branch)
    git(folder, 'rebase', '--quiet', 'main')
    git(folder, 'checkout', '--quiet', 'main')
    git(folder, 'merge', '--quiet', '--ff-only', 'rebased')
  },
  'merge-tree': (folder, branch) => {
    const tree = git(folder, 'merge-tree', '--write-tree', 'main', branch).trim()
    const commit = git(folder, 'commit-tree', tree, '-p', 'main', '-p', branch, '-m', branch).trim()
    git(folder, 'merge', '--quiet', '--ff-only', commit)
  },
}

const made = madeOnce(repository)

test.each(Object.keys(ways))('twenty branches, put together by %s in any order, have no conflict', async (way) => {
  await withinBudget({ seconds: 4, atLeast: 1, all: 3 }, async (random) => {
    const folder = await made()
    const left = Array.from({ length: branches }, (_, index) => index + 1)
    const done: number[] = []
    while (left.length > 0) {
      const number = random.one(left)
      left.splice(left.indexOf(number), 1)
      done.push(number)
      // Git ends with an error wherever there is a conflict.
      ways[way]?.(folder, `work-${number}`)
      const request = { requirement: 'any', noOverrides: true } as const
      const { findings, pieces } = await check(folder.path, {}, new Date(), request, titleOf)
      expect({ done, findings }).toEqual({ done, findings: [] })
      const named = done.filter(isNamed).map((each) => `work-${each}`)
      expect(pieces.filter(({ isArchived }) => isArchived)).toHaveLength(done.length - named.length)
      const names = pieces.filter(({ folder }) => folder.startsWith('.ai/work/')).map(({ name }) => name)
      expect(names.sort()).toEqual(named.sort())
    }
    const texts = filesUnder(folder.path, '.ai').map((path) => folder.read(path))
    for (const number of done) expect(texts.some((text) => text.includes(`criterion ${number}\n`))).toBe(true)
    folder.remove('.')
  })
})
