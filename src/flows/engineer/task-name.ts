import { linesOf } from '../../markdown/lines'

/** What the template calls a task. */
export const untitled = 'untitled'

const naming = /^task_name:[ \t]*(["']?)(.+?)\1[ \t]*$/

/** @returns the name in the front matter of a task, as far as one line has it; undefined without one */
export function taskNameIn(task: string): string | undefined {
  const { lines, bodyStart } = linesOf(task)
  return lines.slice(0, bodyStart).flatMap((line) => naming.exec(line)?.[2]?.trim() || [])[0]
}
