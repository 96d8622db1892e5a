import { beginningOf, inline, paragraphs } from '../answer/markdown'
import { documentOutput } from '../cli/answer-output'
import { defineCommand } from '../cli/command'
import { workMeant } from '../cli/work-meant'
import { standard } from '../flows/registry'
import { table } from '../markdown/table'
import { readThreads, type ThreadReport } from '../review/threads'

export const command = defineCommand({
  name: 'threads',
  summary: 'List which review threads are open, answered, posted, or resolved',
  options: [],
  async run(_, cli) {
    const { work } = await workMeant(cli, { isLook: true })
    const { folder, threads } = readThreads(work)
    const open = threads.filter(({ isResolved }) => !isResolved)
    const left = open.filter(({ isAnswered }) => !isAnswered)
    const fields = { workflow: standard, left: left.map(({ id }) => id), threads }
    const markdown = paragraphs(threads.length > 0 && threadTable(threads), sentence(folder, open.length, left.length))
    return documentOutput('threads', left.length === 0, fields, `${markdown}\n`)
  },
})

const threadTable = (threads: readonly ThreadReport[]): string =>
  table(
    ['Thread', 'Place', 'Decision', 'State'],
    threads.map(({ id, place, isOutdated, decision, state }) => [
      id,
      isOutdated ? `${place} (outdated)` : place,
      beginningOf(inline(decision), fits),
      state,
    ]),
  )

const sentence = (folder: string, open: number, left: number): string => {
  if (open === 0) return 'There is no open thread.'
  if (left === 0) return `Every open thread is answered. ${replies}`
  const subject = left === 1 ? 'One open thread is' : `${left} open threads are`
  return `${subject} not answered in \`${folder}/review-task-results.md\` yet. Name each by its id there, with what was done or why not.`
}

const fits = 60
const replies = '`spell reparo --reply` shows the replies that are not posted yet.'
