import { readBeginning } from '../disk/read'
import type { Environment } from '../disk/settings/settings'
import { addTrailer, repeatsCommits } from '../git/trailer'
import type { Work } from '../work/work'

/** In bytes; the name is at the beginning of the task. */
const maxMessageBytes = 64 * 1024

/**
 * Adds the current task to a commit message: `Spell-Task: <task_name>`, as its archive will be named.
 *
 * @param file the message; absolute
 * @returns the name; undefined if there is none, or git is replaying commits
 * @throws Failure if the task cannot be read; git's message if it refuses
 */
export async function nameTask({ root, flow }: Work, file: string, env: Environment): Promise<string | undefined> {
  const naming = flow.effects?.naming
  const task = naming && readBeginning(root, naming.file, maxMessageBytes)
  if (!naming || task === undefined || repeatsCommits(root)) return undefined
  const { name } = await naming.safeName(task.text)
  if (name === 'untitled') return undefined
  await addTrailer(root, file, 'Spell-Task', name, env)
  return name
}
