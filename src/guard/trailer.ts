import { readBeginning } from '../disk/read'
import type { Workflow } from '../flows/flow'
import { addTrailer, repeatsCommits } from '../git/trailer'

/** In bytes; the name is at the beginning of the task. */
const maxMessageBytes = 64 * 1024

/**
 * Adds the current task to a commit message: `Spell-Task: <task_name>`, as its archive will be named.
 *
 * @param root absolute
 * @param file the message; absolute
 * @returns the name; undefined if there is none, or git is replaying commits
 * @throws Failure if the task cannot be read; git's message if it refuses
 */
export async function nameTask(workflow: Workflow, root: string, file: string): Promise<string | undefined> {
  const naming = workflow.effects?.naming
  const task = naming && readBeginning(root, naming.file, maxMessageBytes)
  if (!naming || task === undefined || repeatsCommits(root)) return undefined
  const { name } = await naming.safeName(task.text)
  if (name === 'untitled') return undefined
  await addTrailer(root, file, 'Spell-Task', name)
  return name
}
