import { inline } from '../../answer/markdown'
import { attemptAsync, Failure } from '../../failure/failure'
import { taskItems } from '../../markdown/task-items'
import { readCriterion } from '../../proof/criteria/criterion'
import { handedOver } from '../../work/handed-over'
import type { Work } from '../../work/work'

/** Where nothing can be said later of what no command shows. */
export const noMore = 'spell check --require complete   # what has no command can only be claimed'

/** What is said of a plan whose criteria count only in the work that begins with it, while there is none. */
export async function ofPlanAlone(work: Work) {
  const handed = work.isArchived ? undefined : await attemptAsync(() => handedOver(work.root, work.name))
  const plan = handed === undefined || handed instanceof Failure ? '' : handed.plan
  const all = taskItems(plan).map(readCriterion)
  const bare = all.find(({ commands, faults, byDeveloper }) => commands.length + faults.length === 0 && !byDeveloper)
  return {
    message: 'Nothing shows that this plan is carried out: its criteria count in the work that begins with it.',
    way: work.isArchived ? noMore : `spell accio --from ${work.name}`,
    missing: bare && `“${inline(bare.text)}” has no command, which the settings ask for.`,
  }
}
