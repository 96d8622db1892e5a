import type { TitleOf } from '../../cli/title'
import { exit, Failure } from '../../failure/failure'
import type { Workflow } from '../../flows/flow'
import type { Side } from '../../git/sides'
import { parseTransition } from '../../work/history/history-line'
import type { SideWork } from './side-work'
import type { Split } from './split'

/** The side that continues. */
export type Chosen = 'mine' | 'theirs'

/** The opposite side. */
export const otherThan = (side: Chosen): Chosen => (side === 'mine' ? 'theirs' : 'mine')

/** How many steps are named. */
const namedSteps = 3

/** @returns what has happened, a sentence; then what each side did, when and by whom */
export function tellSplit({ workflow, sides, meetings, removed }: Split, titleOf: TitleOf): string {
  const { act, mine, theirs } = sides
  if (removed) {
    const without = { ...removed, lines: [] }
    const tell = (side: Side) =>
      `(${side.name}): ${side === removed.side ? endOf(workflow, removed, without, titleOf) : 'removed'}.`
    return `One side of ${act} has removed the work in ${workflow.folder}. mine ${tell(mine)} theirs ${tell(theirs)}`
  }
  const what =
    act === 'markers'
      ? `${workflow.folder} has conflict markers, and git knows of no conflict.`
      : `Both sides of ${act} have gone on with the work in ${workflow.folder}.`
  const ends = meetings.flatMap((meeting) => [
    `mine (${mine.name}): ${endOf(workflow, meeting.mine, meeting.theirs, titleOf)}.`,
    `theirs (${theirs.name}): ${endOf(workflow, meeting.theirs, meeting.mine, titleOf)}.`,
  ])
  return [what, ...ends].join(' ')
}

/** The steps of one side since the split, and its state. */
export function endOf(workflow: Workflow, one: SideWork, other: SideWork, titleOf: TitleOf): string {
  const theirs = new Set(other.lines.map(({ digest }) => digest))
  const own = one.lines.filter(({ digest }) => !theirs.has(digest))
  const names = own.slice(-namedSteps).map(({ trigger }) => trigger)
  const dots = own.length > namedSteps ? '…, ' : ''
  const steps = own.length === 1 ? 'one step' : own.length === 0 ? 'no step' : `${own.length} steps`
  const did = own.length === 0 ? steps : `${steps} (${dots}${names.join(', ')})`
  const last = one.lines.at(-1)
  const state = one.state?.current ?? (last && parseTransition(last).to)
  const where =
    one.folder !== workflow.folder ? `archived in ${one.folder}` : state ? `now “${titleOf(workflow, state)}”` : ''
  const { by } = one.side
  const who = by ? `${by.author}, ${by.date.slice(0, 16).replace('T', ' ')}, ${by.commit.slice(0, 12)}` : ''
  return [did, where, who].filter(Boolean).join(', ')
}

/** The failure that asks the user which side continues. */
export const needsSide = (
  message = 'Two sides of this work were merged, and the developer has to say which one goes on.',
) => new Failure(exit.notPossible, 'needs-side', message, 'spell doctor --fix --side mine   # or --side theirs')
