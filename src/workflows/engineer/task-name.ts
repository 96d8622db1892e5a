import { frontMatterText } from '../../text/markdown/title'

/** What the template calls a task. */
export const untitled = 'untitled'

/** @returns the name in the front matter of a task, which the answer, the archive and the commits have from here; undefined without one */
export const taskNameIn = (task: string): string | undefined => frontMatterText(task, 'task_name')
