import { shortDigest } from '../disk/digest'
import type { Environment } from '../disk/environment'
import { tellOnce } from '../disk/notices'
import { lackingLine, unprovenLine } from '../install/agents/message'
import { treeNow } from '../proof/status/proofs'
import { standingsOf } from '../proof/status/statuses'
import type { TaskItem } from '../text/markdown/task-item'
import { beginningOf, inline } from '../text/markdown-parts'
import { knownIn } from '../work/known'
import { loadSettings } from '../work/settings/settings'
import type { Work } from '../work/work'
import { remarks, type Standing } from '../workflow/criteria/counts'
import { type PlannedCriterion, readCriterion } from '../workflow/criteria/criterion'
import type { StopCall } from './stop-guard'

/** What an agent is told instead of being let stop. */
export interface Unproven {
  readonly reason: string
  /** The criteria that it is about; none if it is about none of them alone. */
  readonly criteria: readonly Claim[]
}

/** A criterion that is ticked, but not proven. */
interface Claim {
  /** From 1, in the order of the plan. */
  readonly number: number
  readonly text: string
  readonly standing: Standing
}

/** A task that is being carried out. */
interface Task {
  /** The last line of its history began the task. */
  readonly work: Work
  readonly items: readonly TaskItem[]
  /** Whether its results are written. Before that, an agent that stops may just be asking. */
  readonly isReported: boolean
}

/**
 * Finds what is ticked, but not proven. Once the results are written, also what is stale.
 *
 * @returns undefined if there is nothing to tell, or it was told already
 * @throws Failure if proofs or settings cannot be read, git fails, or what was told cannot be kept
 */
export async function unprovenIn(task: Task, call: StopCall, env: Environment): Promise<Unproven | undefined> {
  const { work, isReported } = task
  const { root, saved } = work
  const criteria = task.items.map(readCriterion)
  if (!isReported && !criteria.some(isClaimed)) return undefined
  const { proof } = await loadSettings(root, env)
  const tree = await treeNow(root, env)
  const now = standingsOf(work, criteria, proof, tree)
  if (!now) return undefined

  const began = saved.history.at(-1)
  const at = [call.session, began?.digest ?? began?.timestamp ?? '']
  const isNew = (...keys: readonly string[]) =>
    tellOnce(
      root,
      keys.map((key) => shortDigest([...at, key].join('\0'))),
    ).length > 0
  const claims = criteria.flatMap(({ text, ticked, commands, faults }, index): Claim[] => {
    const standing = now.standings[index]
    const isWrong = ticked && commands.length + faults.length > 0 && !now.done[index]
    const isTold = isWrong && (isReported || standing !== 'stale')
    return isTold && standing ? [{ number: index + 1, text, standing }] : []
  })
  if (claims.length > 0) {
    if (call.turn && !isNew(`${call.event}\0turn\0${call.turn}`)) return undefined
    const known = knownIn(criteria)
    // An agent that does not say whether it goes on because of a hook is told once a task, others once for what is here.
    const where = `${call.event}\0${call.isAgain === undefined ? '' : tree.treeAll}`
    // Whether it failed or never ran is the same to tell.
    const kind = ({ standing }: Claim) => (standing === 'stale' ? standing : 'unproven')
    const keys = claims.map((each) => `${where}\0${known[each.number - 1]?.criterion}\0${kind(each)}`)
    return isNew(...keys) ? { reason: claimed(claims, criteria), criteria: claims } : undefined
  }
  const isAllTicked = isReported && criteria.every(({ ticked }) => ticked)
  if (!isAllTicked || !now.lack || !isNew(now.lack)) return undefined
  return { reason: `${lackingLine(inline(now.lack))} ${afterwards}`, criteria: [] }
}

/** Whether a tick says what only a proof can. */
const isClaimed = ({ ticked, commands, faults }: PlannedCriterion): boolean =>
  ticked && commands.length + faults.length > 0

/** How many criteria are named, and how many characters of each. */
const mostNamed = 5
const mostCharacters = 80

const afterwards = 'If it fails, fix the work; if it cannot run, tell the developer. Leave these boxes to spell.'

function claimed(claims: readonly Claim[], criteria: readonly PlannedCriterion[]): string {
  const lines = claims.slice(0, mostNamed).map(({ number, text, standing }) => {
    const isFaulty = (criteria[number - 1]?.faults.length ?? 0) > 0
    const why = isFaulty ? 'cannot be proven as written' : standing === 'stale' ? remarks.stale : 'not passed'
    return `- ${number}. "${beginningOf(inline(text), mostCharacters)}": ${why}`
  })
  if (claims.length > mostNamed) lines.push(`- and ${claims.length - mostNamed} more`)
  const numbers = claims.map(({ number }) => number).join(' ')
  return [unprovenLine(claims.length), ...lines, `Run \`spell prove ${numbers}\`. ${afterwards}`].join('\n')
}
