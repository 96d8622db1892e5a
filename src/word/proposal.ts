import type { Environment } from '../disk/environment'
import { readText } from '../disk/read'
import type { BoundCommand } from '../proof/consent/consent'
import { type ChangedCriterion, changedIn } from '../proof/status/changed-criteria'
import { type PlanToday, planToday } from '../proof/status/plan-today'
import { ifPossible } from '../text/failure'
import { openLines } from '../text/markdown/open-lines'
import { openKey } from '../work/history/agreed'
import { criteriaDigest } from '../work/history/known-criteria'
import { idOf } from '../work/history/work-id'
import type { Work } from '../work/work'

/** What a piece of work asks the developer to agree to, at one moment. */
export interface Proposal {
  /** The id of the piece of work; undefined before its first step. */
  readonly work: string | undefined
  /** Its plan with the digest of the criteria; absent without one. */
  readonly plan?: PlanToday & { readonly agreedAs: string }
  /** All that its criteria would run, each with its consent; not what the settings ask for beside them. */
  readonly commands: readonly BoundCommand[]
  readonly open: readonly OpenPoint[]
  /** See `changedIn`. */
  readonly changed?: readonly ChangedCriterion[]
}

/** An assumption or an open question, in one line. */
export interface OpenPoint {
  readonly kind: 'assumed' | 'question'
  readonly text: string
  readonly key: string
  /** The file that it stands in. */
  readonly path: string
}

/**
 * Takes stock of a piece of work. Without a plan, and without commands, neither consents nor scripts are read.
 *
 * @throws Failure if state, plan or consents cannot be read
 */
export async function proposalOf(work: Work, env: Environment): Promise<Proposal> {
  const plan = planToday(work)
  return {
    work: idOf(work),
    ...(plan && { plan: { ...plan, agreedAs: criteriaDigest(plan.known) } }),
    commands: await commandsOf(work, env),
    open: openPoints(work),
    changed: plan ? changedIn(work, plan.criteria) : [],
  }
}

async function commandsOf(work: Work, env: Environment): Promise<readonly BoundCommand[]> {
  // Where the developer has no word that agrees, `spell allow` is all that lets a command run.
  if (work.flow.agreement?.words(work.saved.current).length === 0) return []
  if (work.plan === undefined || !work.flow.plan?.mayHaveCommands(work.probe)) return []
  const { currentCommands } = await import('../proof/consent/current-commands')
  const { commands } = currentCommands(work, { always: [] })
  if (commands.length === 0) return []
  const { consentsOf } = await import('../proof/consent/consent')
  return consentsOf(work, commands, env).commands
}

/** Where the agent writes what is open besides the plan. Archived, it asks nothing any more. */
const withOpenPoints = ['context.md', 'task.md', 'task-results.md']

/** What stands in several documents counts once. */
function openPoints(work: Work): OpenPoint[] {
  const { flow } = work
  if (!flow.plan) return []
  const points = new Map<string, OpenPoint>()
  for (const path of [flow.plan.file, ...withOpenPoints.map((name) => `${flow.folder}/${name}`)]) {
    const { questions, assumed } = openLines(textOf(work, path))
    const take = (kind: OpenPoint['kind']) => (said: string) => {
      const key = openKey(said)
      points.set(key, points.get(key) ?? { kind, text: said, key, path })
    }
    questions.forEach(take('question'))
    assumed.forEach(take('assumed'))
  }
  return [...points.values()]
}

/** Of some files a look knows only that they are there. */
function textOf({ root, flow, plan, probe }: Work, path: string): string {
  const known = path === flow.plan?.file ? plan : probe[path]
  return (known === true ? ifPossible(() => readText(root, path)) : known || undefined) ?? ''
}
