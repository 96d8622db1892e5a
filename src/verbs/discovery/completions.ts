import type { CompletionRequest } from '../../cli/command'
import { phases, reviewerIn } from '../../flows/discovery/phases'
import { planIn, triggers } from '../../flows/discovery/plan'
import { hasArtifact, jumpedOver } from '../../flows/discovery/problems'
import { completionsOf } from '../instances'
import { planOf, plans } from './plan-command'

export async function completions(asked: CompletionRequest): Promise<readonly string[] | undefined> {
  const { verb, at, cli } = asked
  if (verb === undefined || at === plans.flag) return completionsOf(asked, plans, () => planOf(cli))
  const place = `${verb} ${at}`.trim()
  if (place === 'replan --trigger') return Object.keys(triggers)
  if (!['artifact', 'autonomous', 'approve --as', 'replan --from', 'replan --preserve'].includes(place))
    return undefined

  const { work } = await planOf(cli)
  const { current, context } = work.saved
  const plan = planIn(context)
  if (!plan) return []
  const there = phases.filter((phase) => hasArtifact(plan, phase))
  if (place === 'artifact' || place === 'replan --preserve') return there
  if (place === 'autonomous') return [plan.autonomous_mode ? 'off' : 'on']
  if (place === 'replan --from') return phases.filter((phase) => jumpedOver(plan, phase).length === 0)
  const reviewer = reviewerIn(current)
  return reviewer ? [reviewer] : []
}
