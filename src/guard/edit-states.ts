import { isGoal, partsOf } from '../engine/place'
import type { Objection } from '../install/agents/agent'
import { allWork } from '../work/open'
import { titleOf } from '../work/texts'
import type { Work } from '../work/work'
import type { Settings } from '../workflow/settings'
import type { Texts } from '../workflow/texts'
import { standard } from '../workflows/registry'
import { castable, fits, judge, settingNameOf } from './guard'

/**
 * @returns the objection to an edit of the team's files now. What an edit is for cannot be told, so one piece of work of
 *   any workflow that is in a state of `guard.editsOnlyIn` is enough
 * @throws Failure if a folder or a state cannot be read
 */
export async function whyNoEdit(root: string, settings: Settings, texts: () => Texts): Promise<Objection | undefined> {
  const works = await allWork(root)
  const allows = ({ flow, saved }: Work) =>
    partsOf(saved.current).some((state) =>
      settings.guard.editsOnlyIn.some((pattern) => fits(settingNameOf(flow, state), pattern)),
    )
  if (works.some(allows)) return undefined
  const isUnderWay = ({ flow, saved }: Work) => saved.history.length > 0 && !isGoal(flow.definition, saved.current)
  const asked = works.find(isUnderWay) ?? works[0]
  if (!asked) return undefined
  const { flow, probe, saved } = asked
  const why = (title: string, next: string): Objection => {
    const now = `State: ${title}. No task has been authorised, so nothing outside .ai/ is edited now.`
    return { decision: 'deny', reason: `${now} ${next}`, developer: `The agent wanted to edit a file. ${now}` }
  }
  if (flow.definition.name !== standard) {
    const next = `\`spell ${flow.definition.name} ${flow.look}\` says what comes next; tell the developer.`
    return why(titleOf(flow, saved.current), next)
  }
  const facts = flow.facts(probe, settings, saved.context)
  const judgement = judge(flow, saved.current, facts, settings, texts())
  const next = `Ask the developer to cast ${castable(judgement)} when they want to go on; do not cast it yourself.`
  return why(judgement.title, next)
}
