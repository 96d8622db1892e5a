import { defineCommand } from '../cli/command'
import { type WorkMeant, workMeant } from '../cli/work-meant'
import { isGoal } from '../engine/place'
import { attempt, Failure } from '../failure/failure'
import { entryOf } from '../flows/registry'
import { limitOption, outputOfHistory } from '../report/history/history-output'
import { loadSettings } from '../settings/settings'

export const command = defineCommand({
  name: 'history',
  summary: 'List the steps of this piece of work',
  options: [limitOption],
  async run(_, cli) {
    const meant = await workMeant(cli, { isLook: true })
    const { workflow } = await loadSettings(meant.ctx.root, meant.ctx.env)
    const { name } = meant.work.flow.definition
    const isElsewhere = cli.options.work === undefined && workflow !== name && isIdle(meant)
    const load = () => import('../steps/look-elsewhere')
    const elsewhere = isElsewhere ? await (await load()).workElsewhere(meant.ctx, workflow) : undefined
    const { work, ctx } = elsewhere ?? meant
    return outputOfHistory(work, ctx, cli.options.limit, entryOf(isElsewhere ? workflow : name).begin)
  },
})

/** A state that cannot be read must not hide the history. */
function isIdle({ work }: WorkMeant): boolean {
  const saved = attempt(() => work.saved)
  const { definition } = work.flow
  return !(saved instanceof Failure) && (saved.current === definition.initial || isGoal(definition, saved.current))
}
