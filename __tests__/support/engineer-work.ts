import { backupPath, backupsPath } from '../../src/disk/local'
import { engineer } from '../../src/flows/engineer'
import { castIn } from './casting'
import type { Folder } from './folder'
import { makeRepository } from './git-repository'

export const stateFile = '.ai/task/state.json'
export const historyFile = '.ai/task/history.jsonl'

const plan = '# Export\n\n- [ ] it has a header row\n- [ ] it has one row for each order\n'

/** A piece of work in its first task, as left by four spells and the user's edits. */
export async function work(folder = makeRepository()): Promise<Folder> {
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' })
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/plan.md': plan })
  await castIn(folder, 'accio')
  folder.write({ '.ai/task/task.md': '# Task\n\nWrite the header row.\n' })
  await castIn(folder, 'accio')
  return folder
}

/** The lines of its history, without line endings. */
export const linesOf = (folder: Folder): string[] => folder.read(historyFile).split('\n').slice(0, -1)

/** Makes a history of lines. */
export const writeLines = (folder: Folder, lines: readonly string[]): void =>
  folder.write({ [historyFile]: lines.map((line) => `${line}\n`).join('') })

export const stateOf = (folder: Folder) => JSON.parse(folder.read(stateFile))

/** The path of a backup in the first piece of work of a folder. */
export const backupFile = (number: number): string => backupPath(`${backupsPath(engineer)}/00000000`, number)
