import { cast } from '../../src/cast/cast'
import { archivePiece } from '../../src/commands/new'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import type { Spell } from '../../src/workflows/engineer/states'
import { edgeAt } from './casting'
import { type Folder, makeRepository } from './folder'
import { commitAll, git } from './git'

/** A person who works on a branch: their clock, and the ids of the works that they begin. */
interface Person {
  readonly folder: Folder
  readonly name: string
  minute: number
}

const edgeOf = (person: Person) => ({
  ...edgeAt(person.folder, new Date(Date.UTC(2026, 7, 20, 15, person.minute++))),
  newWork: () =>
    Buffer.from(person.name.padEnd(4, String(person.minute)))
      .toString('hex')
      .slice(0, 8),
})
const says = async (person: Person, spell: Spell) =>
  void (await cast(workIn(edgeOf(person).root, engineer), spell, edgeOf(person), person.name))
const archives = async (person: Person) =>
  void (await archivePiece(workIn(edgeOf(person).root, engineer), edgeOf(person), async () => true))

const plan = '# Export\n\n- [ ] it has a header row\n- [ ] it has one row for each order\n'

/** What is done on a branch, a commit each. */
export const walks: Readonly<Record<string, readonly ((person: Person) => unknown)[]>> = {
  nothing: [],
  texts: [
    ({ folder, name }) =>
      folder.write({ '.ai/task/plan.md': `${plan}\nAs ${name} sees it.\n`, '.ai/task/context.md': `# ${name}\n` }),
  ],
  step: [(person) => says(person, 'accio')],
  task: [
    (person) => says(person, 'accio'),
    async (person) => {
      person.folder.write({ '.ai/task/task-results.md': `Done by ${person.name}.\n` })
      await says(person, 'accio')
      person.folder.write({ '.ai/task/plan.md': person.folder.read('.ai/task/plan.md').replace('[ ]', '[x]') })
    },
  ],
  back: [(person) => says(person, 'finite')],
  archive: [archives],
  next: [
    archives,
    async (person) => {
      await says(person, 'accio')
      person.folder.write({ '.ai/task/context.md': `# The next of ${person.name}\n` })
      await says(person, 'accio')
    },
  ],
}

/** A repository with a branch for each walk of two people, such as `ann-task`, from a piece of work with a drafted task. */
export async function twoBranches(): Promise<Folder> {
  const folder = makeRepository()
  git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/base')
  const kim: Person = { folder, name: 'kim', minute: 0 }
  await says(kim, 'accio')
  folder.write({ '.ai/task/context.md': '# Context\n' })
  await says(kim, 'accio')
  folder.write({ '.ai/task/plan.md': plan })
  await says(kim, 'accio')
  folder.write({ '.ai/task/task.md': '# Task\n\nWrite the header row.\n' })
  commitAll(folder, 'base')
  for (const [name, minute] of [
    ['ann', 10],
    ['bob', 30],
  ] as const) {
    for (const [walk, acts] of Object.entries(walks)) {
      folder.remove('.ai/.local')
      git(folder, 'checkout', '--quiet', '-b', `${name}-${walk}`, 'base')
      const person = { folder, name, minute }
      for (const [index, act] of acts.entries()) {
        await act(person)
        commitAll(folder, `${name} ${walk} ${index}`)
      }
    }
  }
  folder.remove('.ai/.local')
  // One pack file is copied faster than hundreds of objects.
  git(folder, 'gc', '--quiet')
  return folder
}

/** Has a person go on with the work that is checked out, and commits that. */
export async function goesOn(folder: Folder, name: string, walk: string, minute: number): Promise<void> {
  const person = { folder, name, minute }
  for (const act of walks[walk] ?? []) await act(person)
  commitAll(folder, `${name} ${walk}`)
}
