import { exit, Failure } from '../../failure/failure'
import { readText } from '../../store/disk/read'
import { standingsOf } from '../../store/proofs/standings'
import type { Environment } from '../../store/settings/settings'
import { loadState, seeStill } from '../../store/state/state'
import { engineer } from '../../workflows/engineer'
import { reportsOf } from '../../workflows/proving/criterion'
import type { Standing } from '../../workflows/proving/standing'
import type { ProofSettings } from '../../workflows/workflow'
import { type Consents, consentsOf } from './consent'
import { type Keeping, type KnownItem, knownItems } from './keep-result'
import { type CommandFault, itemsIn, placeIn } from './planned-commands'
import type { ProvableItem } from './run-item'
import { type Here, whatLiesHere } from './what-lies-here'

/** A criterion, with where it is for what lies here. */
export type StandingItem = ProvableItem & KnownItem & { readonly standing: Standing }

/** The piece of work at hand, as far as it can be proven. */
export interface WorkHere {
  readonly keeping: Keeping
  readonly items: readonly StandingItem[]
  readonly consents: Consents
  readonly here: Here
}

const { plan } = engineer
/** The workflow that is proven; it has a plan. */
export const workflow = { ...engineer, plan: plan as NonNullable<typeof plan> }

/**
 * Reads the work, its proofs and what is allowed.
 *
 * @param root absolute
 * @param known what lies here, if that is known
 * @throws Failure (notPossible) `no-plan`; as `whatLiesHere` and `consentsOf` do
 */
export async function lookAt(root: string, env: Environment, settings: ProofSettings, known?: Here): Promise<WorkHere> {
  const planText = readText(root, workflow.plan.file)
  if (planText === undefined)
    throw new Failure(
      exit.notPossible,
      'no-plan',
      'There is no plan yet whose criteria could be proven.',
      'spell lumos',
    )
  const read = itemsIn(workflow.plan, planText, settings)
  const criteria = read.filter(({ isAlways }) => !isAlways).map(({ criterion }) => criterion)
  const here = known ?? (await whatLiesHere(root, workflow, reportsOf(criteria), env))
  const saved = seeStill(root, workflow, () => loadState(root, workflow))
  const consents = consentsOf(
    root,
    workflow,
    saved,
    read.flatMap(({ commands }) => commands),
    env,
  )
  const now = standingsOf(root, workflow, saved.history, criteria, settings, { treeAll: here.trees?.treeAll })
  const standings = [...(now?.standings ?? []), ...(now?.always.map(({ standing }) => standing) ?? [])]
  let first = 0
  const items = knownItems(read).map(({ commands: { length }, ...item }, index): StandingItem => {
    const commands = consents.commands.slice(first, first + length)
    first += length
    const unbound = commands.flatMap(({ command, binding: { fault } }): CommandFault[] =>
      fault ? [{ place: placeIn(workflow.plan, command.line), message: fault, fix: 'Name fewer files in it.' }] : [],
    )
    const standing = standings[index] ?? (item.criterion.ticked ? 'said' : 'open')
    return { ...item, faults: [...item.faults, ...unbound], commands: unbound.length > 0 ? [] : commands, standing }
  })
  const keeping = { root, workflow, work: consents.work, isCi: Boolean(env.CI) }
  return { keeping, items, consents, here }
}

/** Whether the plan asks for the same. */
export const isSamePlan = (one: WorkHere, other: WorkHere): boolean => {
  const known = ({ items }: WorkHere) => JSON.stringify(items.map((item) => item.known))
  return known(one) === known(other)
}
