import type { Command } from '../../cli/command'
import { examine } from '../doctor/doctor'
import { outputOfDoctor } from '../doctor/doctor.command'
import { repair } from '../doctor/repair'
import { changing, planOf } from './plan-command'

/** Makes a plan whole again: what `spell doctor --fix` does, for one plan. */
export const command: Command = {
  name: 'recover',
  summary: 'makes the plan whole again, from backups or from what was approved; changes nothing where it is',
  options: changing,
  async run(_, setting) {
    const { workflow, edge } = planOf(setting)
    const look = () => examine(edge.root, workflow, edge.env, edge.now)
    const found = await look()
    const isRepairable = found.some((finding) => finding.repair)
    const repairs = isRepairable ? await repair(workflow, edge) : []
    return outputOfDoctor(workflow.definition.name, isRepairable ? await look() : found, repairs)
  },
}
