import type { Texts } from '../answer/texts'
import { titleOf } from '../cli/title'
import { isGoal, partsOf } from '../engine/place'
import type { Settings } from '../flows/flow'
import { standard } from '../flows/registry'
import { allWork } from '../work/open'
import { probeFiles } from '../work/state/probe'
import { loadState, seeStill } from '../work/state/state'
import { castable, fits, judge } from './guard'

/**
 * Decides whether an agent may edit the team's files now. What an edit is for cannot be told, so one piece of work of any
 * workflow that is in a state of `guard.editsOnlyIn` is enough.
 *
 * @returns why not; undefined if it may
 * @throws Failure if a folder or a state cannot be read
 */
export async function whyNoEdit(root: string, settings: Settings, texts: () => Texts): Promise<string | undefined> {
  const works = (await allWork(root)).map(({ flow }) => flow)
  const seen = works.map((workflow) => ({ workflow, ...seeStill(root, workflow, () => loadState(root, workflow)) }))
  const allows = ({ current }: { readonly current: string }) =>
    partsOf(current).some((state) => settings.guard.editsOnlyIn.some((pattern) => fits(state, pattern)))
  if (seen.some(allows)) return undefined
  const isUnderWay = ({ workflow, current, history }: (typeof seen)[number]) =>
    history.length > 0 && !isGoal(workflow.definition, current)
  const asked = seen.find(isUnderWay) ?? seen[0]
  if (!asked) return undefined
  const { workflow, current, context } = asked
  const why = (title: string, next: string) =>
    `State: ${title}. No task has been authorised, so nothing outside .ai/ is edited now. ${next}`
  if (workflow.definition.name !== standard) {
    const next = `\`spell ${workflow.definition.name} ${workflow.look}\` says what comes next; tell the developer.`
    return why(titleOf(workflow, current), next)
  }
  const facts = workflow.facts(probeFiles(root, workflow.probes), settings, context)
  const judgement = judge(workflow, current, facts, settings, texts())
  const next = `Ask the developer to cast ${castable(judgement)} when they want to go on; do not cast it yourself.`
  return why(judgement.title, next)
}
