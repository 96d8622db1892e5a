import type { TitleOf } from '../../../cli/title'
import { isPlacing } from '../../../disk/put-in-place'
import { attemptAsync, Failure } from '../../../failure/failure'
import { quietGit } from '../../../git/quiet-git'
import { gitFailed } from '../../../git/start'
import type { Environment } from '../../../settings/settings'
import { type Finding, finding } from '../finding'
import { askedIn, type OpenMerge } from './open-merge'
import { choiceToName, type RebaseChoice } from './rebase-choice'
import { tellOpen, tellStray, tellUnsettled } from './words'

/** What is to be settled. */
export interface MergeSeen {
  readonly findings: readonly Finding[]
  /** Whether pieces of work are mixed, so that nothing else can be found in them. */
  readonly isMixed: boolean
  readonly open?: OpenMerge
  /** What histories are still to say after a rebase. */
  readonly toName?: RebaseChoice
}

/**
 * Looks for what git is putting together in `.ai/`. Only reads.
 *
 * @throws Failure (system) `git-failed` if git cannot be asked while it puts something together
 */
export async function seeMerge(root: string, env: Environment, titleOf: TitleOf): Promise<MergeSeen> {
  if (isPlacing(root)) {
    const message = 'The settling of a merge was stopped half-way.'
    return { findings: [finding('merge-conflict', '.ai', message, undefined, 'finishes it')], isMixed: true }
  }
  const { open, unsettled, stray } = await askedIn(root, env)
  const toName = open ? undefined : await toNameIn(root, env)
  const findings = [
    ...(open ? await tellOpen(open, titleOf) : []),
    ...(unsettled ? [tellUnsettled(unsettled)] : []),
    ...(toName ? [unnamed] : []),
    ...tellStray(stray),
  ]
  return {
    findings,
    isMixed: open !== undefined || unsettled !== undefined,
    ...(open && { open }),
    ...(toName && { toName }),
  }
}

const unnamed = finding(
  'merge-conflict',
  '.ai',
  'A rebase was settled, and no history says so yet.',
  undefined,
  'adds the line to the history that names the other side',
)

async function toNameIn(root: string, env: Environment): Promise<RebaseChoice | undefined> {
  const found = await attemptAsync(async () => {
    try {
      return await choiceToName(root, quietGit(root, env))
    } catch (error) {
      throw gitFailed(root, error)
    }
  })
  return found instanceof Failure ? undefined : found
}
