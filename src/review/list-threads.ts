import { documentOutput } from '../cli/answer-output'
import type { CommandContext, Output } from '../cli/command'
import { workMeant } from '../cli/work-meant'
import { table } from '../text/markdown/table'
import { beginningOf, inline, paragraphs } from '../text/markdown-parts'
import { standard } from '../workflows/registry'
import { readThreads, type ThreadReport } from './threads'

/** Lists which review threads are open, answered, posted, or resolved. Throws Failure as `workMeant` does. */
export async function listThreads(cli: CommandContext): Promise<Output> {
  const { work } = await workMeant(cli, { isLook: true, withArchives: true })
  const { folder, threads } = readThreads(work)
  const open = threads.filter(({ isResolved }) => !isResolved)
  const left = open.filter(({ isAnswered }) => !isAnswered)
  const end = sentence(folder, open, left.length, cli.options.work)
  const fields = { workflow: standard, left: left.map(({ id }) => id), threads }
  const markdown = paragraphs(threads.length > 0 && threadTable(threads), end)
  return documentOutput('threads', left.length === 0, fields, `${markdown}\n`)
}

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

function sentence(folder: string, open: readonly ThreadReport[], left: number, named?: string): string {
  if (open.length === 0) return 'There is no open thread.'
  const subject = left === 1 ? 'One open thread is' : `${left} open threads are`
  if (left > 0)
    return `${subject} not answered in \`${folder}/review-task-results.md\` yet. Name each by its id there, with what was done or why not.`
  if (open.every(({ state }) => state === 'posted')) return 'The reply to every open thread is posted.'
  const once = folder.includes('/pr-reviews/') ? 'Once this is' : 'Once the review is archived and'
  const act = `spell reparo --reply${named === undefined ? '' : ` --work ${named}`}`
  return `Every open thread is answered. ${once} committed, \`${act}\` shows the replies that are not posted yet.`
}

const fits = 60
