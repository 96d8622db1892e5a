import { castContextOf } from '../../cli/cast-context'
import type { CompletionRequest } from '../../cli/command'
import { loadState } from '../../store/state/state'
import { before, phases, reviewerIn } from '../../workflows/discovery/phases'
import { planIn, triggers } from '../../workflows/discovery/plan'
import { hasArtifact } from '../../workflows/discovery/problems'
import { namesOf } from '../../works/instances'
import { possibleVerbs } from '../work/possible'
import { planOf, plans } from './plan-command'

/** What can be written at a place of a line of `spell discovery`, here and now. */
export async function completions(asked: CompletionRequest): Promise<readonly string[] | undefined> {
  const { verb, at, cli } = asked
  if (at === '--task') return namesOf(castContextOf(cli, 'discovery').root, plans)
  if (verb === undefined)
    return possibleVerbs(asked, plans, castContextOf(cli, 'discovery'), () => planOf(cli).workflow)
  const place = `${verb} ${at}`.trim()
  if (place === 'replan --trigger') return Object.keys(triggers)
  if (!['artifact', 'autonomous', 'approve --as', 'revise --as', 'replan --from', 'replan --preserve'].includes(place))
    return undefined

  const { workflow, ctx } = planOf(cli)
  const { current, context } = loadState(ctx.root, workflow)
  const plan = planIn(context)
  if (!plan) return []
  const there = phases.filter((phase) => hasArtifact(plan, phase))
  if (place === 'artifact') return there
  if (place === 'autonomous') return [plan.autonomous_mode ? 'off' : 'on']
  if (place === 'replan --preserve') return there
  if (place === 'replan --from') {
    const counts = (phase: (typeof phases)[number]) =>
      hasArtifact(plan, phase) || (phase === 'contracts' && plan.skip_contracts)
    return phases.filter((phase) => before(phase).every(counts))
  }
  const reviewer = reviewerIn(current)
  return reviewer ? [reviewer] : []
}
